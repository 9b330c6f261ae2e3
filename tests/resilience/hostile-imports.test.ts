// Long because every attack on the readers of imports is sent to the same store.
// Files that attack the import readers, or that a shop sends by mistake, and admins who do the same
// simultaneously. Each gets a report with the line, or a refusal, and changes nothing.

import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import { type ImportDetails, isRunning } from '#domain/imports/imported-file.ts'
import { insertProducts } from '#domain/products/add-product.server.ts'
import { openFixture, type Fixture } from '../support/call-samples.ts'
import { order } from '../support/orders.ts'
import { openSecondStore } from '../support/test-store.ts'
import { caller, signIn } from '../support/users.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
  await fixture.store.db
    .insertInto('vehicles')
    .values({ year: 2006, make: 'Honda', model: 'Civic', fuel: '', drive: '' })
    .execute()
})
afterAll(() => fixture.store.close())

type Upload = { kind: string; file: string | Uint8Array<ArrayBuffer>; name?: string; map?: string }

async function send({ kind, file, name = 'file', map }: Upload, store = fixture.store): Promise<Response> {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new Blob([file]), name)
  if (map !== undefined) form.set('map', new Blob([map]), 'map.csv')
  return fetch(`${store.url}/imports`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fixture.admin.token}` },
    body: form,
  })
}

async function upload(upload: Upload): Promise<ImportDetails> {
  const sent = await send(upload)
  expect(sent.status).toBe(201)
  const { insertedId } = (await sent.json()) as { insertedId: string }
  return settled(insertedId)
}

/** The import once it is no longer running. */
const settled = (id: string): Promise<ImportDetails> =>
  vi.waitFor(
    async () => {
      const { body } = await fixture.admin.call('GET', `/imports/${id}`)
      expect(isRunning(body.status), body.status).toBe(false)
      return body as ImportDetails
    },
    { timeout: 120_000, interval: 50 },
  )

const ask = (id: string, action: 'check' | 'apply' | 'undo', user = fixture.admin) =>
  user.call('PATCH', `/imports/${id}`, { action })

async function change(id: string, action: 'apply' | 'undo'): Promise<ImportDetails> {
  expect((await ask(id, action)).status).toBe(200)
  return settled(id)
}

/** Adds parts with these numbers, and returns the id of the first. */
async function stock(...numbers: string[]): Promise<string> {
  const parts = numbers.map((partNumber) => ({
    picture: fixture.picture,
    name: `Part ${partNumber}`,
    about: 'Text.',
    price: 10,
    available: 5,
    minOrder: 1,
    partNumber,
  }))
  const [first] = await insertProducts(fixture.store.db, null, parts)
  return first?.id ?? ''
}

/** All data that an import could change. */
async function everything(): Promise<unknown> {
  const { rows } = await sql`
    select (select md5(string_agg(products::text, '' order by id)) from products) as products,
      (select count(*) from fitments) as fitments, (select count(*) from part_numbers) as numbers,
      (select count(*) from audit_entries) as audited, (select count(*) from stock_movements) as moved`.execute(
    fixture.store.db,
  )
  return rows[0]
}

const problemsOf = ({ report }: ImportDetails) =>
  (report?.problems ?? []).map(({ line, code }) => `${line} ${code}`)
const MB = 2 ** 20
const COLUMNS = 'partNumber,name,price'
const aces = (apps: string, count: number) =>
  `<ACES version="4.2"><Header><SubmissionType>UPDATE</SubmissionType></Header>\n${apps}<Footer><RecordCount>${count}</RecordCount></Footer></ACES>`
const APP = '<App action="A"><BaseVehicle id="7"/><Qty>1</Qty><Part>HI-0</Part></App>\n'
const MAP = 'base_vehicle_id,make,model,year\n7,Honda,Civic,2006\n'
const pies = (items: string, count: number) =>
  `<PIES><Items>\n${items}</Items><Trailer><ItemCount>${count}</ItemCount></Trailer></PIES>`
const utf16 = (text: string) => Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const bytes = (text: string) => Uint8Array.from(Buffer.from(text))
const gzip = (text: string) => Uint8Array.from(gzipSync(text))
const zip = (files: Record<string, Uint8Array>) => Uint8Array.from(zipSync(files))
const workbook = zip({
  '[Content_Types].xml': bytes('<Types/>'),
  'xl/workbook.xml': bytes('<workbook/>'),
})
const half = (file: Uint8Array) => Uint8Array.from(file.subarray(0, file.length / 2))
const item = '<Item><PartNumber>HI-0</PartNumber><BrandLabel>New</BrandLabel></Item>\n'

describe('a file is refused with the line, and changes nothing:', () => {
  beforeAll(() => stock('HI-0'))

  test.each<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
    ['an ACES file as a list of parts', 'products', aces(APP, 1), '1 not_csv'],
    ['a web page as a list of parts', 'products', '\n<!DOCTYPE html><title>A</title>', '1 not_csv'],
    ['a workbook as a list of parts', 'products', workbook, '1 not_text'],
    ['a compressed list of parts', 'products', gzip(`${COLUMNS}\nHI-0,New,1\n`), '1 not_text'],
    ['a list of parts in UTF-16', 'products', utf16(`${COLUMNS}\nHI-0,New,1\n`), '1 wrong_encoding'],
    ['a list of parts in Windows-1252', 'products', latin1(`${COLUMNS}\nHI-0,Für,1\n`), '2 wrong_encoding'],
    ['a heading twice, after blank lines', 'products', '\n\nPrice,partNumber,price\n', '3 duplicate_column'],
    ['no heading that is known', 'products', '\nShelf,Row\nHI-0,1\n', '2 missing_column'],
    ['a million blank lines', 'products', `${COLUMNS}${'\n'.repeat(1_100_000)}`, '1000001 too_many_lines'],
    ['one line of 15 MB', 'products', `${COLUMNS}\nHI-0,${'a'.repeat(15 * MB)}`, '2 broken_quotes'],
    ['a huge cell', 'products', `${COLUMNS}\nHI-0,${'a'.repeat(900_000)},1\n`, '2 invalid_input'],
    ['a quote that is never closed', 'products', `${COLUMNS}\nHI-0,"New,1\n`, '2 broken_quotes'],
    ['a list of parts as ACES', 'aces', `${COLUMNS}\nHI-0,New,1\n`, '1 not_xml'],
    ['a PIES file as ACES', 'aces', pies(item, 1), '1 not_aces'],
    ['a workbook as ACES', 'aces', workbook, '1 broken_zip'],
    ['a compressed ACES file', 'aces', gzip(aces(APP, 1)), '1 not_xml'],
    ['an ACES file in UTF-16', 'aces', utf16(aces(APP, 1)), '1 wrong_encoding'],
    [
      'an ACES file in Windows-1252',
      'aces',
      latin1(aces(`<App><Note>Für</Note></App>`, 1)),
      '2 wrong_encoding',
    ],
    ['half an archive', 'aces', half(zip({ 'a.xml': bytes(aces(APP.repeat(9), 9)) })), '1 broken_zip'],
    ['half an ACES file', 'aces', aces(APP, 1).slice(0, -60), '2 broken_xml'],
    ['ACES 1,000 elements deep', 'aces', aces(`<App>${'<a>'.repeat(1_000)}`, 1), '2 too_deep'],
    [
      'ACES with entities of entities',
      'aces',
      `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(99)}"><!ENTITY c "${'&b;'.repeat(99)}">]>${aces('<App><Note>&c;</Note></App>', 1)}`,
      '1 document_type',
    ],
    [
      'ACES with a file of the server',
      'aces',
      `<!DOCTYPE a SYSTEM "file:///etc/passwd">${aces(APP, 1)}`,
      '1 document_type',
    ],
    ['an ACES file as PIES', 'pies', aces(APP, 1), '1 not_pies'],
    ['a workbook as PIES', 'pies', workbook, '1 broken_zip'],
    ['half a PIES file', 'pies', pies(item, 1).slice(0, -60), '2 broken_xml'],
    ['a PIES file with too few items', 'pies', pies(item, 2), '3 wrong_record_count'],
  ])('%s', async (_, kind, file, problem) => {
    const before = await everything()
    const found = await upload({ kind, file, ...(kind === 'aces' && { map: MAP }) })
    expect(found.status).toBe('refused')
    expect(problemsOf(found)).toContain(problem)
    expect((await ask(found._id, 'apply')).status).toBe(409)
    expect(await everything()).toEqual(before)
  })
})

