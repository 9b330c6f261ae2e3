// Long because every kind of line and of file is tested, each on the same store.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { quartersAs } from '../../tests/support/test-pictures.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { describeImport } from './describe-import.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  await writeFile(path.join(folder, 'pads.png'), await quartersAs('png', 64, 48))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(() => sql`update products set deleted_at = now() where deleted_at is null`.execute(store.db))

const HEADER = 'partNumber,name,brand,category,about,price,available,minOrder,picture'
const PADS = 'QC1210,"Brake Pads, Front",Wagner,Brakes,Ceramic.,45.99,12,1,pads.png'

async function run(text: string | Uint8Array, options: { apply?: boolean; columns?: string } = {}) {
  const file = path.join(folder, 'parts.csv')
  await writeFile(file, text)
  return importFromDisk(store.shop, file, { kind: 'products', apply: false, ...options })
}
const apply = (text: string | Uint8Array, columns?: string) =>
  run(text, { apply: true, ...(columns !== undefined && { columns }) })
const onSale = () =>
  store.db.selectFrom('products').selectAll().where('deleted_at', 'is', null).orderBy('part_number').execute()
const counts = (some: object) => ({ added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0, ...some })
const codes = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ line, code, field }) => `${line} ${code}${field ? ` ${field}` : ''}`)

/** An existing part. */
async function stock(partNumber: string, brand = '') {
  const id = await stockProduct(store, { name: `Part ${partNumber}`, price: 10, available: 5 })
  await store.db
    .updateTable('products')
    .set({ part_number: partNumber, brand })
    .where('id', '=', id)
    .execute()
  return id
}

test('a dry run reports what an import would do, and writes nothing', async () => {
  const found = await run(`${HEADER}\n${PADS}\n`)
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 1 }), problems: [] })
  expect(await onSale()).toEqual([])
  expect(describeImport(found, { applied: false })).toContain('This was a dry run')
})

test('an import adds parts with their picture, stock and audit; a second one has nothing to do', async () => {
  expect(await apply(`${HEADER}\n${PADS}\n`)).toMatchObject({ ok: true, counts: counts({ added: 1 }) })
  const [part, ...others] = await onSale()
  expect(others).toEqual([])
  expect(part).toMatchObject({
    part_number: 'QC1210',
    name: 'Brake Pads, Front',
    brand: 'Wagner',
    category: 'Brakes',
    about: 'Ceramic.',
    price_cents: 4599,
    available: 12,
    min_order: 1,
    slug: 'brake-pads-front-qc1210',
  })
  expect([...(await store.shop.images.filterOwned([part?.picture ?? '']))]).toEqual([part?.picture])
  expect(await apply(`${HEADER}\n${PADS}\n`)).toMatchObject({ counts: counts({ unchanged: 1 }) })
  expect(await run(`${HEADER}\n${PADS}\n`)).toMatchObject({ counts: counts({ unchanged: 1 }) })
})

test('a picture of the store is given by its path, or by its URL', async () => {
  await apply(`${HEADER}\n${PADS}\n`)
  const [pads] = await onSale()
  const picture = pads?.picture ?? ''
  const importIt = async (address: string, appUrl?: string) => {
    const file = path.join(folder, 'parts.csv')
    await writeFile(file, `${HEADER}\nNEW-1,Pads,,,Ceramic.,45,12,1,${address}\n`)
    return importFromDisk(store.shop, file, { kind: 'products', apply: false, appUrl })
  }
  const added = { ok: true, counts: counts({ added: 1 }) }
  expect(await importIt(picture)).toMatchObject(added)
  expect(await importIt(`http://localhost:3000${picture}`)).toMatchObject(added)
  expect(await importIt(`https://shop.example${picture}`, 'https://shop.example')).toMatchObject(added)
  for (const [address, appUrl] of [
    [`https://shop.example${picture}`],
    [`https://shop.example.org${picture}`, 'https://shop.example'],
    [`http://localhost:3000${picture}`, 'https://shop.example'],
  ] as const)
    expect(codes(await importIt(address, appUrl))).toEqual(['2 foreign_picture picture'])
})

test('an existing part is recognized by its number in any spelling; what the file omits stays', async () => {
  const id = await stock('P 83-O24N')
  const found = await apply('Price,PARTNUMBER,available,brand\r\n12.50,p83 024n,7,\r\n')
  expect(found.counts).toEqual(counts({ changed: 1 }))
  expect(found.changes).toEqual([
    {
      line: 2,
      partNumber: 'P 83-O24N',
      name: 'Part P 83-O24N',
      fields: [
        { field: 'price', before: '10', after: '12.5' },
        { field: 'available', before: '5', after: '7' },
      ],
    },
  ])
  expect(await onSale()).toMatchObject([
    { id, name: 'Part P 83-O24N', part_number: 'P 83-O24N', price_cents: 1250, available: 7 },
  ])
})

test('a number with other letters belongs to another part', async () => {
  await stock('100')
  await stock('АБ')
  const file = 'partNumber,price\nÖ100,12\nаб,14\n'
  expect(codes(await apply(file))).toEqual(['2 unknown_part partNumber'])
})

