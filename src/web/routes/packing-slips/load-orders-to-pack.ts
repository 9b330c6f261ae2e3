import pLimit from 'p-limit'
import { listPurchases, startPacking } from '#contract/purchases.ts'
import { linesToShip, type Purchase } from '#domain/orders/purchase.ts'
import { api } from '../../api-client/api-client.ts'
import { digitsOf, readPackingSlips, readParcel } from './packing-slips-path.ts'

const CONCURRENCY = 3

/**
 * The orders in a URL of packing slips. Their customers can no longer cancel what is about to be packed; the
 * slip of a parcel that has shipped packs nothing.
 */
export async function loadOrdersToPack(url: string): Promise<Purchase[]> {
  const query = new URL(url).searchParams
  const isToPack = readParcel(query) === undefined
  const limit = pLimit(CONCURRENCY)
  const load = async (number: string) => {
    const order = await findOrder(number)
    if (!order || !isToPack || order.packingAt !== undefined || linesToShip(order).length === 0) return order
    await api(startPacking, { params: { id: order._id } })
    // Until then, parts of it could be canceled.
    return findOrder(number)
  }
  const found = await Promise.all(readPackingSlips(query).map((number) => limit(() => load(number)))).catch(
    (error: unknown) => {
      // The others would fail too.
      limit.clearQueue()
      throw error
    },
  )
  return found.filter((order) => order !== undefined)
}

async function findOrder(number: string): Promise<Purchase | undefined> {
  const [order] = await api(listPurchases, { query: { q: number, limit: 1 } })
  // Text that is not an order number is searched as text, and may find another order.
  return order && digitsOf(order.number) === number ? order : undefined
}
