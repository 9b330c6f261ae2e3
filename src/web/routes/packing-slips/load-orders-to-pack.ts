import pLimit from 'p-limit'
import { listPurchases, startPacking } from '#contract/purchases.ts'
import { linesToShip, type Purchase } from '#domain/orders/purchase.ts'
import { api } from '../../api-client/api-client.ts'
import { digitsOf, readPackingSlips } from './packing-slips-path.ts'

const CONCURRENCY = 3

/**
 * The orders in a URL of packing slips. Their customers can no longer cancel what is about to be packed.
 */
export async function loadOrdersToPack(url: string): Promise<Purchase[]> {
  const numbers = readPackingSlips(new URL(url).searchParams)
  const limit = pLimit(CONCURRENCY)
  const found = await Promise.all(
    numbers.map((number) => limit(() => api(listPurchases, { query: { q: number, limit: 1 } }))),
  ).catch((error: unknown) => {
    // The others would fail too.
    limit.clearQueue()
    throw error
  })
  // Text that is not an order number is searched as text, and may find another order.
  const orders = found.flatMap(([order], at) =>
    order && digitsOf(order.number) === numbers[at] ? order : [],
  )
  const begun = orders.filter((order) => linesToShip(order).length > 0 && order.packingAt === undefined)
  await Promise.all(begun.map(({ _id: id }) => limit(() => api(startPacking, { params: { id } }))))
  return orders
}
