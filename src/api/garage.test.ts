import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
  const car = {
    make: 'Honda',
    model: 'Civic',
    fuel: 'Regular',
    drive: 'FWD',
    displacement_l: '1.8',
    cylinders: 4,
  }
  await store.db
    .insertInto('vehicles')
    .values([
      ...Array.from({ length: 12 }, (_, at) => ({ ...car, year: 2000 + at })),
      { ...car, year: 2009, displacement_l: '2.0' },
    ])
    .execute()
})
afterAll(() => store.close())

const civic = (year: number) => ({ make: 'Honda', model: 'Civic', year })
const add = (user: User, car: object) => user.call('POST', '/garage', car)
const garage = async (user: User) => (await user.call('GET', '/garage')).body.vehicles
const chosen = async (user: User) =>
  (await garage(user))
    .filter((car: { chosen: boolean }) => car.chosen)
    .map((car: { year: number }) => car.year)

describe('a garage', () => {
  test('has the cars of its customer, each once, and the newest is chosen', async () => {
    const [owner, other] = await Promise.all([signIn(store), signIn(store)])
    expect(await garage(owner)).toEqual([])
    const first = await add(owner, civic(2009))
    expect(first.status).toBe(200)
    await add(owner, civic(2008))
    expect(await garage(owner)).toEqual([
      {
        _id: first.body.insertedId,
        ...civic(2009),
        name: '2009 Honda Civic',
        chosen: false,
      },
      expect.objectContaining({
        ...civic(2008),
        // Its only engine.
        engine: '1.8-4',
        name: '2008 Honda Civic, 1.8 L, 4 cylinders',
        chosen: true,
      }),
    ])
    const again = await add(owner, { ...civic(2009), engine: '2.0-4' })
    expect(again.body).toEqual(first.body)
    await add(owner, civic(2009))
    expect(await garage(owner)).toMatchObject([
      { year: 2009, engine: '2.0-4', chosen: true },
      { chosen: false },
    ])
    expect(await garage(other)).toEqual([])
  })

  test('has at most one chosen car, and none once that one is removed', async () => {
    const owner = await signIn(store)
    const ids: string[] = []
    for (const year of [2001, 2002]) ids.push((await add(owner, civic(year))).body.insertedId)
    const choose = (id: string | undefined, isChosen: boolean) =>
      owner.call('PATCH', `/garage/${id}`, { chosen: isChosen })
    expect((await choose(ids[0], true)).body).toEqual({ modifiedCount: 1 })
    expect(await chosen(owner)).toEqual([2001])
    expect((await choose(ids[0], true)).body, 'chosen before').toEqual({ modifiedCount: 0 })
    expect((await choose(ids[1], false)).body, 'not chosen before').toEqual({ modifiedCount: 0 })
    expect(await chosen(owner)).toEqual([2001])
    await choose(ids[0], false)
    expect(await chosen(owner)).toEqual([])
    await choose(ids[1], true)
    expect((await owner.call('DELETE', `/garage/${ids[1]}`)).body).toEqual({ deletedCount: 1 })
    expect(await garage(owner)).toMatchObject([{ year: 2001, chosen: false }])
    for (const unknownId of [ids[1], 'nothing', crypto.randomUUID()]) {
      expect((await owner.call('DELETE', `/garage/${unknownId}`)).status, unknownId).toBe(404)
      expect((await choose(unknownId, true)).status, unknownId).toBe(404)
    }
  })

  test('holds ten cars, even when many are added at once, and keeps its choice when one is refused', async () => {
    const owner = await signIn(store)
    const years = Array.from({ length: 12 }, (_, at) => 2000 + at)
    const responses = await Promise.all(years.map((year) => add(owner, civic(year))))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(10).fill(200),
      409,
      409,
    ])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'garage_full' })
    const cars = await garage(owner)
    expect(cars).toHaveLength(10)
    const [before] = await chosen(owner)
    const refused = years.find((year) => !cars.some((car: { year: number }) => car.year === year))
    expect((await add(owner, civic(refused ?? 0))).status).toBe(409)
    expect(await chosen(owner)).toEqual([before])
    // A car that is already there needs no place, and a removed one frees its place.
    expect((await add(owner, civic(cars[3].year))).status).toBe(200)
    await owner.call('DELETE', `/garage/${cars[0]._id}`)
    expect((await add(owner, civic(refused ?? 0))).status).toBe(200)
  })

  test('accepts only vehicles of the store', async () => {
    const owner = await signIn(store)
    for (const [car, field] of [
      [civic(1999), 'model'],
      [{ ...civic(2009), make: 'Unknown' }, 'model'],
      [{ ...civic(2009), engine: '9.9-4' }, 'engine'],
      [{ ...civic(2009), engine: 'x' }, 'engine'],
      [{ make: 'Honda', year: 2009 }, 'model'],
      [{ ...civic(2009), year: 'soon' }, 'year'],
    ] as const) {
      const { status, body } = await add(owner, car)
      expect(status, JSON.stringify(car)).toBe(422)
      expect(body.errors).toMatchObject([{ field }])
    }
    expect(await garage(owner)).toEqual([])
  })

  test('is deleted with its account', async () => {
    const owner = await signIn(store)
    await add(owner, civic(2009))
    const account = store.db.selectFrom('accounts').select('id').where('email', '=', owner.email)
    const rows = () =>
      store.db.selectFrom('garage_vehicles').select('id').where('account_id', 'in', account).execute()
    expect(await rows()).toHaveLength(1)
    await store.db.deleteFrom('access_tokens').where('account_id', 'in', account).execute()
    await store.db.deleteFrom('accounts').where('email', '=', owner.email).execute()
    expect(await rows()).toHaveLength(0)
  })
})