test('brands and categories get the spelling of the store, and new ones get one spelling', async () => {
  await stock('B-0', 'Bosch')
  await apply(
    [
      HEADER,
      'B-0,,BOSCH,,,,,,',
      'B-1,One,bosch,Spark  Plugs,Text.,1,1,1,pads.png',
      'B-2,Two,Bosch,spark plugs,Text.,1,1,1,pads.png',
    ].join('\n'),
  )
  expect((await onSale()).map(({ brand, category }) => `${brand}: ${category}`)).toEqual([
    'Bosch: ',
    'Bosch: Spark Plugs',
    'Bosch: Spark Plugs',
  ])
})

test('two brands may have the same number', async () => {
  const [ate, trw] = [await stock('100', 'ATE'), await stock('100', 'TRW')]
  expect(codes(await run('partNumber,price\n100,1\n'))).toEqual(['2 ambiguous_part partNumber'])
  await apply('partNumber,brand,price\n100,ate,1\n100,TRW,2\n')
  const prices = new Map((await onSale()).map(({ id, price_cents }) => [id, price_cents]))
  expect([prices.get(ate), prices.get(trw)]).toEqual([100, 200])
})

test('every refused line is listed, and then nothing is applied', async () => {
  await stock('OLD-1')
  const found = await apply(
    [
      HEADER,
      PADS,
      'NEW-1,,Wagner,Brakes,Ceramic.,45.999,-1,1.5,',
      'old1,,,,,0,,,',
      'QC 1210,Twice,Wagner,Brakes,Ceramic.,1,1,1,pads.png',
      '4.5E+11,Formula,Wagner,Brakes,Ceramic.,1,1,1,pads.png',
      'NEW-2,Two,Wagner,Brakes,Ceramic.,1,1,1,missing.png',
      'NEW-3,Three,Wagner,Brakes,Ceramic.,1,1,1,../pads.png',
      'NEW-4,Four,Wagner,Brakes,Ceramic.,1,1,1,https://example.com/a.png',
      'NEW-5,Five,Wagner,,,,,,,more',
      '#/#,Six,Wagner,Brakes,Ceramic.,1,1,1,pads.png',
      ',Seven,Wagner,Brakes,Ceramic.,1,1,1,pads.png',
    ].join('\n'),
  )
  expect(found.ok).toBe(false)
  expect(codes(found)).toEqual([
    '3 invalid_input price',
    '3 invalid_input available',
    '3 invalid_input minOrder',
    '4 invalid_input price',
    '5 duplicate_part partNumber',
    '6 lost_digits partNumber',
    '7 foreign_picture picture',
    '8 foreign_picture picture',
    '9 foreign_picture picture',
    '10 wrong_cells',
    '11 invalid_input partNumber',
    '12 invalid_input partNumber',
  ])
  expect(found.counts).toEqual(counts({ added: 1, refused: 10 }))
  expect(await onSale()).toMatchObject([{ part_number: 'OLD-1', price_cents: 1000 }])
})

test('a line has its number in the file, even after cells with line breaks', async () => {
  const found = await run('partNumber,name,price\n\nA-1,"two\nlines",x\n\nA-2,b,x\n')
  expect(codes(found)).toEqual(['3 invalid_input price', '6 invalid_input price'])
})

test.each([
  ['thousands by commas', '"1,234.50"'],
  ['a decimal comma', '"12,50"'],
  ['another sign of money', '€12.50'],
  ['less than nothing', '-5'],
  ['an exponent', '1e9'],
  ['hexadecimal digits', '0x10'],
  ['other digits', '١٢'],
  ['no number', 'NaN'],
  ['infinity', 'Infinity'],
  ['more than cents', '12.505'],
  ['more than the store charges', '1000000000'],
])('a price with %s is refused, not guessed', async (_, price) => {
  await stock('OLD-1')
  const found = await apply(`partNumber,price\nOLD-1,${price}\n`)
  expect(found.ok).toBe(false)
  expect(codes(found)).toEqual(['2 invalid_input price'])
  expect(await onSale()).toMatchObject([{ price_cents: 1000 }])
})

describe('a file that is broken is refused, and nothing of it is applied:', () => {
  test.each([
    ['empty', '', '1 empty_file'],
    ['without the column of the part number', 'name,price\nA,1\n', '1 missing_column partNumber'],
    ['with a column twice', 'partNumber,price,Price\nA,1,2\n', '1 duplicate_column price'],
    ['cut in a quoted cell', 'partNumber,name\nOLD-1,"Brake P', '2 broken_quotes'],
  ])('%s', async (_, text, problem) => {
    await stock('OLD-1')
    const found = await apply(text)
    expect(found.ok).toBe(false)
    expect(codes(found)).toContain(problem)
    expect(await onSale()).toMatchObject([{ name: 'Part OLD-1' }])
  })
  test.each([
    ['not UTF-8', new Uint8Array([0x70, 0x61, 0xe9, 0x2c]), '1 wrong_encoding'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x70, 0x00]), '1 wrong_encoding'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0]), '1 not_text'],
  ])('%s', async (_, bytes, problem) => {
    expect(codes(await apply(bytes))).toEqual([problem])
  })
  test('a missing file', async () => {
    const missing = path.join(folder, 'none.csv')
    await expect(importFromDisk(store.shop, missing, { kind: 'products', apply: true })).rejects.toThrow(
      'cannot be read: it does not exist',
    )
  })
  test('a file with a picture that is not one', async () => {
    await writeFile(path.join(folder, 'text.png'), 'not a picture')
    const found = await apply(`${HEADER}\n${PADS.replace('pads.png', 'text.png')}\n`)
    expect(codes(found)).toEqual(['2 unreadable_picture picture'])
    expect(await onSale()).toEqual([])
  })
})

