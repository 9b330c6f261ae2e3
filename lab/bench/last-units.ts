import { type BenchDatabase, insertScarceProduct } from './bench-data.ts'
import type { BenchUser } from './bench-users.ts'

/** The result of a rush on few units. */
export type Rush = { orders: number; stock: number; serverErrors: number }

/**
 * All buyers order at the same moment, each `presses` times with one Idempotency-Key, as repeated clicks do;
 * after all responses they repeat the request once.
 */
export async function rush(
  storeUrl: string,
  database: BenchDatabase,
  buyers: BenchUser[],
  use: { units: number; presses: number },
): Promise<Rush> {
  const productId = await insertScarceProduct(database, use.units)
  const press = async ({ id, token }: BenchUser) => {
    const response = await fetch(`${storeUrl}/order`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': `${productId}-${id}`,
      },
      body: JSON.stringify({
        productId,
        orderQty: 1,
        customerPhone: '+1 555 0100',
        customerAddress: '1 Bench Street',
      }),
    })
    await response.arrayBuffer()
    return response.status
  }
  const impatient = buyers.flatMap((buyer) => Array.from({ length: use.presses }, () => press(buyer)))
  const statuses = [...(await Promise.all(impatient)), ...(await Promise.all(buyers.map(press)))]
  const [found] = await database.query<{ orders: number; stock: number }>(
    `select (select count(*)::int from orders where product_id = $1) as orders, available as stock from products where id = $1`,
    [productId],
  )
  return {
    orders: found?.orders ?? -1,
    stock: found?.stock ?? -1,
    serverErrors: statuses.filter((status) => status >= 500).length,
  }
}
