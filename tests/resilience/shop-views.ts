import { expect } from 'vitest'
import { readConfig } from '#config/env.ts'
import { verifyStore } from '../../src/ops/verify.ts'
import type { TestStore } from '../support/test-store.ts'
import type { User } from '../support/users.ts'
import type { Shop } from './shop-model.ts'

/** The real store, and its users in the order of the model's. */
export type Real = { store: TestStore; users: User[]; picture: string }

/** Every rule of `npm run verify` holds. */
export async function expectBalancedBooks({ databaseUrl }: TestStore): Promise<void> {
  const findings = await verifyStore(readConfig({}), databaseUrl)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
}

/** An element of a list, modulo its length. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('An empty list has nothing to choose from.')
  return found
}

/** The list of parts is the model's, newest first. */
export async function expectSameStock(shop: Shop, { users }: Real): Promise<void> {
  const { body } = await at(users, 0).call('GET', '/products?limit=500')
  const known = new Set(shop.products.map(({ id }) => id))
  const shown = body
    .filter(({ _id }: { _id: string }) => known.has(_id))
    .map((product: any) => ({
      id: product._id,
      price: product.price,
      min: product.minOrder,
      available: product.available,
    }))
  const there = shop.products.filter(({ deleted }) => !deleted).toReversed()
  expect(shown).toEqual(
    there.map(({ id, cents, minOrder, available }) => ({ id, price: cents / 100, min: minOrder, available })),
  )
}

/** The orders that one user sees are the model's, newest first. */
export async function expectSameOrders(shop: Shop, real: Real, who: number): Promise<void> {
  const [person, owner] = [at(real.users, who), at(shop.users, who)]
  const { status, body } = await person.call('GET', `/order/${person.email}?limit=500`)
  if (!owner.signedIn) return expect(status).toBe(401)
  const own = shop.orders.filter((order) => order.owner === owner && order.state !== 'deleted').toReversed()
  expect(body.map(seen)).toEqual(
    own.map(({ id, quantity, totalCents, state, held, intents, sent, canceled, givenCents }) => ({
      id,
      quantity,
      total: totalCents / 100,
      state,
      held: held && state === 'unpaid',
      sent: state === 'shipped' ? 0 : sent,
      canceled,
      given: givenCents / 100,
      transaction: intents.find((intent) => intent.state === 'booked')?.id,
    })),
  )
}

const seen = (order: any) => ({
  id: order._id,
  quantity: order.orderQty,
  total: order.totalPrice,
  state: order.shipped ? 'shipped' : order.paid ? 'paid' : 'unpaid',
  held: order.holdExpiresAt !== undefined,
  sent: order.shippedQty ?? 0,
  canceled: order.canceledQty ?? 0,
  given: order.refundedAmount ?? 0,
  transaction: order.transactionId,
})

/** All reviews are shown, newest first. */
export async function expectSameReviews(shop: Shop, { users }: Real): Promise<void> {
  const { body } = await at(users, 0).call('GET', '/reviews?limit=500')
  const known = new Set(shop.reviews.map(({ id }) => id))
  const shown = body
    .map((review: any) => ({ id: review._id, rating: review.rating }))
    .filter(({ id }: { id: string }) => known.has(id))
  expect(shown).toEqual(shop.reviews.toReversed())
}
