// Long because every kind of application and of file is tested, each on the same store.

import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { INVARIANTS } from '#db/invariants.ts'
import { fitmentsOf } from '#domain/products/list-fitments.server.ts'
import { fitmentSummary } from '#domain/vehicles/fitment.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { describeImport } from './describe-import.ts'
import { importFromDisk } from './import.ts'

let store: TestStore
let folder: string

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'import-'))
  const civics = Array.from({ length: 10 }, (_, at) => ({
    year: 2004 + at,
    make: 'Honda',
    model: 'Civic',
    displacement_l: '1.8',
    cylinders: 4,
    fuel: 'Gasoline',
    drive: 'Front-Wheel Drive',
  }))
  await store.db.insertInto('vehicles').values(civics).execute()
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await store.close()
})
beforeEach(() => store.db.updateTable('products').set({ deleted_at: new Date() }).execute())

const counts = (some: object) => ({ added: 0, changed: 0, removed: 0, unchanged: 0, refused: 0, ...some })

/** An application of base vehicle `id`, which in our map is the Honda Civic of that year. */
const app = (part: string, id: number | string, rest = '', action = 'A') =>
  `<App action="${action}" id="1"><BaseVehicle id="${id}"/>${rest}<PartType id="1896"/><Part>${part}</Part></App>\n`
const catalog = (apps: readonly string[], { type = 'FULL', count = apps.length } = {}) =>
  `<ACES version="4.2"><Header><SubmissionType>${type}</SubmissionType></Header>\n${apps.join('')}<Footer><RecordCount>${count}</RecordCount></Footer></ACES>`
const CIVICS = Array.from({ length: 10 }, (_, at) => `${2004 + at},honda,CIVIC,${2004 + at}`)

type Options = { apply?: boolean; skipUnknown?: boolean; map?: readonly string[] }

async function run(text: string, { map = CIVICS, ...options }: Options = {}) {
  const [file, mapFile] = [path.join(folder, 'aces.xml'), path.join(folder, 'map.csv')]
  await writeFile(file, text)
  await writeFile(mapFile, ['base_vehicle_id,make,model,year', ...map].join('\n'))
  return importFromDisk(store.shop, file, { kind: 'aces', apply: true, map: mapFile, ...options })
}
const problems = ({ problems: all }: Awaited<ReturnType<typeof run>>) =>
  all.map(({ line, code, warning }) => `${line} ${code}${warning ? ' (warning)' : ''}`)
const linesOf = async (id: string) => (await fitmentsOf(store.db, id)).map(fitmentSummary)

/** An existing part. */
async function stock(partNumber: string): Promise<string> {
  const id = await stockProduct(store, { name: `Part ${partNumber}`, price: 10, available: 5 })
  await store.db.updateTable('products').set({ part_number: partNumber }).where('id', '=', id).execute()
  return id
}

test('the years of a part become ranges; a second import has nothing to do', async () => {
  const id = await stock('R-11')
  const file = catalog([
    app('R11', 2006, '<Qty>2</Qty><Position id="22"/>'),
    app('r 11', 2005, '<Qty>2</Qty><Position id="22"/>'),
    app('R11', 2008, '<Qty>2</Qty><Position id="22"/>'),
  ])
  expect(await run(file, { apply: false })).toMatchObject({ ok: true, counts: counts({ added: 2 }) })
  expect(await linesOf(id)).toEqual([])
  const found = await run(file)
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 2 }) })
  expect(problems(found)).toEqual(['2 other_spelling (warning)'])
  expect(found.changes).toEqual([
    {
      line: 2,
      partNumber: 'R-11',
      fields: [
        {
          field: 'vehicles',
          before: '0 lines',
          after:
            '2 lines. Added: 2005–2006 Honda Civic · front · 2 per vehicle; 2008 Honda Civic · front · 2 per vehicle',
        },
      ],
    },
  ])
  expect(await linesOf(id)).toEqual([
    '2005–2006 Honda Civic · front · 2 per vehicle',
    '2008 Honda Civic · front · 2 per vehicle',
  ])
  expect(await run(file)).toMatchObject({ ok: true, counts: counts({ unchanged: 2 }) })
})

