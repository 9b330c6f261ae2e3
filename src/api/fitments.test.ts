import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stockPart } from '../../tests/support/goods.ts'
import { caller, type Person, signIn } from '../../tests/support/people.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { browseProducts } from '#domain/products/browse-products.server.ts'
import { type Fitment, fitsVehicle } from '#domain/vehicles/fitment.ts'
import { parseEngineKey, type VehicleQuery } from '#domain/vehicles/vehicle.ts'

let store: TestStore
let admin: Person

beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

const civic: Fitment = { make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011, engine: '1.8-4' }
const prius: Fitment = { make: 'Toyota', model: 'Prius', yearFrom: 2010, yearTo: 2010, engine: null }

async function partFor(fits: readonly Fitment[]): Promise<string> {
  const id = await stockPart(store)
  for (const { make, model, yearFrom, yearTo, engine } of fits)
    await store.db
      .insertInto('fitments')
      .values({
        product_id: id,
        make,
        model,
        year_from: yearFrom,
        year_to: yearTo,
        displacement_l: (engine && parseEngineKey(engine)?.displacementL) ?? null,
        cylinders: (engine && parseEngineKey(engine)?.cylinders) || null,
      })
      .execute()
  return id
}
const fitsOf = (id: string) => caller(store)('GET', `/product/${id}/fitments`)

describe('what a part fits', () => {
  test('everybody may read, by make, model and year', async () => {
    const sorted = [
      { ...civic, model: 'Accord' },
      { ...civic, yearFrom: 1999, yearTo: 2000 },
      { ...civic, engine: null },
      { ...civic, engine: '1.3-x' },
      civic,
      prius,
    ]
    const id = await partFor(sorted.toReversed())
    expect(await fitsOf(id)).toMatchObject({ status: 200, body: sorted })
    expect((await fitsOf(await partFor([]))).body).toEqual([])
  })

  test('is not answered of a deleted part', async () => {
    const id = await partFor([civic])
    expect((await fitsOf(id)).status).toBe(200)
    await admin.call('DELETE', `/product/${id}`)
    expectProblem(await fitsOf(id), 404, 'not_found')
  })

  test.each<[VehicleQuery, boolean]>([
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
    [{ make: 'Toyota', year: 2010, model: 'Prius', engine: '1.8-4' }, true],
    [{ make: 'Toyota', year: 2010, model: 'Prius', engine: 'x-x' }, true],
  ])('the shelf and the rule of a part’s page agree on %o: %s', async (vehicle, fits) => {
    const id = await partFor([civic, prius])
    expect(fitsVehicle((await fitsOf(id)).body, vehicle)).toBe(fits)
    const shelf = await browseProducts(store.shop, { page: 1, vehicle })
    expect(shelf.products.some((part) => part._id === id)).toBe(fits)
  })
})
