import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { race } from '../support/race.ts'
import { openSecondStore, openTestStore, type TestStore } from '../support/test-store.ts'
import { caller, type User, signIn } from '../support/users.ts'

let store: TestStore
let secondStore: TestStore
let customer: User
let admin: User

beforeAll(async () => {
  store = await openTestStore({ AUTH_SECRET: 'of-both-stores-0123456789-0123456789' })
  secondStore = await openSecondStore(store, { AUTH_SECRET: 'of-both-stores-0123456789-0123456789' })
  ;[customer, admin] = await Promise.all([signIn(store), signIn(store, { admin: true })])
})
afterAll(async () => {
  await secondStore.close()
  await store.close()
})

const shown = async (at: { url: string }, id: string) =>
  (await caller(at)('GET', '/reviews')).body.some((review: { _id: string }) => review._id === id) as boolean

test('Once hiding a review is acknowledged, its process never shows it again, and others soon do not', async () => {
  await race(30, async ({ together }) => {
    const id: string = (await customer.call('POST', '/review', { rating: 1 })).body.insertedId
    for (const at of [store, secondStore]) await expect.poll(() => shown(at, id)).toBe(true)
    let acknowledged = false
    let shownAfter = 0
    const read = async () => {
      for (let after = 0; after < 5;) {
        const began = acknowledged
        if (began) after += 1
        if ((await shown(store, id)) && began) shownAfter += 1
        await shown(secondStore, id)
      }
    }
    await together([
      read,
      read,
      async () => {
        expect((await admin.call('PATCH', `/review/${id}`, { hidden: true })).status).toBe(200)
        acknowledged = true
      },
    ])
    expect(shownAfter).toBe(0)
    await expect.poll(() => shown(secondStore, id)).toBe(false)
  })
})

test('A process that misses the notification stops serving it too', async () => {
  const network = await startDatabaseProxy(store.databaseUrl)
  const isolatedStore = await openSecondStore(
    { databaseUrl: network.url, db: store.db },
    { LOG_LEVEL: 'silent' },
  )
  const id: string = (await customer.call('POST', '/review', { rating: 1 })).body.insertedId
  expect(await shown(isolatedStore, id)).toBe(true)
  network.freeze()
  expect((await admin.call('PATCH', `/review/${id}`, { hidden: true })).body).toEqual({ modifiedCount: 1 })
  // What it has in memory expires, and then it has no database to ask.
  await expect.poll(async () => (await fetch(`${isolatedStore.url}/reviews`)).status).toBe(503)
  network.thaw()
  // Its connections come back one after another; the response is the list without the review.
  await expect
    .poll(async () => {
      const { status, body } = await caller(isolatedStore)('GET', '/reviews')
      return status === 200 ? JSON.stringify(body).includes(id) : status
    })
    .toBe(false)
  await isolatedStore.close()
  await network.close()
}, 40_000)