test('the first lines that a file adds to a part and removes from it are listed', async () => {
  await stock('R-12')
  const years = (from: number, note: string) =>
    [0, 2, 4, 6].map((at) => app('R-12', from + at, `<Note>${note}</Note>`))
  await run(catalog(years(2004, 'old')))
  const { changes } = await run(catalog(years(2005, 'new').slice(0, 1)), { apply: false })
  expect(changes.flatMap(({ fields }) => fields.map(({ before, after }) => `${before} → ${after}`))).toEqual([
    '4 lines → 1 line. Added: 2005 Honda Civic · new. Removed: 2004 Honda Civic · old; 2006 Honda Civic · old; 2008 Honda Civic · old; and 1 more',
  ])
})

test('qualifiers become what the store records of a vehicle, or an option, or a note', async () => {
  const id = await stock('Q-1')
  const found = await run(
    catalog([
      app('Q-1', 2006, '<EngineBase id="9">L4 1.8L</EngineBase><DriveType id="5">FWD</DriveType>'),
      app(
        'Q-1',
        2007,
        '<BodyType id="5">Coupe</BodyType><Note>Under the hood</Note><Note>built from 2007-03-01</Note>',
      ),
      app('Q-1', 2008, '<EngineBase id="177"/><Region id="3"/><Note>with air conditioning</Note>'),
      `<App><Years from="2009" to="2011"/><Make id="1">Honda</Make><Model id="2">Civic</Model><Qual id="3"><text>Si only</text></Qual><Part>Q-1</Part></App>`,
    ]),
  )
  expect(found).toMatchObject({ ok: true, problems: [] })
  expect(await linesOf(id)).toEqual([
    '2006 Honda Civic, 1.8 L, 4 cylinders · FWD',
    '2007 Honda Civic · Coupe · built from Mar 1, 2007 · Under the hood',
    '2008 Honda Civic · engine base 177 in the supplier’s catalog; sold in Mexico; with air conditioning',
    '2009–2011 Honda Civic · Si only',
  ])
})

test('vehicles are found by the names that catalogs use for them', async () => {
  const id = await stock('V-1')
  await store.db
    .insertInto('vehicles')
    .values(
      [
        { model: '3 Series', variant: '328i xDrive' },
        { model: '3 Series', variant: 'M' },
        { model: '5 Series', variant: 'M' },
      ].map((row) => ({
        ...row,
        year: 2014,
        make: 'BMW',
        displacement_l: '2.0',
        cylinders: 4,
        fuel: '',
        drive: '',
      })),
    )
    .execute()
  const map = [
    '1,BMW,3 Series,2014',
    '2,bmw,328i xdrive,2014',
    '3,BMW,3-Series 328i xDrive,2014',
    '4,BMW,3 Series Gran Turismo,2014',
  ]
  expect(
    await run(catalog([app('V-1', 1), app('V-1', 2), app('V-1', 3), app('V-1', 4)]), { map }),
  ).toMatchObject({
    ok: true,
  })
  expect(await linesOf(id)).toEqual([
    '2014 BMW 3 Series',
    '2014 BMW 3 Series · Gran Turismo',
    '2014 BMW 3 Series 328i xDrive',
  ])
  // Two models have the first name, and none the second in this year.
  const map2 = ['5,BMW,M,2014', '6,BMW,3 series,1931']
  const unknown = await run(catalog([app('V-1', 5), app('V-1', 6)]), { map: map2 })
  expect(problems(unknown)).toEqual(['2 unknown_vehicle (warning)', '3 unknown_vehicle (warning)'])
  expect(await linesOf(id)).toEqual(['1931 BMW 3 Series', '2014 BMW M'])
})

