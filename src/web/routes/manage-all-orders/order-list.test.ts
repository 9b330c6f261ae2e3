import { expect, test } from 'vitest'
import type { Purchase } from '#domain/orders/purchase.ts'
import { shownPurchase } from '../../../../tests/support/shown-purchase.ts'
import { ordersInView, readOrderListView } from './order-list.ts'

const order = (name: string, quantity: number, given: Partial<Purchase> = {}) =>
  shownPurchase([{ name, quantity, shippedQty: given.status === 'shipped' ? quantity : 0 }], {
    _id: name,
    ...given,
  })
const view = (address: string) => readOrderListView(new URLSearchParams(address))
const counts = { all: 42, unpaid: 20, toShip: 15, partlyShipped: 3, shipped: 5, canceled: 0, refunded: 2 }
/** The view of the orders at a URL; `now` with their optimistic changes. */
const shown = (address: string, now: readonly Purchase[] = orders) =>
  ordersInView({ orders, counts }, now, view(address))
const names = (address: string) => shown(address).rows.map((row) => row._id)

const orders = [
  order('Rotor', 1, { paid: true, status: 'paid' }),
  order('filter', 12),
  order('Belt', 2, { paid: true, status: 'shipped' }),
]

test('By default the list is newest first, and no more than the page size are shown', () => {
  expect(names('')).toEqual(['Rotor', 'filter', 'Belt'])
  expect(names('shown=2')).toEqual(['Rotor', 'filter'])
})

test('Newest first is the order without a sort, and the API sorts by all others', () => {
  expect(view('sort=-placedAt').sort).toBeUndefined()
  expect(view('sort=placedAt').sort).toEqual({ key: 'placedAt', direction: 'ascending' })
  expect(names('sort=-totalPrice')).toEqual(['Rotor', 'filter', 'Belt'])
})

test('An invalid URL shows all orders, newest first', () => {
  expect(view('status=deleted&sort=password&shown=-3')).toEqual({
    q: '',
    status: undefined,
    sort: undefined,
    shown: 25,
  })
})

test('The counts include optimistic changes, even of orders that are not shown', () => {
  const [rotor, filter, belt] = orders
  if (!rotor || !filter || !belt) throw new Error('three orders')
  const { toShip: _, ...ofStatus } = { ...counts, paid: 12 }
  expect(shown('').counts).toEqual(ofStatus)
  const changed = [{ ...rotor, status: 'shipped' as const }, belt]
  expect(shown('', changed).counts).toEqual({
    all: 41,
    unpaid: 19,
    paid: 11,
    partlyShipped: 3,
    shipped: 6,
    canceled: 0,
    refunded: 2,
  })
  expect(shown('status=shipped', changed).rows).toEqual([belt])
})