describe('a file is read despite', () => {
  beforeAll(() => stock('HR-0', 'HR-1', 'HR-2'))

  test('line ends of several systems, headings in another case, and unknown columns', async () => {
    const file =
      '\uFEFFPARTNUMBER,Remark,price,Remark\r\nHR-0,"2 lb",11,"x"\nHR-1,3 lb,"12","y"\r\n\nHR-2,,13,\r\n'
    const found = await upload({ kind: 'products', file, name: 'parts.xlsx' })
    expect(found).toMatchObject({ status: 'checked', counts: { changed: 3, refused: 0 } })
    expect(found.report?.ignored).toEqual(['Remark', 'Remark'])
  })

  test('files that macOS adds to an archive, and a misleading file name', async () => {
    const files = {
      'aces.xml': bytes(aces(APP.replace('HI-0', 'HR-0'), 1)),
      '__MACOSX/._aces.xml': bytes('\0\0'),
    }
    const found = await upload({ kind: 'aces', file: zip(files), name: 'aces.csv', map: MAP })
    expect(found).toMatchObject({ status: 'checked', counts: { added: 1 } })
  })
})

test('a map with very many wrong lines is refused with each problem listed once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `${n},Honda,Civic,never\n`).join('')
  const found = await upload({
    kind: 'aces',
    file: aces(APP, 1),
    map: `base_vehicle_id,make,model,year\n${lines}`,
  })
  expect(found.status).toBe('refused')
  expect(found.report?.problems.length).toBeLessThan(10)
  expect(found.report?.problems[0]?.message).toContain('In the map')
})

