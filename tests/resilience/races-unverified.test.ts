import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import { expectEveryRule, openStorePair, type StorePair, countOutcomes } from '../support/store-pair.ts'
import { type User, signIn } from '../support/users.ts'

let stores: StorePair

beforeAll(async () => {
  stores = await openStorePair()
})
afterAll(() => stores.close())

const place = (person: User, productId: string, at: number, orderQty: number) =>
  stores.by(person, at)('POST', '/order', {
    productId,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })

test('two unverified customers with fifty concurrent orders, at two stores, get half of the pieces; the others may order the rest', async () => {
  const [one, two] = await Promise.all([
    signIn(stores.first, { unverified: true }),
    signIn(stores.first, { unverified: true }),
  ])
  const verified = await signIn(stores.first)
  await race(4, async ({ number, together }) => {
    const productId = await stockProduct(stores.first, { available: 40 })
    const responses = await together(
      Array.from({ length: 50 }, (_, i) => () => place(i % 4 < 2 ? one : two, productId, i + number, 1)),
    )
    // The minimum order that each may always place is part of the half, unless the other takes all of it
    // first.
    const placed = countOutcomes(responses)['201'] ?? 0
    expect(placed).toBeGreaterThanOrEqual(20)
    expect(placed).toBeLessThanOrEqual(21)
    expect(countOutcomes(responses)).toEqual({ '201': placed, '409 email_not_verified': 50 - placed })
    expect((await place(verified, productId, number, 40 - placed)).status).toBe(201)
  })
  await expectEveryRule(stores.first)
})
