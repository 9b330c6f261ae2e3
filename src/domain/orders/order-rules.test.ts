import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollarsFromCents } from '../shared/money.ts'
import { ABOVE_AVAILABLE_STOCK, ABOVE_STOCK, BELOW_MINIMUM, checkOrderQuantity } from './order-quantity.ts'
import {
  ADMIN_STATUS_LABELS,
  CUSTOMER_STATUS_LABELS,
  nextStatus,
  ORDER_LIFE,
  type OrderEvent,
  type OrderStatus,
  orderStatus,
} from './order-status.ts'
import { isChargeable, orderTotalCents } from './order-total.ts'
import { PlaceOrderInput } from './order.ts'

describe('the quantity of an order', () => {
  test.each([
    [4, 'below_min_order'],
    [5, null],
    [10, null],
    [11, 'insufficient_stock'],
  ])('of %i is, with a minimum of 5 and 10 in stock: %s', (quantity, problem) => {
    expect(checkOrderQuantity(quantity, { priceCents: 100, available: 10, minOrder: 5 })).toBe(problem)
  })

  test('is refused when the total cannot be charged to a card', () => {
    const check = (priceCents: number) => checkOrderQuantity(2, { priceCents, available: 10, minOrder: 1 })
    expect([24, 25, 49_999_999, 50_000_000].map(check)).toEqual([
      'total_out_of_range',
      null,
      null,
      'total_out_of_range',
    ])
  })

  test('is always refused when the stock is below the minimum', () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 1, max: 1000 }),
        fc.integer({ min: 1, max: 2000 }),
        (available, minOrder, quantity) => {
          const problem = checkOrderQuantity(quantity, { priceCents: 100, available, minOrder })
          expect(problem === null).toBe(minOrder <= quantity && quantity <= available)
          if (available < minOrder) expect(problem).not.toBeNull()
        },
      ),
    )
  })

  test('is refused with its message', () => {
    expect([BELOW_MINIMUM, ABOVE_STOCK, ABOVE_AVAILABLE_STOCK]).toEqual([
      'Your Order less Than Our Minimum Order Requirement',
      'Your Order More Than Our Stock',
      'Your Order More Than Our Available Stock',
    ])
  })

  test('address and phone are required', () => {
    const problems = PlaceOrderInput.safeParse({ productId: 'x' }).error?.issues.map(({ message }) => message)
    expect(problems).toEqual(['Quantity is required', 'Phone is required', 'Address is required'])
  })
})

describe('the total of an order', () => {
  test('is unit price times quantity', () => {
    expect(orderTotalCents(1999, 3)).toBe(5997)
    expect(dollarsFromCents(orderTotalCents(10, 3))).toBe(0.3)
  })

  test('can be charged from 0.50 to 999,999.99 dollars', () => {
    expect([49, 50, 99_999_999, 100_000_000].map(isChargeable)).toEqual([false, true, true, false])
  })
})

describe('an order’s life', () => {
  const statuses = Object.keys(ORDER_LIFE) as OrderStatus[]
  const events: OrderEvent[] = ['pay', 'delete', 'ship']

  test('is unpaid, then paid, then shipped; or unpaid, then deleted; with no other transition', () => {
    const steps = statuses.flatMap((from) =>
      events.flatMap((event) => {
        const to = nextStatus(from, event)
        return to === null ? [] : [`${from} → ${to}`]
      }),
    )
    expect(steps.toSorted()).toEqual(['paid → shipped', 'unpaid → deleted', 'unpaid → paid'])
  })

  test('never returns to an earlier state', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 20 }), (happening) => {
        const seen: OrderStatus[] = ['unpaid']
        for (const event of happening) {
          const next = nextStatus(seen.at(-1) ?? 'unpaid', event)
          if (next) seen.push(next)
        }
        expect(new Set(seen).size).toBe(seen.length)
      }),
    )
  })

  test('is read from API responses', () => {
    expect(orderStatus({ paid: false, shipped: false })).toBe('unpaid')
    expect(orderStatus({ paid: true, shipped: false })).toBe('paid')
    expect(orderStatus({ paid: true, shipped: true })).toBe('shipped')
  })

  test('is shown to admins as Unpaid, Pending, Partly shipped, Shipped, Canceled or Refunded', () => {
    expect(ADMIN_STATUS_LABELS).toEqual({
      unpaid: 'Unpaid',
      paid: 'Pending',
      partly_shipped: 'Partly shipped',
      shipped: 'Shipped',
      canceled: 'Canceled',
      refunded: 'Refunded',
    })
    expect(CUSTOMER_STATUS_LABELS.paid.toLowerCase()).toBe('paid')
  })
})
