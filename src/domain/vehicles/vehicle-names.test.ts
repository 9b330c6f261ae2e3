import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { namesOfVehicles } from './vehicle-names.server.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
afterEach(() => {
  vi.useRealTimers()
})

test('names that are a minute old go on being used while they are read again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const vehicle = { year: 2009, fuel: 'Regular', drive: 'FWD', cylinders: 4, displacement_l: '1.8' }
  const add = (make: string) =>
    store.db
      .insertInto('vehicles')
      .values({ ...vehicle, make, model: 'Civic' })
      .execute()
  const makes = async () => [...(await namesOfVehicles(store.shop)).makes.values()]
  await add('Honda')
  expect(await makes()).toEqual(['Honda'])
  await add('Isuzu')
  vi.advanceTimersByTime(59_000)
  expect(await makes()).toEqual(['Honda'])
  vi.advanceTimersByTime(2_000)
  expect(await makes(), 'no search waits').toEqual(['Honda'])
  await expect.poll(makes).toEqual(['Honda', 'Isuzu'])
})
