import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Purchase } from '#domain/orders/purchase.ts'
import { shownPurchase } from '../../../../tests/support/shown-purchase.ts'
import { loadOrdersToPack } from './load-orders-to-pack.ts'

let stored: Purchase
let requests: string[]

/** A purchase of two parts, of which the customer cancels the second just before packing begins. */
beforeEach(() => {
  stored = shown({}, [{ quantity: 2 }, { quantity: 3 }])
  requests = []
  vi.stubGlobal('localStorage', { getItem: () => 'token' })
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`)
    if (method === 'GET') return Response.json([stored])
    stored = shown({ packingAt: '2026-11-01T11:00:00.000Z' }, [
      { quantity: 2 },
      { quantity: 3, canceledQty: 3 },
    ])
    return Response.json({ modifiedCount: 1 })
  })
})
afterEach(() => vi.unstubAllGlobals())

const shown = (given: Partial<Purchase>, lines: Parameters<typeof shownPurchase>[0]) => ({
  ...shownPurchase(lines, { paid: true, ...given }),
  documents: [],
  refunds: [],
  returns: [],
})
const load = (query: string) => loadOrdersToPack(`http://store.test/dashboard/pickingList?${query}`)

test('What is canceled before packing begins is not packed', async () => {
  const [order] = await load('orders=10042')
  expect(order?.lines.map(({ canceledQty }) => canceledQty)).toEqual([0, 3])
  expect(requests).toEqual([
    'GET /purchases?q=10042&limit=1',
    'POST /purchase/order-1/packing',
    'GET /purchases?q=10042&limit=1',
  ])
  requests = []
  expect(await load('orders=10042')).toHaveLength(1)
  expect(requests, 'packing has begun').toEqual(['GET /purchases?q=10042&limit=1'])
})

test('The slip of a parcel that has shipped begins no packing, and another order is not found', async () => {
  expect(await load('orders=10042&parcel=1')).toEqual([stored])
  expect(await load('orders=10043')).toEqual([])
  expect(requests.filter((request) => request.startsWith('POST'))).toEqual([])
})
