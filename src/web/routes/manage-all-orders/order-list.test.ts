import { expect, test } from 'vitest'
import type { Order } from '#domain/orders/order.ts'
import { adminStatusWord } from '../../components/order-card/admin-status.tsx'
import { ordersInView, readOrderListView } from './order-list.ts'

function order(overrides: Partial<Order>): Order {
  return {
    _id: overrides.productName ?? 'o',
    number: 'DL-10001',
    productId: 'p',
    picture: '',
    productName: 'Part',
    unitPrice: 1,
    orderQty: 1,
    unit: 'piece',
    totalPrice: 1,
    customerName: 'Ada',
    customerEmail: 'ada@example.com',
    customerPhone: '555-0100',
    customerAddress: 'Road 1',
    paid: false,
    shipped: false,
    placedAt: '2026-11-01T10:00:00.000Z',
    ...overrides,
  }
}
const view = (address: string) => readOrderListView(new URLSearchParams(address))
const counts = { all: 42, unpaid: 20, toShip: 15, shipped: 5, refunded: 2 }
/** The view of the orders at a URL; `now` with their optimistic changes. */
const shown = (address: string, now: readonly Order[] = orders) =>
  ordersInView({ orders, counts }, now, view(address))
const names = (address: string) => shown(address).rows.map((row) => row.productName)

const orders = [
  order({ productName: 'Rotor', totalPrice: 160, placedAt: '2026-11-03T10:00:00.000Z', paid: true }),
  order({ productName: 'filter', totalPrice: 36, orderQty: 12, placedAt: '2026-11-02T10:00:00.000Z' }),
  order({ productName: 'Belt', totalPrice: 80, orderQty: 2, paid: true, shipped: true }),
]

test('Unpaid orders show Unpaid, paid ones Pending until they are shipped, then Shipped', () => {
  expect(adminStatusWord({ paid: false, shipped: false })).toBe('Unpaid')
  expect(adminStatusWord({ paid: true, shipped: false })).toBe('Pending')
  expect(adminStatusWord({ paid: true, shipped: true })).toBe('Shipped')
  expect(adminStatusWord({ paid: true, shipped: true, refunded: true })).toBe('Refunded')
})

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
  expect(shown('').counts).toEqual(counts)
  const changed = [{ ...rotor, shipped: true }, belt]
  expect(shown('', changed).counts).toEqual({ all: 41, unpaid: 19, toShip: 14, shipped: 6, refunded: 2 })
  expect(shown('status=shipped', changed).rows).toEqual([belt])
})
