import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { bestFits, printedFor } from '#domain/cart/check-out.server.ts'
import { DEFAULT_SALES_SETTINGS } from '#domain/sales/sales-settings.ts'
import type { Shop } from '#domain/shop.ts'
import type { DemoCheckout, DemoOrder } from './demo-order.ts'
import { demoCoreCents, priceDemoCheckout } from './price-demo-order.ts'

/**
 * Stores the purchase of a demo checkout, without its orders.
 * @param purchase.id that of its first order.
 * @param purchase.products the id of each part number.
 * @returns the columns that its orders have besides those of other orders, for each of its lines.
 */
export async function insertDemoPurchase(
  trx: Database,
  purchase: {
    id: string
    lines: DemoOrder['lines']
    checkout: DemoCheckout
    customer: { name: string }
    products: ReadonlyMap<string, string>
    vehicles: Shop['vehicles']
  },
) {
  const { id, lines, checkout, customer, products, vehicles } = purchase
  const { address, car } = checkout
  const price = priceDemoCheckout(lines, checkout)
  const { number } = await trx
    .insertInto('purchases')
    .values({
      id,
      number: sql`nextval('orders_number_seq')`,
      parts_cents: price.partsCents,
      core_cents: price.coreCents,
      delivery_cents: price.deliveryCents,
      tax_cents: price.taxCents,
      tax_contained: price.taxContained,
      delivery_tax_cents: price.deliveryTaxCents,
      total_cents: price.totalCents,
      delivery_method_id: price.methodId,
      delivery_name: price.deliveryName,
      delivery_days_min: price.deliveryDays?.daysMin ?? null,
      delivery_days_max: price.deliveryDays?.daysMax ?? null,
      ship_to: JSON.parse(JSON.stringify(address)) as Record<string, string>,
      core_days: price.coreCents > 0 ? DEFAULT_SALES_SETTINGS.coreDays : null,
      cart_revision: sql`nextval('cart_revisions')`,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  const given = lines.map(({ partNumber, quantity }) => ({
    productId: products.get(partNumber) ?? '',
    quantity,
  }))
  const fits = await bestFits({ db: trx, vehicles }, { lines: given, cars: car ? [car] : [] })
  return price.lines.map((line, at) => {
    const fit = fits.get(given[at]?.productId ?? '')
    return {
      id: at === 0 ? id : randomUUID(),
      purchase_id: id,
      number,
      line: at + 1,
      lines: lines.length,
      core_unit_cents: demoCoreCents(line.productId),
      tax_cents: line.taxCents,
      core_tax_cents: line.coreTaxCents,
      tax_rate_ppm: line.taxRatePpm,
      tax_region_id: line.taxRegionId,
      customer_phone: address.phone,
      customer_address: printedFor(customer, address),
      vehicle: fit?.vehicle ?? null,
      fit_verdict: fit?.verdict ?? null,
      fit_reason: fit?.reason ?? null,
    }
  })
}
