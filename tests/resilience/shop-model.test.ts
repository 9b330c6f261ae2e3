import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { makeAdmin } from '../../src/ops/make-admin.ts'
import { setFaults } from '../support/card-payments.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { type User, signIn } from '../support/users.ts'
import { commands } from './shop-commands.ts'
import { emptyShop, MAX_UNPAID, type Shop } from './shop-model.ts'
import { expectBalancedBooks, expectSameReviews, type Real } from './shop-views.ts'

/** Days of business; each has dozens of commands. */
const DAYS = 7
/** When to stop shrinking a failure, and on a very slow machine to stop altogether, in ms. */
const LONGEST = 80_000

let store: TestStore
const picture = '/images/0123456789abcdef0123456789abcdef-400x300.webp'

beforeAll(async () => {
  store = await openTestStore({ LIMIT_UNPAID_ORDERS: String(MAX_UNPAID) })
  // Webhooks are commands, so that each may arrive at any time, often or never. One that the provider sends
  // itself, such as that an intent was made, would arrive at an arbitrary time and find the charge of a later
  // command.
  await setFaults(store, 'lose-webhook=always')
  await store.db
    .insertInto('images')
    .values({ key: '0123456789abcdef0123456789abcdef-400x300', width: 400, height: 300, uploaded_by: null })
    .execute()
})
afterAll(() => store.close())

/** Two new customers and two new admins, and three products. */
async function openDay(): Promise<{ model: Shop; real: Real }> {
  const users: User[] = await Promise.all(Array.from({ length: 4 }, () => signIn(store)))
  for (const { email } of users.slice(2)) await makeAdmin(store.db, email)
  const roles = ['customer', 'customer', 'admin', 'admin'] as const
  const model = emptyShop(roles.map((role) => ({ role, signedIn: true })))
  for (const [minOrder, available] of [
    [1, 30],
    [2, 9],
    [5, 12],
  ] as const) {
    const product = { picture, name: 'Strut', about: 'A strut.', price: 25.5, minOrder, available }
    const { body } = (await users[3]?.call('POST', '/product', product)) ?? {}
    model.products.push({ id: body.insertedId, cents: 2550, minOrder, available, deleted: false })
  }
  return { model, real: { store, users, picture } }
}

// A failure prints its seed and the shortest list of commands that still fails; `{ seed, path }` next to
// numRuns replays it.
test('for any actions in any order, the store responds as the model does', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (done) => {
      const day = await openDay()
      await fc.asyncModelRun(() => day, done)
      await expectSameReviews(day.model, day.real)
      await expectBalancedBooks(store)
    }),
    { numRuns: DAYS, interruptAfterTimeLimit: LONGEST },
  )
})
