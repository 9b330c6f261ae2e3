import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { CreditableLines, InvoicedLine } from './credit.ts'
import type { SellerContent } from './issue-document.server.ts'
import { issueInvoice } from './issue-invoice.server.ts'

/** What was paid for a purchase, and what has been given back of it. */
export type Ledger = CreditableLines & { paymentId: string }

/**
 * The ledger of a purchase that is paid and locked. One that was paid before the store had invoices gets its
 * invoice now: call it after all that locks products (see issueDocument).
 */
export async function readLedger(trx: Database, content: SellerContent, purchaseId: string): Promise<Ledger> {
  const invoice = await trx
    .selectFrom('documents')
    .select('id')
    .where('purchase_id', '=', purchaseId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
  if (!invoice) await issueInvoice(trx, content, purchaseId)
  return findLedger(trx, purchaseId)
}

/** The ledger of a purchase that is paid; without lines if it has no invoice yet. */
export async function findLedger(trx: Database, purchaseId: string): Promise<Ledger> {
  const { rows: lines } = await sql<InvoicedLine>`
    select l.id::text as id, l.order_id as "orderId", l.kind, l.words, l.quantity, l.net_cents as "netCents", l.tax_cents as "taxCents",
           l.rate_ppm as "ratePpm", l.region_id as "regionId",
           (select jsonb_build_object('quantity', coalesce(sum(quantity), 0), 'netCents', coalesce(-sum(net_cents), 0),
                                      'taxCents', coalesce(-sum(tax_cents), 0))
            from document_lines where reverses = l.id) as credited,
           (select coalesce(sum(quantity), 0)::integer from core_movements
            where l.kind = 'core' and order_id = l.order_id and kind = 'kept') as kept,
           l.kind = 'core' and l.tax_cents > 0 and not p.tax_contained
             and not coalesce((select core_tax_refunded from tax_regions where id = l.region_id), false) as "taxStays"
    from document_lines l join documents d on d.id = l.document_id join purchases p on p.id = d.purchase_id
    where d.purchase_id = ${purchaseId} and d.kind = 'invoice' order by l.id`.execute(trx)
  // Refunds of earlier versions, made at the provider, have no rows.
  const { rows } = await sql<Omit<Ledger, 'lines'>>`
    select y.id as "paymentId",
           (p.total_cents - decided - greatest(p.refunded_cents - known, 0))::integer as "leftCents"
    from purchases p
    join orders o on o.id = p.id
    join payments y on y.intent_id = o.transaction_id
    cross join lateral (
      select coalesce(sum(amount_cents), 0) as decided,
             coalesce(sum(amount_cents) filter (where state in ('pending', 'done')), 0) as known
      from refunds r where r.payment_id = y.id) given
    where p.id = ${purchaseId}`.execute(trx)
  const [facts] = rows
  if (!facts) throw new Error(`Purchase ${purchaseId} has no payment`)
  return { ...facts, lines }
}
