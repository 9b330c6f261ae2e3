import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { type InvoicedOrder, type InvoicedPurchase, invoiceLines } from './invoice-lines.ts'
import { issueDocument, type SellerContent } from './issue-document.server.ts'

type Invoiced = InvoicedPurchase & { orders: InvoicedOrder[] }

/**
 * Issues the invoice of a purchase that becomes paid, and records its deposits as charged. Call it last in
 * the transaction that has locked the purchase: see issueDocument.
 * @param content the store's, which is the seller.
 * @param issuedAt default: now, by the database's clock.
 */
export async function issueInvoice(
  trx: Database,
  content: SellerContent,
  purchaseId: string,
  issuedAt?: Date,
): Promise<void> {
  const { orders, ...purchase } = await findInvoiced(trx, purchaseId)
  await sql`
    insert into core_movements (order_id, kind, quantity, amount_cents)
    select id, 'charged', quantity, core_unit_cents * quantity
    from orders where purchase_id = ${purchaseId} and core_unit_cents > 0`.execute(trx)
  await issueDocument(trx, content, {
    kind: 'invoice',
    purchaseId,
    lines: invoiceLines(purchase, orders),
    ...(issuedAt && { issuedAt }),
  })
}

async function findInvoiced(trx: Database, purchaseId: string): Promise<Invoiced> {
  const { rows } = await sql<Invoiced>`
    select p.tax_contained as "taxContained", p.delivery_name as "deliveryName",
           p.delivery_cents as "deliveryCents", p.delivery_tax_cents as "deliveryTaxCents",
           (select jsonb_agg(jsonb_build_object(
              'orderId', o.id, 'name', o.product_name, 'partNumber', product.part_number, 'quantity', o.quantity,
              'unit', o.unit, 'totalCents', o.total_cents, 'coreUnitCents', o.core_unit_cents, 'taxCents', o.tax_cents,
              'coreTaxCents', o.core_tax_cents, 'ratePpm', o.tax_rate_ppm, 'regionId', o.tax_region_id) order by o.line)
            from orders o join products product on product.id = o.product_id where o.purchase_id = p.id) as orders
    from purchases p where p.id = ${purchaseId}`.execute(trx)
  const [invoiced] = rows
  if (!invoiced) throw new Error(`There is no purchase ${purchaseId}`)
  return invoiced
}