test('a FULL file replaces the lines of its parts from earlier files, and nothing else', async () => {
  const [id, other] = [await stock('F-1'), await stock('F-2')]
  const entered = { product_id: id, make: 'Honda', model: 'Civic', year_from: 2010, year_to: 2010 }
  await store.db.insertInto('fitments').values(entered).execute()
  await run(catalog([app('F-1', 2004), app('F-1', 2005, '<Qty>1</Qty>'), app('F-2', 2004)]))
  const found = await run(catalog([app('F-1', 2005, '<Qty>2</Qty>'), app('F-1', 2010), app('F-1', 2012)]))
  // 2010 is what an admin entered; it is not listed twice.
  expect(found.counts).toEqual(counts({ added: 1, changed: 1, removed: 1, unchanged: 1 }))
  expect(await linesOf(id)).toEqual([
    '2005 Honda Civic · 2 per vehicle',
    '2010 Honda Civic',
    '2012 Honda Civic',
  ])
  expect(await linesOf(other)).toEqual(['2004 Honda Civic'])
})

test('an UPDATE adds and deletes applications', async () => {
  const id = await stock('U-1')
  await run(catalog([2004, 2005, 2006, 2007].map((year) => app('U-1', year, '<Qty>1</Qty>'))))
  const found = await run(
    catalog([app('U-1', 2005, '', 'D'), app('U-1', 2013, '<Qty>1</Qty>'), app('U-1', 2012, '', 'D')], {
      type: 'UPDATE',
    }),
  )
  expect(problems(found)).toEqual(['4 nothing_to_delete (warning)'])
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 3, removed: 1 }) })
  expect(await linesOf(id)).toEqual([
    '2004 Honda Civic · 1 per vehicle',
    '2006–2007 Honda Civic · 1 per vehicle',
    '2013 Honda Civic · 1 per vehicle',
  ])
})

describe('the real file', () => {
  const FILE = 'tests/support/catalogs/aces-3.1-air-filters.xml'

  /** Every base vehicle of the file is a Civic, except for the two that its authors made up. */
  async function setUp() {
    const text = await readFile(FILE, 'latin1')
    const parts = new Set([...text.matchAll(/<Part>([^<]+)/g)].map(([, part]) => part ?? ''))
    for (const part of parts) await stock(part)
    const ids = new Set([...text.matchAll(/BaseVehicle id="(\d+)"/g)].map(([, id]) => Number(id)))
    return [...ids].filter((id) => id < 500_000).map((id) => `${id},Honda,Civic,${2004 + (id % 10)}`)
  }

  test('is refused with its planted errors and their lines, and nothing is applied', async () => {
    const map = await setUp()
    const found = await run(await readFile(FILE, 'latin1'), { map })
    expect(found.ok).toBe(false)
    const refused = found.problems.filter(({ warning }) => !warning)
    expect(refused.map(({ line, code, field }) => ({ line, code, field }))).toEqual([
      { line: 17, code: 'unknown_base_vehicle', field: 'BaseVehicle' },
      { line: 24, code: 'unknown_base_vehicle', field: 'BaseVehicle' },
      { line: 27, code: 'unknown_position', field: 'Position' },
    ])
    expect(refused.map(({ message }) => message).join(' ')).toMatch(/588822.*588922.*341221/)
    const written = await store.db
      .selectFrom('fitments')
      .innerJoin('products', 'products.id', 'fitments.product_id')
      .where('products.deleted_at', 'is', null)
      .select('fitments.id')
      .execute()
    expect(written).toEqual([])
    expect(describeImport(found, { applied: true })).toContain('Nothing was changed')
  })

  test('is imported without these errors', async () => {
    const map = await setUp()
    const file = path.join(folder, 'copy.xml')
    await copyFile(FILE, file)
    const text = await readFile(file, 'latin1')
    const found = await run(text.replace('id="341221"', 'id="1"'), {
      map: [...map, '588822,Honda,Civic,2004', '588922,Honda,Civic,2005'],
    })
    expect(found.ok).toBe(true)
    expect(found.counts.added).toBeGreaterThan(10)
  })
})

