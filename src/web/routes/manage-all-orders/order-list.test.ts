import { expect, test } from 'vitest'
import type { Order } from '#domain/orders/order.ts'
import {
  adminStatusWord,
  countsNow,
  MAX_SORTED,
  readOrderListView,
  sortedOrders,
  orderLimit,
  withoutNonmatching,
} from './order-list.ts'

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
const names = (orders: readonly Order[], sort: string) =>
  sortedOrders(orders, view(`sort=${sort}`).sort).map((row) => row.productName)

const orders = [
  order({ productName: 'Rotor', totalPrice: 160, placedAt: '2026-11-03T10:00:00.000Z', paid: true }),
  order({ productName: 'filter', totalPrice: 36, orderQty: 12, placedAt: '2026-11-02T10:00:00.000Z' }),
  order({ productName: 'Belt', totalPrice: 80, orderQty: 2, paid: true, shipped: true }),
]

test('Unpaid orders show Unpaid, paid ones Pending until they are shipped, then Shipped', () => {
  expect(adminStatusWord({ paid: false, shipped: false })).toBe('Unpaid')
  expect(adminStatusWord({ paid: true, shipped: false })).toBe('Pending')
  expect(adminStatusWord({ paid: true, shipped: true })).toBe('Shipped')
})

test('By default the list is newest first, and only the shown orders are fetched', () => {
  expect(names(orders, '')).toEqual(['Rotor', 'filter', 'Belt'])
  expect(orderLimit(view(''))).toBe(26)
  expect(orderLimit(view('shown=75&sort=-placedAt'))).toBe(76)
})

test('Any other order sorts all matches', () => {
  expect(orderLimit(view('sort=placedAt'))).toBe(MAX_SORTED)
  expect(names(orders, 'placedAt')).toEqual(['Belt', 'filter', 'Rotor'])
  expect(names(orders, '-totalPrice')).toEqual(['Rotor', 'Belt', 'filter'])
  expect(names(orders, 'customerName')).toEqual(['Rotor', 'filter', 'Belt'])
  expect(names(orders, 'productName')).toEqual(['Belt', 'filter', 'Rotor'])
  expect(names(orders, 'status')).toEqual(['filter', 'Rotor', 'Belt'])
})

test('An invalid URL shows all orders, newest first', () => {
  expect(view('status=deleted&sort=password&shown=-3')).toEqual({
    q: '',
    status: undefined,
    sort: { key: 'placedAt', direction: 'descending' },
    shown: 25,
  })
})

test('The counts include optimistic changes, even of orders that are not shown', () => {
  const counts = { all: 40, unpaid: 20, toShip: 15, shipped: 5 }
  const [rotor, filter, belt] = orders
  if (!rotor || !filter || !belt) throw new Error('three orders')
  expect(countsNow(counts, orders, orders)).toEqual(counts)
  expect(countsNow(counts, orders, [{ ...rotor, shipped: true }, belt])).toEqual({
    all: 39,
    unpaid: 19,
    toShip: 14,
    shipped: 6,
  })
  expect(withoutNonmatching(orders, [{ ...rotor, shipped: true }, belt])).toEqual([belt])
})
