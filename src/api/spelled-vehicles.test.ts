import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFixture, type Fixture } from '../../tests/support/call-samples.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { caller } from '../../tests/support/users.ts'

let fixture: Fixture
let part: string
beforeAll(async () => {
  fixture = await openFixture()
  const { db } = fixture.store
  const car = (make: string, model: string, year: number, variant = '') => ({
    make,
    model,
    year,
    variant,
    displacement_l: '5.3',
    cylinders: 8,
    fuel: '',
    drive: '',
  })
  const cars = [
    car('Chevrolet', 'Silverado 1500', 2015),
    car('Chevrolet', 'Silverado 2500', 2003),
    car('Chevrolet', 'Silverado 2500 HD', 2003),
    car('Chevrolet', 'Silverado 2500 HD', 2011),
    car('Ford', 'F-150', 2015),
    car('Mercedes-Benz', 'C-Class', 2015),
    car('Ram', '1500', 2015),
    car('Dodge', 'Ram 1500', 2009),
  ]
  await db
    .insertInto('vehicles')
    .values([...cars, car('BMW', '3 Series', 2012, '325i'), car('BMW', '3 Series', 2012, '328i')])
    .execute()
  part = await stockProduct(fixture.store, { name: 'Oil filter' })
  await db
    .insertInto('fitments')
    .values(
      cars.map(({ make, model, year }) => ({
        product_id: part,
        make,
        model,
        year_from: year,
        year_to: year,
      })),
    )
    .execute()
})
afterAll(() => fixture.store.close())

const get = async (path: string) => (await caller(fixture.store)('GET', path)).body

// Typed make, model and year; the store's make and model.
const TYPED = [
  ['Chevy', 'silverado', 2015, 'Chevrolet', 'Silverado 1500'],
  ['CHEVROLET', 'Silverado-1500', 2015, 'Chevrolet', 'Silverado 1500'],
  ['chevy', 'silverado 2500', 2011, 'Chevrolet', 'Silverado 2500 HD'],
  ['Chevrolet', 'Silverado 2500', 2003, 'Chevrolet', 'Silverado 2500'],
  ['ford', 'F150', 2015, 'Ford', 'F-150'],
  ['FORD', 'f 150', 2015, 'Ford', 'F-150'],
  ['Benz', 'c class', 2015, 'Mercedes-Benz', 'C-Class'],
  ['Dodge', 'Ram 1500', 2015, 'Ram', '1500'],
] as const

test.each(TYPED)('%s %s of %i is read alike by every call', async (make, model, year, ownMake, ownModel) => {
  const query = new URLSearchParams({ make, model, year: String(year) })
  expect((await get(`/catalogue/search?${query}`)).items).toMatchObject([
    { _id: part, fit: { verdict: 'fits' } },
  ])
  expect(await get(`/product/${part}/fit?${query}`)).toMatchObject({ verdict: 'fits' })
  expect((await get(`/vehicles?${query}`)).engines).toEqual([{ key: '5.3-8', label: '5.3 L, 8 cylinders' }])

  const { body: choices } = await fixture.admin.call(
    'GET',
    `/vehicles/models?${new URLSearchParams({ make, model })}`,
  )
  expect(choices.years).toContain(ownMake === 'Ram' ? 2009 : year)

  const { owner } = fixture
  const saved = await owner.call('POST', '/garage', { make, model, year })
  expect(saved).toMatchObject({ status: 200 })
  expect((await owner.call('GET', '/garage')).body.vehicles).toContainEqual(
    expect.objectContaining({ _id: saved.body.insertedId, make: ownMake, model: ownModel }),
  )
  await owner.call('DELETE', `/garage/${saved.body.insertedId}`)

  const placed = await owner.call('POST', '/order', {
    productId: part,
    orderQty: 1,
    customerPhone: '+1 555 0100',
    customerAddress: '1 Main St',
    vehicle: { make, model, year },
  })
  expect(placed).toMatchObject({ status: 201 })
  const { body: orders } = await owner.call('GET', `/order/${encodeURIComponent(owner.email)}`)
  expect(orders[0].fit).toMatchObject({ vehicle: `${year} ${ownMake} ${ownModel}`, verdict: 'fits' })
})

test('a part is saved with the store’s names of its vehicles', async () => {
  const values = {
    picture: fixture.picture,
    name: 'Pads',
    about: 'Text.',
    price: 9,
    available: 3,
    minOrder: 1,
  }
  const fits = [{ make: 'chevy', model: 'Silverado', yearFrom: 2015, yearTo: 2015 }]
  const added = await fixture.admin.call('POST', '/product', { ...values, fits })
  expect(added.status).toBe(201)
  const stored = { make: 'Chevrolet', model: 'Silverado 1500' }
  expect(await get(`/product/${added.body.insertedId}/fitments`)).toMatchObject([stored])
  const edited = await fixture.admin.call('PUT', `/product/${added.body.insertedId}`, {
    ...values,
    fits: [{ make: 'FORD', model: 'f150', yearFrom: 2015, yearTo: 2015 }],
  })
  expect(edited.status).toBe(200)
  expect(await get(`/product/${added.body.insertedId}/fitments`)).toMatchObject([
    { make: 'Ford', model: 'F-150' },
  ])
})

test('a name of some vehicles of a model is refused for a part, which would fit the others too', async () => {
  const fits = [{ make: 'BMW', model: '325i', yearFrom: 2012, yearTo: 2012 }]
  const values = { name: 'Pads', about: 'Text.', price: 9, available: 3, minOrder: 1 }
  const added = await fixture.admin.call('POST', '/product', { ...values, picture: fixture.picture, fits })
  expectProblem(added, 422, 'invalid_input')
})

test('a finder’s call knows makes by their common names', async () => {
  expect((await get('/vehicles?make=Chevy&year=2003')).models).toEqual([
    'Silverado 2500',
    'Silverado 2500 HD',
  ])
  expect((await get('/vehicles?make=benz')).years).toEqual([2015])
  expect((await get('/vehicles?make=constructor')).years).toEqual([])
})

test('an unknown vehicle stays unknown', async () => {
  expect(await get(`/product/${part}/fit?make=Chevy&model=corvair&year=2015`)).toMatchObject({
    verdict: 'unknown',
    reason: 'We don’t know this vehicle',
  })
  const garage = await fixture.owner.call('POST', '/garage', { make: 'Chevy', model: 'corvair', year: 2015 })
  expect(garage.status).toBe(422)
})
