// Long because it is one subject on one open store: how calls, searches and pages use the vehicles of a part.

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pageOfFitments } from '#domain/products/list-fitments.server.ts'
import { searchProducts } from '#domain/search/search-products.server.ts'
import { type Fitment, fitsVehicle, UNQUALIFIED } from '#domain/vehicles/fitment.ts'
import type { VehicleQuery } from '#domain/vehicles/vehicle.ts'
import { civic as anyCivic } from '../../tests/support/fitments.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let secondStore: TestStore
let admin: User
let customer: User

const civic: Fitment = { ...anyCivic, engine: '1.8-4' }
const accord: Fitment = {
  ...UNQUALIFIED,
  make: 'Honda',
  model: 'Accord',
  variant: null,
  yearFrom: 2008,
  yearTo: 2009,
  engine: null,
}
const rx8: Fitment = {
  ...UNQUALIFIED,
  make: 'Mazda',
  model: 'RX-8',
  variant: null,
  yearFrom: 2008,
  yearTo: 2008,
  engine: '1.3-x',
}
const prius: Fitment = {
  ...UNQUALIFIED,
  make: 'Toyota',
  model: 'Prius',
  variant: null,
  yearFrom: 2010,
  yearTo: 2010,
  engine: null,
}

beforeAll(async () => {
  store = await openTestStore()
  secondStore = await openSecondStore(store)
  ;[admin, customer] = await Promise.all([signIn(store, { admin: true }), signIn(store)])
  const vehicle = (
    make: string,
    model: string,
    year: number,
    displacement_l: string | null,
    cylinders: number | null,
    variant: string | null = null,
  ) => ({
    make,
    model,
    variant,
    year,
    displacement_l,
    cylinders,
    fuel: 'Regular',
    drive: 'FWD',
  })
  await store.db
    .insertInto('vehicles')
    .values([
      vehicle('Honda', 'Civic', 2006, '1.8', 4),
      vehicle('Honda', 'Civic', 2009, '1.8', 4),
      vehicle('Honda', 'Civic', 2009, '2.0', 4),
      vehicle('Honda', 'Civic', 2011, '1.8', 4, 'CNG'),
      vehicle('Honda', 'Civic', 2011, '1.8', 4),
      vehicle('Honda', 'Accord', 2008, '2.4', 4),
      vehicle('Honda', 'Accord', 2009, '3.5', 6),
      vehicle('Mazda', 'RX-8', 2008, '1.3', null),
      vehicle('Toyota', 'Prius', 2010, '1.8', 4),
      vehicle('Tesla', 'Model S', 2014, null, null),
    ])
    .execute()
})
afterAll(async () => {
  await secondStore.close()
  await store.close()
})

/** The lines, whose years have two names each, without their ids. */
async function fitsOf(id: string, at: { url: string } = store) {
  const response = await caller(at)('GET', `/product/${id}/fitments?first=1000`)
  if (response.status !== 200) return response
  const body = response.body.map(({ fromYear, toYear, _id, ...line }: Record<string, unknown>) => {
    expect(_id).toMatch(/^\d+$/)
    expect([fromYear, toYear]).toEqual([line.yearFrom, line.yearTo])
    return line
  })
  return { ...response, body }
}
const detail = async (id: string) => (await customer.call('GET', `/product/${id}`)).body

/** Changes a part as an admin's form does, with its fields and the given changes. */
async function edit(id: string, over: object, as: User = admin) {
  return as.call('PUT', `/product/${id}`, { ...(await detail(id)), ...over })
}
async function productFor(fits: readonly Fitment[]): Promise<string> {
  const id = await stockProduct(store)
  expect((await edit(id, { fits })).status).toBe(200)
  return id
}
const notes = async (id: string) =>
  (
    await store.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject', '=', `product:${id}`)
      .orderBy('id')
      .execute()
  ).map(({ action, before, after }) => [action, Object(before).vehicles, Object(after).vehicles])

