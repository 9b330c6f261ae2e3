import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../tests/support/orders.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User } from '../../tests/support/users.ts'

const SETTINGS = { LIMIT_WRITES_PER_MINUTE: '20', AUTH_SECRET: 'of-both-stores-0123456789-0123456789-abc' }

let first: TestStore
let second: TestStore
let productId: string
beforeAll(async () => {
  first = await openTestStore(SETTINGS)
  second = await openSecondStore(first, SETTINGS)
  productId = await stockProduct(first)
})
afterAll(async () => {
  await second.close()
  await first.close()
})

/** An order that is refused for its empty address counts as a write request. */
const write = (store: TestStore, { token }: User) => caller(store, token)('POST', '/order', { productId })

/** @returns how many requests passed before the limit refused one. */
async function writeUntilLimited(store: TestStore, user: User): Promise<number> {
  for (let accepted = 0; accepted < 100; accepted += 1)
    if ((await write(store, user)).status === 429) return accepted
  throw new Error('Nothing was refused')
}

test('write requests are limited over all processes together, separately for each account', async () => {
  const [busy, calm] = [await signIn(first), await signIn(first)]
  expect(await writeUntilLimited(first, busy)).toBeGreaterThan(15)
  await first.shop.limits.share()

  // The second process does not know of it before it adds its own count.
  expect((await write(second, busy)).status).toBe(422)
  await second.shop.limits.share()
  const refused = await write(second, busy)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  const retryAfter = Number(refused.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
  expect(await writeUntilLimited(second, calm)).toBeGreaterThan(15)
})

test('each process uses its own counts while they cannot be added up', async () => {
  const user = await signIn(first)
  expect((await write(first, user)).status).toBe(422)
  await first.db.schema.alterTable('identity.attempt').renameTo('attempts_away').execute()
  try {
    await expect(first.shop.limits.share()).rejects.toThrow('attempt')
  } finally {
    await first.db.schema.alterTable('identity.attempts_away').renameTo('attempt').execute()
  }
  expect(await writeUntilLimited(first, user)).toBeGreaterThan(10)
})