test('semicolons, tabs, a byte order mark and headings of other systems are understood', async () => {
  await stock('S-1')
  expect((await apply('\uFEFFpartNumber;price\nS-1;11\n')).counts).toEqual(counts({ changed: 1 }))
  expect((await apply('partNumber\tprice\nS-1\t12\n')).counts).toEqual(counts({ changed: 1 }))
  const found = await apply('SKU,Retail,Color\nS-1,13,2 lb\n', 'sku=partNumber, Retail=price')
  expect(found).toMatchObject({ counts: counts({ changed: 1 }), ignored: ['Color'] })
  expect(await onSale()).toMatchObject([{ price_cents: 1300 }])
  await expect(run('a', { columns: 'SKU=number' })).rejects.toThrow('is not "their heading=ours"')
})

test('text that only looks like a formula is accepted after an apostrophe, as our exports write it', async () => {
  await stock('F-1')
  await apply(`partNumber,name\nF-1,'-40 °C Antifreeze\n`)
  expect(await onSale()).toMatchObject([{ name: '-40 °C Antifreeze' }])
})

test('every change is in the ledger and in the audit, as npm run verify wants it', async () => {
  const id = await stock('L-1')
  await apply('partNumber,name,price,available,minOrder\nL-1,Renamed,11,9,2\n')
  await apply('partNumber,available\nL-1,3\n')
  await apply(`${HEADER}\n${PADS}\n`)
  const moved = await store.db
    .selectFrom('stock_movements')
    .select(['kind', 'quantity'])
    .where('product_id', '=', id)
    .orderBy('id')
    .execute()
  expect(moved).toEqual([
    { kind: 'received', quantity: 5 },
    { kind: 'received', quantity: 4 },
    { kind: 'corrected', quantity: -6 },
  ])
  for (const { name, breaches } of INVARIANTS)
    expect((await sql.raw(breaches).execute(store.db)).rows, name).toEqual([])
})

test('two concurrent imports of one file add its parts once', async () => {
  const lines = Array.from({ length: 250 }, (_, at) => PADS.replace('QC1210', `M-${at}`))
  const file = [HEADER, ...lines].join('\n')
  const both = await Promise.all([apply(file), apply(file)])
  expect(both.map(({ counts: { added, unchanged } }) => added + unchanged)).toEqual([250, 250])
  expect(await onSale()).toHaveLength(250)
})

test('an import waits for another one as long as necessary, beyond the lock timeout', async () => {
  const { working } = await store.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('driveline.import'))`.execute(trx)
    const working = apply(`${HEADER}\n${PADS}\n`)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
            and query like '%pg_try_advisory_xact_lock%'`.execute(store.db)
        return rows.length
      })
      .toBe(1)
    return { working }
  })
  expect((await working).counts).toEqual(counts({ added: 1 }))
})

test('parts are locked in the order of their ids, as orders lock them, in whatever order the file lists them', async () => {
  const ids = (await Promise.all(Array.from({ length: 101 }, (_, at) => stock(`D-${at}`)))).toSorted()
  const parts = await store.db
    .selectFrom('products')
    .select('part_number')
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  const file = ['partNumber,price', ...parts.map(({ part_number: number }) => `${number},33`)].join('\n')
  const { working } = await store.db.transaction().execute(async (trx) => {
    await sql`select from products where id = ${ids[0]} for update`.execute(trx)
    const working = apply(file)
    await expect
      .poll(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          store.db,
        )
        return rows.length
      })
      .toBe(1)
    // An order that then locks the last part does not have to wait.
    await sql`select from products where id = ${ids.at(-1)} for update nowait`.execute(trx)
    return { working }
  })
  expect((await working).counts).toEqual(counts({ changed: 101 }))
})

test('orders continue while parts are imported, and no pieces are lost', async () => {
  const id = await stock('O-1')
  const [{ ok }] = await Promise.all([
    apply('partNumber,price\nO-1,11\n'),
    ...Array.from({ length: 3 }, () =>
      store.db.transaction().execute(async (trx) => {
        await sql`update products set available = available - 1 where id = ${id}`.execute(trx)
      }),
    ),
  ])
  expect(ok).toBe(true)
  expect(await onSale()).toMatchObject([{ price_cents: 1100, available: 2 }])
})
