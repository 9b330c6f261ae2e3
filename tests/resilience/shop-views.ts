import { expect } from 'vitest'
import type { Person } from '../support/people.ts'
import type { TestStore } from '../support/test-store.ts'
import type { Shop } from './shop-model.ts'

/** The real store, and its people in the order of the model's. */
export type Real = { store: TestStore; people: Person[]; picture: string }

/** An element of a list, counted round. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length]
  if (found === undefined) throw new Error('An empty list has nothing to choose from.')
  return found
}

/** The list of parts is the model's, newest first. */
export async function expectSameShelf(shop: Shop, { people }: Real): Promise<void> {
  const { body } = await at(people, 0).call('GET', '/products?limit=500')
  const known = new Set(shop.parts.map(({ id }) => id))
  const shown = body
    .filter(({ _id }: { _id: string }) => known.has(_id))
    .map((part: any) => ({ id: part._id, price: part.price, min: part.minOrder, available: part.available }))
  const there = shop.parts.filter(({ deleted }) => !deleted).toReversed()
  expect(shown).toEqual(
    there.map(({ id, cents, minOrder, available }) => ({ id, price: cents / 100, min: minOrder, available })),
  )
}

/** The orders that one person sees are the model's, newest first. */
export async function expectSameOrders(shop: Shop, real: Real, who: number): Promise<void> {
  const [person, owner] = [at(real.people, who), at(shop.people, who)]
  const { status, body } = await person.call('GET', `/order/${person.email}?limit=500`)
  if (!owner.signedIn) return expect(status).toBe(401)
  const own = shop.orders.filter((order) => order.owner === owner && order.state !== 'deleted').toReversed()
  expect(body.map(seen)).toEqual(
    own.map(({ id, quantity, totalCents, state, held, intents }) => ({
      id,
      quantity,
      total: totalCents / 100,
      state,
      held: held && state === 'unpaid',
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
  transaction: order.transactionId,
})

/** All that was reviewed is shown, newest first. */
export async function expectSameReviews(shop: Shop, { people }: Real): Promise<void> {
  const { body } = await at(people, 0).call('GET', '/reviews?limit=500')
  const known = new Set(shop.reviews.map(({ id }) => id))
  const shown = body
    .map((review: any) => ({ id: review._id, rating: review.rating }))
    .filter(({ id }: { id: string }) => known.has(id))
  expect(shown).toEqual(shop.reviews.toReversed())
}
