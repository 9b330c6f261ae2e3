import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { StoreContent } from '../content/store-content.ts'
import { sum } from '../shared/money.ts'
import { dayOf, shopTimeZone } from '../shared/shop-days.ts'
import type { Seller } from './document.ts'
import { type InvoicedOrder, type InvoicedPurchase, invoiceLines } from './invoice-lines.ts'

/** What the store's content says of the seller. */
export type SellerContent = Pick<StoreContent, 'name' | 'contact' | 'timeZone'>

type Invoiced = InvoicedPurchase & {
  orders: InvoicedOrder[]
  buyer: { name: string; email: string; address: string }
  /** The store's; null or '' without one. */
  taxNumber: string | null
  now: Date
}

/**
 * Issues the invoice of a purchase that becomes paid, and records its deposits as charged. Call it last in
 * the transaction that has locked the purchase: the number is taken by the last statement, and until the
 * commit other invoices wait for it, so that the numbers of a year have no gap.
 * @param content the store's, which is the seller.
 * @param issuedAt default: now, by the database's clock.
 */
export async function issueInvoice(
  trx: Database,
  content: SellerContent,
  purchaseId: string,
  issuedAt?: Date,
): Promise<void> {
  const { orders, buyer, taxNumber, now, ...purchase } = await findInvoiced(trx, purchaseId)
  const at = issuedAt ?? now
  const year = Number(dayOf(at, shopTimeZone(content)).slice(0, 4))
  const lines = invoiceLines(purchase, orders)
  const taxCents = sum(lines.map((line) => line.taxCents))
  const totalCents = sum(lines.map((line) => line.netCents)) + taxCents
  await sql`
    with numbered as (
      insert into document_numbers (kind, year, last) values ('invoice', ${year}, 1)
      on conflict (kind, year) do update set last = document_numbers.last + 1
      returning last
    ), issued as (
      insert into documents (kind, year, number, purchase_id, issued_at, seller, buyer, total_cents, tax_cents)
      select 'invoice', ${year}, last, ${purchaseId}, ${at}, ${JSON.stringify(sellerOf(content, taxNumber))},
             ${JSON.stringify(buyer)}, ${totalCents}, ${taxCents}
      from numbered returning id
    ), listed as (
      insert into document_lines (document_id, order_id, kind, words, quantity, net_cents, tax_cents, rate_ppm, region_id)
      select issued.id, "orderId", kind, words, quantity, "netCents", "taxCents", "ratePpm", "regionId"
      from issued, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        "orderId" uuid, kind text, words text, quantity integer, "netCents" integer, "taxCents" integer,
        "ratePpm" integer, "regionId" uuid)
    )
    insert into core_movements (order_id, kind, quantity, amount_cents)
    select id, 'charged', quantity, core_unit_cents * quantity
    from orders where purchase_id = ${purchaseId} and core_unit_cents > 0`.execute(trx)
}

async function findInvoiced(trx: Database, purchaseId: string): Promise<Invoiced> {
  const { rows } = await sql<Invoiced>`
    select p.tax_contained as "taxContained", p.delivery_name as "deliveryName",
           p.delivery_cents as "deliveryCents", p.delivery_tax_cents as "deliveryTaxCents", clock_timestamp() as now,
           (select tax_number from sales_settings) as "taxNumber",
           jsonb_build_object('name', f.customer_name, 'email', f.customer_email, 'address', f.customer_address) as buyer,
           (select jsonb_agg(jsonb_build_object(
              'orderId', o.id, 'name', o.product_name, 'partNumber', product.part_number, 'quantity', o.quantity,
              'unit', o.unit, 'totalCents', o.total_cents, 'coreUnitCents', o.core_unit_cents, 'taxCents', o.tax_cents,
              'coreTaxCents', o.core_tax_cents, 'ratePpm', o.tax_rate_ppm, 'regionId', o.tax_region_id) order by o.line)
            from orders o join products product on product.id = o.product_id where o.purchase_id = p.id) as orders
    from purchases p join orders f on f.id = p.id
    where p.id = ${purchaseId}`.execute(trx)
  const [invoiced] = rows
  if (!invoiced) throw new Error(`There is no purchase ${purchaseId}`)
  return invoiced
}

function sellerOf({ name, contact }: SellerContent, taxNumber: string | null): Seller {
  return { name: contact.company ?? name, address: [...contact.address], ...(taxNumber && { taxNumber }) }
}