test('an upload that is cut off in the middle is not listed, and the next one works', async () => {
  const listed = async () => (await fixture.admin.call('GET', '/imports?limit=100')).body.length
  const before = await listed()
  const part = (name: string, more = '') =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  for (const ends of ['end', 'resetAndDestroy'] as const) {
    const socket = connect(Number(new URL(fixture.store.url).port), '127.0.0.1')
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => undefined)
    socket.resume()
    const sent = `${part('kind')}products\r\n${part('file', '; filename="a.csv"')}${COLUMNS}\r\nHI-0,New,1\r\n`
    socket.write(
      `POST /imports HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${fixture.admin.token}\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${sent.length + 500_000}\r\n\r\n${sent}`,
      () => socket[ends](),
    )
    await closed
  }
  expect(await listed()).toBe(before)
  expect((await send({ kind: 'products', file: 'partNumber\n' })).status).toBe(201)
})

const added = (series: string, count: number) =>
  `partNumber,name,about,price,available,minOrder,picture\n${Array.from({ length: count }, (_, n) => `${series}-${n},New,Text.,3,4,1,${fixture.picture}\n`).join('')}`
const onSale = async (series: string) => {
  const { rows } = await sql<{ price: number }>`
    select price_cents as price from products where part_number like ${`${series}-%`} and deleted_at is null`.execute(
    fixture.store.db,
  )
  return rows.map(({ price }) => price)
}

test('two admins who import the same new parts at the same moment add them once', async () => {
  const other = await signIn(fixture.store, { admin: true })
  const [first, second] = [
    await upload({ kind: 'products', file: added('HT', 300) }),
    await upload({ kind: 'products', file: added('HT', 300) }),
  ]
  const responses = await Promise.all([ask(first._id, 'apply'), ask(second._id, 'apply', other)])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  const done = [await settled(first._id), await settled(second._id)]
  expect(done.map(({ status }) => status)).toEqual(['applied', 'applied'])
  expect(done.map(({ counts }) => (counts?.added ?? 0) + (counts?.unchanged ?? 0))).toEqual([300, 300])
  expect(await onSale('HT')).toHaveLength(300)
})

test('two admins who undo an import at the same moment undo it once', async () => {
  const other = await signIn(fixture.store, { admin: true })
  const { _id } = await upload({ kind: 'products', file: added('HU', 50) })
  await change(_id, 'apply')
  const responses = await Promise.all([ask(_id, 'undo'), ask(_id, 'undo', other)])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await settled(_id)).toMatchObject({ status: 'undone', undoReport: { restored: 50, kept: [] } })
  expect(await onSale('HU')).toEqual([])
})

test('a store that is stopped in the middle of an import leaves it to the next one, which does it once', async () => {
  const second = await openSecondStore(fixture.store)
  const sent = await send({ kind: 'products', file: added('HS', 2_000) }, second)
  const { insertedId } = (await sent.json()) as { insertedId: string }
  await settled(insertedId)
  const byId = `/imports/${insertedId}`
  const atSecond = caller(second, fixture.admin.token)
  expect((await atSecond('PATCH', byId, { action: 'apply' })).status).toBe(200)
  await vi.waitFor(async () => expect((await fixture.admin.call('GET', byId)).body.done).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 5,
  })
  await second.close()
  const left = await fixture.admin.call('GET', byId)
  expect(left.body.status).toBe('applying')
  expect(await onSale('HS')).toEqual([])
  fixture.store.shop.jobs.wake()
  expect(await settled(insertedId)).toMatchObject({ status: 'applied', counts: { added: 2_000 } })
  expect(await onSale('HS')).toHaveLength(2_000)
})

test('an undo of vehicles keeps later manual changes, and names the part', async () => {
  const id = await stock('HV-0')
  await stock('HV-1')
  const file = aces(APP.replace('HI-0', 'HV-0') + APP.replace('HI-0', 'HV-1'), 2)
  const { _id } = await upload({ kind: 'aces', file, map: MAP })
  await change(_id, 'apply')
  await order(fixture.owner, id)
  await sql`update fitments set note = 'By hand', source = 'shop' where product_id = ${id}`.execute(
    fixture.store.db,
  )
  const undone = await change(_id, 'undo')
  expect(undone).toMatchObject({ status: 'undone', undoReport: { restored: 1, keptCount: 1 } })
  expect(undone.undoReport?.kept.map(({ partNumber }) => partNumber)).toEqual(['HV-0'])
  const { rows } = await sql<{ note: string }>`
    select note from fitments join products on products.id = product_id where part_number like 'HV-%'`.execute(
    fixture.store.db,
  )
  expect(rows).toEqual([{ note: 'By hand' }])
})

// Must be the last test.
test('every data invariant holds after all attacks', async () => {
  await sql`analyze`.execute(fixture.store.db)
  for (const { name, breaches } of INVARIANTS)
    expect((await sql.raw(breaches).execute(fixture.store.db)).rows, name).toEqual([])
})