test('everything that is refused is listed, and then nothing is applied', async () => {
  const id = await stock('E-1')
  const found = await run(
    catalog(
      [
        app('E-1', 2004),
        app('E-1', 99),
        app('E-1', 99),
        app('NONE', 2005),
        app('E-1', 2005, '<Qty>0</Qty>'),
        app('E-1', 2005, '', 'X'),
        app('E-1', 2005, '', 'D'),
        app('', 2005),
        app('E-1', 3000),
        app('E-1', 2006, '<EngineBase id="1">V8 9.9L</EngineBase>'),
        '<App action="A"><Years from="2005" to="2004"/><Make id="1">Honda</Make><Model id="1">Civic</Model><Part>E-1</Part></App>\n',
        '<App action="A"><Years from="2004" to="2005"/><Make id="54"/><Model id="1"/><Part>E-1</Part></App>\n',
        '<App action="A"><Part>E-1</Part></App>\n',
      ],
      { count: 14 },
    ),
    { map: [...CIVICS, '3000,Hondo,Civic,2004', '3001,Honda,,2004'] },
  )
  expect(problems(found)).toEqual([
    '3 unknown_base_vehicle',
    '5 unknown_part',
    '6 invalid_quantity',
    '7 unknown_action',
    '8 deletion_in_full_file',
    '9 missing_part',
    '10 unknown_vehicle',
    '11 unknown_engine',
    '12 invalid_years',
    '13 invalid_input',
    '13 unknown_make',
    '14 missing_vehicle',
    '15 wrong_record_count',
  ])
  expect(found.problems.find(({ code }) => code === 'unknown_base_vehicle')?.message).toContain('Lines 3, 4.')
  expect(found).toMatchObject({ ok: false, counts: { refused: 14 } })
  expect(await linesOf(id)).toEqual([])
})

test('a file of base vehicles without a map is refused with one problem, not one for each vehicle', async () => {
  await stock('M-1')
  const found = await run(catalog([app('M-1', 2004), app('M-1', 2005)]), { map: [] })
  expect(problems(found)).toEqual(['2 unknown_base_vehicle'])
  expect(found.problems[0]?.message).toMatch(
    /together with a map of base vehicles that lists them\. Lines 2, 3\.$/,
  )
  expect(found).toMatchObject({ ok: false, counts: { refused: 2 } })
})

test('unknown parts and vehicles can be left out', async () => {
  const id = await stock('S-1')
  const found = await run(catalog([app('S-1', 2004), app('S-1', 99), app('NONE', 2005)]), {
    skipUnknown: true,
  })
  expect(problems(found)).toEqual(['3 unknown_base_vehicle (warning)', '4 unknown_part (warning)'])
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 1 }) })
  expect(await linesOf(id)).toEqual(['2004 Honda Civic'])
})

test('a suspicious line that can be imported leads to a warning', async () => {
  await stock('W-1')
  await stock('W-2')
  const found = await run(
    catalog([
      app('W-1', 2004, '<Qty>2</Qty>'),
      app('W-1', 2004, '<Qty>2</Qty>'),
      app('W-1', 2004, '<Qty>1</Qty>'),
      app('W-2', 2004, '<Qty>2</Qty>'),
      app('W-2', 2004, '<Qty>2</Qty><Note>for other rotors</Note>'),
      ...[2005, 2006, 2007, 2008].map((year) => app('W-1', year, '<Qty>2</Qty>')),
      app('W-1', 2009, '<Qty>40</Qty><Position id="777"/>'),
    ]),
    { apply: false },
  )
  expect(problems(found)).toEqual([
    '3 duplicate (warning)',
    '4 different_quantities (warning)',
    '5 overlap (warning)',
    '11 unknown_position (warning)',
    '11 unusual_quantity (warning)',
  ])
  expect(found.ok).toBe(true)
})

test('years far beyond those of a model lead to a warning, unless the list of vehicles ends there', async () => {
  await stock('YR-1')
  await store.db
    .insertInto('vehicles')
    .values([
      { year: 1998, make: 'Geo', model: 'Metro', fuel: '', drive: '' },
      { year: 1999, make: 'Geo', model: 'Metro', fuel: '', drive: '' },
    ])
    .execute()
  const of = (model: string, from: number, to: number) =>
    `<App action="A" id="1"><Years from="${from}" to="${to}"/><Make>${model === 'Metro' ? 'Geo' : 'Honda'}</Make><Model>${model}</Model><Part>YR-1</Part></App>\n`
  const found = await run(
    catalog([
      of('Metro', 1996, 2002),
      of('Metro', 1998, 2010),
      of('Civic', 1999, 2013),
      of('Metro', 1980, 1999),
    ]),
    { apply: false },
  )
  expect(problems(found)).toEqual(['3 unlikely_years (warning)', '4 unlikely_years (warning)'])
  expect(found.problems[0]?.message).toContain(
    'Geo Metro of the years 1998 to 1999, and the file says 1998 to 2010',
  )
})