describe('what a part fits', () => {
  test('is accepted with the years as fromYear and toYear, too, and without an engine', async () => {
    const { yearFrom: fromYear, yearTo: toYear, engine: _, ...model } = civic
    const id = await stockProduct(store)
    expect((await edit(id, { fits: [{ ...model, fromYear, toYear }] })).status).toBe(200)
    expect((await fitsOf(id)).body).toEqual([{ ...civic, engine: null }])
    const both = { ...civic, fromYear: 1999, toYear: 1999 }
    expect((await edit(id, { fits: [both] })).status).toBe(200)
    expect((await fitsOf(id)).body).toEqual([civic])
    const refused = await edit(id, { fits: [{ ...model, fromYear: 2011, toYear: 2006 }] })
    expect(refused.status).toBe(422)
    expect(refused.body.errors[0]).toMatchObject({ field: 'fits.0.yearTo' })
  })
  test('is readable by everyone, by make, model and year', async () => {
    const sorted = [
      accord,
      { ...civic, yearTo: 2006 },
      { ...civic, engine: null },
      civic,
      { ...civic, engine: '2.0-4' },
      { ...civic, variant: 'Base' },
      { ...civic, variant: 'CNG', engine: null },
      rx8,
      prius,
    ]
    const id = await productFor(sorted.toReversed())
    expect(await fitsOf(id)).toMatchObject({ status: 200, body: sorted })
    expect((await fitsOf(await stockProduct(store))).body).toEqual([])
    const first = await caller(store)('GET', `/product/${id}/fitments?first=2`)
    expect(first.body).toMatchObject(sorted.slice(0, 2))
    expectProblem(await caller(store)('GET', `/product/${id}/fitments?first=1001`), 422, 'invalid_input')
  })

  test('is read page by page in one order, with each of thousands of lines once', async () => {
    const id = await stockProduct(store)
    await sql`
      insert into fitments (product_id, make, model, variant, year_from, year_to, displacement_l, cylinders, drive, position)
      select ${id}, 'Make ' || n % 3, 'Model ' || n % 7, case when n % 2 = 0 then 'Base' end, 1990 + n % 30, 2020,
             case when n % 5 > 0 then 1.8 end, case when n % 5 > 1 then 4 end, case when n % 11 = 0 then 'AWD' end,
             case when n % 13 = 0 then 'front' end
      from generate_series(1, 2500) n`.execute(store.db)
    const page = (query: string) => caller(store)('GET', `/product/${id}/fitments${query}`)
    const first = (await page('')).body
    expect(first).toHaveLength(100)
    const all: { _id: string }[] = []
    for (let after = ''; ;) {
      const { body } = await page(`?first=999${after && `&after=${after}`}`)
      all.push(...body)
      if (body.length < 999) break
      after = body.at(-1)._id
    }
    expect(all).toHaveLength(2500)
    expect(new Set(all.map(({ _id }) => _id)).size).toBe(2500)
    expect(all.slice(0, 100)).toEqual(first)
    const { fitments } = await pageOfFitments(store.shop, id, { page: 2, size: 1000 })
    expect(all.slice(1000, 2000)).toMatchObject(fitments)
    expect((await page(`?after=${all.at(-1)?._id}`)).body).toEqual([])

    // After a change of the list, continuing would skip lines.
    const other = await productFor([civic])
    const [line] = (await caller(store)('GET', `/product/${other}/fitments`)).body
    expectProblem(await page(`?after=${line._id}`), 422, 'invalid_input')
    for (const id of ['2147483647', '2147483648', '8000000000', '9'.repeat(15)])
      expectProblem(await page(`?after=${id}`), 422, 'invalid_input')
    await edit(other, { fits: [accord] })
    const late = await caller(store)('GET', `/product/${other}/fitments?after=${line._id}`)
    expectProblem(late, 422, 'invalid_input')
    expect(late.body.errors).toMatchObject([{ field: 'after', code: 'unknown_line' }])
    for (const query of ['?first=0', '?first=1001', '?after=x', '?after=1e3', `?after=${'9'.repeat(16)}`])
      expectProblem(await page(query), 422, 'invalid_input')
  })

  test('an export has all lines of a part, however many', async () => {
    const id = await stockProduct(store)
    await store.db.updateTable('products').set({ part_number: 'MANY-1' }).where('id', '=', id).execute()
    await sql`
      insert into fitments (product_id, make, model, year_from, year_to)
      select ${id}, 'Honda', 'Model ' || n, 2006, 2011 from generate_series(1, 1500) n`.execute(store.db)
    const file = await fetch(`${store.url}/exports/aces`, {
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect((await file.text()).match(/<Part>MANY-1<\/Part>/g)).toHaveLength(1500)
  })

  test('is not shown for a deleted part', async () => {
    const id = await productFor([civic])
    expect((await fitsOf(id)).status).toBe(200)
    await admin.call('DELETE', `/product/${id}`)
    expectProblem(await fitsOf(id), 404, 'not_found')
  })

  test('is the same in the list as by the rule of the part’s page, for any vehicle', async () => {
    const id = await productFor([civic, rx8, prius])
    const { body: fitments } = await fitsOf(id)
    const cases: [VehicleQuery, boolean][] = [
      [{}, true],
      [{ model: 'Nonesuch' }, true],
      [{ make: 'Honda' }, true],
      [{ make: 'honda' }, false],
      [{ make: 'Ford' }, false],
      [{ make: 'Honda', model: 'Civic' }, true],
      [{ make: 'Honda', model: 'Prius' }, false],
      [{ make: 'Honda', year: 2005 }, false],
      [{ make: 'Honda', year: 2006 }, true],
      [{ make: 'Honda', year: 2011, model: 'Civic' }, true],
      [{ make: 'Honda', year: 2012, model: 'Civic' }, false],
      [{ make: 'Honda', year: 2009, model: 'Civic', engine: '1.8-4' }, true],
      [{ make: 'Honda', year: 2009, model: 'Civic', engine: '2.0-4' }, false],
      [{ make: 'Honda', year: 2009, model: 'Civic', engine: '1.8-x' }, false],
      [{ make: 'Honda', year: 2009, model: 'Civic', engine: 'x-x' }, false],
      [{ make: 'Honda', year: 2009, model: 'Civic', engine: 'any' }, true],
      [{ make: 'Mazda', year: 2008, model: 'RX-8', engine: '1.3-x' }, true],
      [{ make: 'Mazda', year: 2008, model: 'RX-8', engine: '1.3-2' }, false],
      [{ make: 'Toyota', year: 2010, model: 'Prius', engine: '1.8-4' }, true],
      [{ make: 'Toyota', year: 2010, model: 'Prius', engine: 'x-x' }, true],
    ]
    for (const [vehicle, fits] of cases) {
      expect(fitsVehicle(fitments, vehicle), JSON.stringify(vehicle)).toBe(fits)
      const listed = await searchProducts(store.shop, { page: 1, vehicle })
      expect(
        listed.products.some((product) => product._id === id),
        JSON.stringify(vehicle),
      ).toBe(fits)
    }
  })
})

describe('whether a part fits a vehicle', () => {
  const civics = 'make=Honda&model=Civic&year'
  const fitOf = async (id: string, vehicle: string) =>
    (await caller(store)('GET', `/product/${id}/fit?${vehicle}`)).body
  const oneEngine = { ...civic, yearFrom: 2009, yearTo: 2009 }
  test.each<[string, Fitment[], string, object]>([
    ['one of two engines', [civic], `${civics}=2009`, { verdict: 'fits_if', missing: ['engine'] }],
    ['both engines', [civic, { ...civic, engine: '2.0-4' }], `${civics}=2009`, { verdict: 'fits' }],
    ['the only engine of that year', [civic], `${civics}=2006`, { verdict: 'fits' }],
    ['the chosen engine', [civic], `${civics}=2009&engine=1.8-4`, { verdict: 'fits' }],
    ['another engine', [oneEngine], `${civics}=2009&engine=2.0-4`, { verdict: 'does_not_fit' }],
    ['other years', [oneEngine], `${civics}=2011`, { verdict: 'does_not_fit' }],
    ['an unknown vehicle', [prius], `${civics}=1999`, { verdict: 'unknown' }],
    ['no vehicle', [prius], '', { verdict: 'unknown', missing: ['make', 'year', 'model'] }],
    [
      'one of two variants',
      [{ ...civic, variant: 'CNG' }],
      `${civics}=2011`,
      { verdict: 'fits_if', reason: 'Fits if its variant is CNG', missing: ['variant'] },
    ],
    [
      'both variants, on a line each',
      [
        { ...civic, variant: 'CNG', engine: null },
        { ...civic, variant: 'Base', engine: null },
      ],
      `${civics}=2011`,
      { verdict: 'fits' },
    ],
    [
      'one drive, and how many it takes',
      [{ ...civic, drive: 'FWD', quantity: 2 }],
      `${civics}=2011`,
      { verdict: 'fits_if', reason: 'Fits if it has front-wheel drive', missing: ['drive'], quantity: 2 },
    ],
    ['nothing at all', [], `${civics}=2011`, { verdict: 'unknown' }],
  ])('is decided for lines with %s', async (_names, fits, vehicle, verdict) => {
    const id = await productFor(fits)
    const fit = await fitOf(id, vehicle)
    expect(fit).toMatchObject(verdict)
    const { body } = await caller(store)('GET', `/products/fits?ids=${id.toUpperCase()},none&${vehicle}`)
    expect(body).toEqual({ items: [{ _id: id, fit }] })
    // The search returns the same verdict for what it finds, and finds only what is known to fit.
    const found = await caller(store)('GET', `/catalogue/search?limit=100&${vehicle}`)
    const item = found.status === 200 && found.body.items.find(({ _id }: { _id: string }) => _id === id)
    if (vehicle !== '')
      expect(item ? item.fit : 'not found').toEqual(fit.verdict.startsWith('fits') ? fit : 'not found')
  })

  test('is evaluated again when the part is changed', async () => {
    const id = await productFor([prius])
    expect(await fitOf(id, `${civics}=2009`)).toMatchObject({ verdict: 'does_not_fit' })
    await edit(id, { fits: [{ ...civic, engine: null }] })
    expect(await fitOf(id, `${civics}=2009`)).toMatchObject({ verdict: 'fits' })
  })

  test('is not evaluated for a deleted part, or for an overlong vehicle', async () => {
    const id = await productFor([civic])
    await admin.call('DELETE', `/product/${id}`)
    expectProblem(await caller(store)('GET', `/product/${id}/fit?${civics}=2009`), 404, 'not_found')
    expectProblem(
      await caller(store)('GET', `/product/${id}/fit?make=${'x'.repeat(61)}`),
      422,
      'invalid_input',
    )
  })
})

describe('what a line can contain', () => {
  const choices = async (query: string) => (await admin.call('GET', `/vehicles/models${query}`)).body

  test('is make, then model, then years (newest first), then a variant and an engine of any of these years', async () => {
    const makes = ['Honda', 'Mazda', 'Toyota', 'Tesla']
    expect(await choices('')).toEqual({ makes, models: [], years: [], variants: [], engines: [] })
    expect(await choices('?make=Honda')).toMatchObject({ models: ['Accord', 'Civic'], years: [] })
    expect(await choices('?make=Honda&model=Civic')).toMatchObject({ years: [2011, 2009, 2006], engines: [] })
    const accords = '?make=Honda&model=Accord&yearFrom'
    expect((await choices(`${accords}=2008&yearTo=2008`)).engines).toEqual([
      { key: '2.4-4', label: '2.4 L, 4 cylinders' },
    ])
    expect((await choices(`${accords}=2008&yearTo=2009`)).engines).toHaveLength(2)
    expect((await choices(`${accords}=2009&yearTo=2008`)).engines).toEqual([])
    const civics = '?make=Honda&model=Civic&yearFrom=2009&yearTo'
    expect(await choices(`${civics}=2009`)).toMatchObject({ variants: ['Base'] })
    expect(await choices(`${civics}=2011`)).toMatchObject({ variants: ['Base', 'CNG'] })
    expect((await choices(`${civics}=2011`)).engines).toHaveLength(2)
    expect((await choices(`${civics}=2011&variant=CNG`)).engines).toEqual([
      { key: '1.8-4', label: '1.8 L, 4 cylinders' },
    ])
  })

  test('is every engine if the data has none', async () => {
    const models = await choices('?make=Tesla&model=Model%20S&yearFrom=2014&yearTo=2014')
    expect(models).toMatchObject({ years: [2014], engines: [] })
    const fits: Fitment[] = [
      {
        ...UNQUALIFIED,
        make: 'Tesla',
        model: 'Model S',
        variant: null,
        yearFrom: 2014,
        yearTo: 2014,
        engine: null,
      },
    ]
    expect((await fitsOf(await productFor(fits))).body).toEqual(fits)
  })
})

describe('saying what a part fits', () => {
  test('when adding it, and the audit row counts the vehicles', async () => {
    const product = await detail(await stockProduct(store))
    const added = await admin.call('POST', '/product', { ...product, fits: [prius, civic, { ...prius }] })
    expect(added.status).toBe(201)
    const id: string = added.body.insertedId
    expect((await fitsOf(id)).body).toEqual([civic, prius])
    expect(await notes(id)).toEqual([['add_product', undefined, 2]])
  })

  test('an edit with vehicles replaces the list, and an edit without them leaves it', async () => {
    const id = await productFor([civic, prius])
    expect((await edit(id, { fits: [accord, accord] })).status).toBe(200)
    expect((await fitsOf(id)).body).toEqual([accord])
    expect((await edit(id, { name: 'Oil Filter' })).status).toBe(200)
    expect((await fitsOf(id)).body).toEqual([accord])
    expect((await edit(id, { fits: [] })).status).toBe(200)
    expect((await fitsOf(id)).body).toEqual([])
    expect(await notes(id)).toEqual([
      ['add_product', undefined, undefined],
      ['edit_product', 0, 2],
      ['edit_product', 2, 1],
      ['edit_product', undefined, undefined],
      ['edit_product', 1, 0],
    ])
  })

  test('is visible to everyone at once, in this process and in others', async () => {
    const id = await stockProduct(store)
    const listed = async () =>
      (await searchProducts(store.shop, { page: 1, vehicle: { make: 'Toyota' } })).products
    for (const fits of [[prius], [], [civic, prius]]) {
      for (const at of [store, secondStore]) expect((await fitsOf(id, at)).status).toBe(200)
      expect((await edit(id, { fits })).status).toBe(200)
      expect((await fitsOf(id)).body).toEqual(fits)
      expect((await listed()).some((product) => product._id === id)).toBe(fits.includes(prius))
      await expect.poll(async () => (await fitsOf(id, secondStore)).body).toEqual(fits)
    }
  })

  test('is refused to customers and visitors', async () => {
    const id = await productFor([civic])
    expectProblem(await edit(id, { fits: [] }, customer), 403, 'forbidden')
    expectProblem(await caller(store)('PUT', `/product/${id}`, { fits: [] }), 401, 'unauthenticated')
    expect((await fitsOf(id)).body).toEqual([civic])
  })

  test.each<[string, unknown, string, RegExp]>([
    [
      'an unknown make',
      { ...civic, make: 'Hundo' },
      'fits.1',
      /^Line 2: The store does not list the 2006–2011 Hundo Civic\. Choose/,
    ],
    [
      'a model of another make',
      { ...prius, make: 'Honda' },
      'fits.1',
      /^Line 2: The store does not list the 2010 Honda Prius\./,
    ],
    [
      'years without the model',
      { ...civic, yearFrom: 2010, yearTo: 2010 },
      'fits.1',
      /does not list the 2010 Honda Civic/,
    ],
    [
      'a variant of other years',
      { ...civic, yearTo: 2010, variant: 'CNG' },
      'fits.1',
      /does not list the 2006–2010 Honda Civic CNG/,
    ],
    [
      'a variant without a name',
      { ...civic, variant: ' ' },
      'fits.1.variant',
      /Choose a variant, or every variant/,
    ],
    [
      'an engine of other years',
      { ...accord, yearTo: 2008, engine: '3.5-6' },
      'fits.1',
      /^Line 2: No 2008 Honda Accord has the engine 3\.5 L, 6 cylinders\. Choose/,
    ],
    [
      'an engine of half a name',
      { ...prius, engine: '1.8-x' },
      'fits.1',
      /No 2010 Toyota Prius has the engine 1\.8 L\./,
    ],
    [
      'years in the wrong order',
      { ...civic, yearFrom: 2012 },
      'fits.1.yearTo',
      /last year is before the first/,
    ],
    ['an engine that is not a key', { ...civic, engine: 'V8' }, 'fits.1.engine', /every engine/],
    ['a year that is not a plain number', { ...civic, yearFrom: '2.006e3' }, 'fits.1.yearFrom', /first year/],
    ['no line at all', null, 'fits.1', /./],
  ])('with %s is refused, and nothing is changed', async (_what, line, field, sentence) => {
    const id = await productFor([prius])
    const [before, edited] = [await detail(id), await edit(id, { price: 99, fits: [civic, line] })]
    expectProblem(edited, 422, 'invalid_input')
    expect(edited.body.errors).toMatchObject([{ field, message: expect.stringMatching(sentence) }])
    expect(edited.body.detail).toBe(edited.body.errors[0].message)
    expect(await detail(id)).toEqual(before)
    expect((await fitsOf(id)).body).toEqual([prius])
    const name = `Refused ${_what}`
    expectProblem(await admin.call('POST', '/product', { ...before, name, fits: [civic, line] }), 422)
    expect((await searchProducts(store.shop, { page: 1, q: name })).total).toBe(0)
  })

  test('keeps what each line states', async () => {
    const stated: Fitment[] = [
      { ...civic, quantity: 4, note: 'Gap 1.1 mm' },
      {
        ...civic,
        drive: 'AWD',
        position: 'front left',
        body: 'Coupe',
        builtFrom: '2009-01-01',
        builtTo: '2010-12-31',
        option: 'with sport suspension',
        quantity: 1,
        source: 'aces',
      },
    ]
    const id = await productFor(stated)
    expect((await fitsOf(id)).body).toEqual(stated)
    const { body } = await admin.call('GET', `/products/all/${id}`)
    expect(body).toMatchObject({ fits: stated, fitsTotal: 2 })
  })

  test('lines that differ only in what they state are two', async () => {
    const id = await productFor([civic, { ...civic, quantity: 2 }, { ...civic, source: 'aces' }, civic])
    expect((await fitsOf(id)).body.map(({ quantity }: Fitment) => quantity)).toEqual([null, 2])
  })

  test('is refused for a part with more lines than admins can enter, and loses none', async () => {
    const id = await productFor([civic])
    await sql`insert into fitments (product_id, make, model, year_from, year_to)
      select ${id}, 'Honda', 'Accord', 1886 + n % 100, 2008 + n / 100 from generate_series(1, 200) n`.execute(
      store.db,
    )
    const { body } = await admin.call('GET', `/products/all/${id}`)
    expect(body.fitsTotal).toBe(201)
    expect(body.fits).toHaveLength(200)
    for (const fits of [body.fits, [accord], []]) {
      const response = await edit(id, { fits })
      expectProblem(response, 422, 'invalid_input')
      expect(response.body.errors).toMatchObject([{ field: 'fits', code: 'too_many_vehicles' }])
    }
    expect((await edit(id, { name: 'Renamed' })).status).toBe(200)
    expect((await fitsOf(id)).body).toHaveLength(201)
  })

  test('accepts up to 200 lines', async () => {
    const id = await stockProduct(store)
    const lines = Array.from({ length: 201 }, (_, i) => ({
      ...civic,
      yearFrom: 1900 + (i % 100),
      yearTo: 2009 + Math.floor(i / 100),
    }))
    expectProblem(await edit(id, { fits: lines }), 422, 'invalid_input')
    expect((await edit(id, { fits: lines.slice(1) })).status).toBe(200)
    expect((await fitsOf(id)).body).toHaveLength(200)
  })

  test('two admins at the same moment leave one complete list', async () => {
    const lists = [
      [accord, civic],
      [civic, rx8, prius],
    ]
    for (let round = 0; round < 5; round += 1) {
      const id = await productFor([prius])
      const responses = await Promise.all(lists.map((fits) => edit(id, { fits })))
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect(lists).toContainEqual((await fitsOf(id)).body)
    }
  })
})
