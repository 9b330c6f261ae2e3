import { expect, test } from 'vitest'
import { readSalesView, salesOf } from './sales-view.ts'

const days = [
  { orders: 1, revenue: 30 },
  { orders: 0, revenue: 0 },
  { orders: 2, revenue: 110.5 },
]

test('Sales of a period are those of its last days, with the average order', () => {
  expect(salesOf(days, 1)).toEqual({ orders: 2, revenue: 110.5, average: 55.25 })
  expect(salesOf(days, 30)).toEqual({ orders: 3, revenue: 140.5, average: 140.5 / 3 })
  expect(salesOf([{ orders: 0, revenue: 0 }], 7).average).toBe(0)
})

test('An unknown period or order is ignored', () => {
  expect(readSalesView(new URLSearchParams('days=7&by=units'))).toEqual({ days: '7', by: 'units' })
  expect(readSalesView(new URLSearchParams('days=8&by=price'))).toEqual({ days: '30', by: 'revenue' })
})
