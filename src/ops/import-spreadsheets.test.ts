import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportProducts } from '#domain/imports/export-products.server.ts'
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
  await writeFile(path.join(folder, 'part.png'), await quartersAs('png', 64, 48))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(() => store.db.updateTable('products').set({ deleted_at: new Date() }).execute())

async function run(text: string, apply = true) {
  const file = path.join(folder, 'parts.csv')
  await writeFile(file, text)
  return importFromDisk(store.shop, file, { kind: 'products', apply })
}
const codes = ({ problems }: Awaited<ReturnType<typeof run>>) =>
  problems.map(({ line, code, field, warning }) => `${line} ${code} ${field}${warning ? ' (warning)' : ''}`)

async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

const HEADER = 'partNumber,name,brand,about,price,available,minOrder,picture'
const part = (number: string, values: { name?: string; about?: string; brand?: string } = {}) => {
  const { name = 'Bulb', about = 'A bulb.', brand = '' } = values
  const cells = [number, name, brand, about, '1', '1', '1', 'part.png']
  return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
}
const onSale = () =>
  store.db.selectFrom('products').selectAll().where('deleted_at', 'is', null).orderBy('part_number').execute()

async function stock(partNumber: string) {
  const id = await stockProduct(store, { name: 'Bulb', price: 10, available: 5 })
  await store.db.updateTable('products').set({ part_number: partNumber }).where('id', '=', id).execute()
}

test.each(['4.68769E+11', '4,68769E+11', '9.00123e+012', '1E+15', '5.5E12', '123,4E+9', '2.5E-05'])(
  'a number that a spreadsheet has shortened to %s is refused, and never added',
  async (number) => {
    expect(codes(await run(`${HEADER}\n${part(number)}\n${part('OK-1')}\n`))).toEqual([
      '2 lost_digits partNumber',
    ])
    expect(await onSale()).toEqual([])
  },
)

test.each([
  'Jun-08',
  '8-Jun',
  '02-Mar-24',
  '3/4/2019',
  '6/8/08',
  '2008-06-08',
  '2008-06-08 00:00:00',
  '1.12.2020',
])('a number that a spreadsheet may have made the date %s is added with a warning, once', async (number) => {
  expect(codes(await run(`${HEADER}\n${part(number)}\n`))).toEqual(['2 made_a_date partNumber (warning)'])
  expect(await run(`partNumber,price\n${number},3\n`)).toMatchObject({
    problems: [],
    counts: { changed: 1 },
  })
})

test.each(['12E4', '1E-05', 'E+11', 'MARK-12', '3/8', '11-22-33', '4006-10-20', '90.750', '0017'])(
  'the number %s is no work of a spreadsheet',
  async (number) => {
    expect(await run(`${HEADER}\n${part(number)}\n`)).toMatchObject({ problems: [], counts: { added: 1 } })
  },
)

test.each([
  ['"$1,299.00"', ['commas']],
  ['12.50$', ['“$”']],
  ['CA$12.50', ['“CA”', '“$”']],
  ['"1.299,00"', ['commas']],
  ['"4,95"', ['commas']],
  ['€12.50', ['“€”']],
  ['12.50 CAD', ['spaces', '“CAD”']],
  ["1'299.00", ["“'”"]],
])('a price of %s is refused in words that say what to leave out', async (price, words) => {
  await stock('PR-1')
  const found = await run(`partNumber,price\nPR-1,${price}\n`)
  expect(codes(found)).toEqual(['2 invalid_input price'])
  for (const word of [...words, 'such as 1299.00', 'a point before the cents'])
    expect(found.problems[0]?.message).toContain(word)
})

test.each([
  ['.52', 52],
  ['$12.50', 1250],
  ['$.52', 52],
  ['" $ 12.50 "', 1250],
  ['US$12.50', 1250],
  ['us $ 12', 1200],
  ['USD 12.50', 1250],
  ['12.50 USD', 1250],
  ['12.50US$', 1250],
  ['$12.50 USD', 1250],
])(
  'a price of %s is read: it may have the sign of dollars, and needs no digit before its point',
  async (price, cents) => {
    await stock('PR-2')
    expect(await run(`partNumber,price,coreDeposit\nPR-2,${price},${price}\n`)).toMatchObject({ ok: true })
    expect(await onSale()).toMatchObject([{ price_cents: cents, core_cents: cents }])
  },
)

test('texts may begin with signs, as they do in the export, which changes nothing', async () => {
  const texts = { name: '-6 AN hose end', about: '=> fits "all"', brand: '@home' }
  const file = [HEADER, part('-6AN', texts), part('+K', { name: '+ pole' }), part('=E', { name: "'- odd" })]
  expect(await run(file.join('\n'))).toMatchObject({ ok: true, counts: { added: 3 } })
  expect(await onSale()).toMatchObject([
    { part_number: '+K', name: '+ pole' },
    { part_number: '-6AN', ...texts },
    { part_number: '=E' },
  ])
  const exported = await textOf(exportProducts(store.db))
  expect(exported).toContain("'-6 AN hose end")
  expect(await run(exported)).toMatchObject({ ok: true, counts: { unchanged: 3 } })
})

describe('HTML in a file', () => {
  test('becomes plain text, and its export changes nothing', async () => {
    const texts = {
      name: 'Bulb <b>12 V</b> &amp; holder',
      about: '<p>Bright.</p><ul><li>H7</li><li>55 W</li></ul>',
      brand: 'Os<i>ram</i>',
    }
    const file = [HEADER, part('HT-1', texts), part('HT-2', { about: 'Write &amp;amp; for &amp;' })].join(
      '\n',
    )
    expect(await run(file)).toMatchObject({ ok: true, counts: { added: 2 } })
    expect(await onSale()).toMatchObject([
      { name: 'Bulb 12 V & holder', about: 'Bright.\nH7\n55 W', brand: 'Osram' },
      { about: 'Write &amp; for &' },
    ])
    expect(await run(file)).toMatchObject({ ok: true, counts: { unchanged: 2 } })
    const exported = await textOf(exportProducts(store.db))
    expect(await run(exported)).toMatchObject({ ok: true, counts: { unchanged: 2 } })
  })
  test('of which nothing is left counts as a blank cell', async () => {
    await stock('HT-3')
    expect(await run('partNumber,name\nHT-3,<p></p>\n')).toMatchObject({ counts: { unchanged: 1 } })
  })
})

test('only the command speaks of its option for other headings', async () => {
  const found = await run('SKU,price\nA,1\n')
  expect(found.problems).toMatchObject([
    { code: 'missing_column', message: expect.not.stringContaining('--') },
  ])
  expect(describeImport(found, { applied: true })).toContain('Use --columns "SKU=partNumber".')
})