test('applications of equipment are refused, or skipped with what else the store does not know', async () => {
  const id = await stock('EQ-1')
  const machine = (element: string) =>
    `<App action="A" id="2"><Mfr id="3"/><${element} id="88"/><PartType id="1"/><Part>EQ-1</Part></App>\n`
  const file = catalog([app('EQ-1', 2004), machine('EquipmentModel'), machine('EquipmentBase')])
  expect(problems(await run(file))).toEqual(['3 equipment'])
  const found = await run(file, { skipUnknown: true })
  expect(problems(found)).toEqual(['3 equipment (warning)'])
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 1 }) })
  expect(found.problems[0]?.message).toContain('Lines 3, 4.')
  expect(await linesOf(id)).toEqual(['2004 Honda Civic'])
})

test('the command says which notes are conditions, and how often', async () => {
  await stock('CN-1')
  const found = await run(
    catalog([
      app('CN-1', 2004, '<Note>Sport</Note>'),
      app('CN-1', 2005, '<Note>Sport</Note>'),
      app('CN-1', 2006, '<Note>Rear</Note>'),
    ]),
  )
  expect(describeImport(found, { applied: true })).toMatch(
    /taken as conditions.*\n {2}2 applications: Sport\n/,
  )
})

test('a problem of all years of a line is reported once', async () => {
  await stock('Y-1')
  await stock('Y-2')
  const civics = (part: string) =>
    `<App action="A" id="1"><Years from="2004" to="2009"/><Make id="0">Honda</Make><Model id="0">Civic</Model><PartType id="1896"/><Part>${part}</Part></App>\n`
  const { problems: found } = await run(
    catalog([civics('Y-1'), civics('Y-2'), app('Y-1', 2010), app('Y-2', 2010)]),
    { apply: false },
  )
  expect(found.map(({ message }) => message)).toEqual([
    'Parts Y-1 and Y-2 are for the same vehicle, and nothing says when to use which. Add a qualifier or note to each. Lines 3, 5.',
  ])
})

test.each(['', '0', '000'])('parts of the type "%s" are compared only with themselves', async (type) => {
  await stock('T-1')
  await stock('T-2')
  const untyped = (part: string, quantity: number) =>
    app(part, 2004, `<Qty>${quantity}</Qty>`).replace('id="1896"', `id="${type}"`)
  const found = await run(catalog([untyped('T-1', 1), untyped('T-2', 8), untyped('T-2', 4)]), {
    apply: false,
  })
  expect(problems(found)).toEqual(['4 different_quantities (warning)'])
})

test('a truncated file is refused completely', async () => {
  const id = await stock('B-1')
  const found = await run(catalog([app('B-1', 2004)]).slice(0, -20))
  expect(problems(found)).toEqual(['3 broken_xml'])
  expect(await linesOf(id)).toEqual([])
})

test('a part may have more lines than its form accepts, and every edit is in the audit', async () => {
  const id = await stock('M-1')
  const found = await run(
    catalog(Array.from({ length: 300 }, (_, at) => app('M-1', 2004 + (at % 10), `<Note>note ${at}</Note>`))),
  )
  expect(found).toMatchObject({ ok: true, counts: counts({ added: 300 }) })
  const audit = await store.db
    .selectFrom('audit_entries')
    .select(['action', 'after'])
    .where('subject', '=', `product:${id}`)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({ action: 'edit_product', after: { vehicles: 300 } })
  for (const { name, breaches } of INVARIANTS)
    expect((await sql.raw(breaches).execute(store.db)).rows, name).toEqual([])
})
