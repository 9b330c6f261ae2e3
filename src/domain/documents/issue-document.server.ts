import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { StoreContent } from '../content/store-content.ts'
import { sum } from '../shared/money.ts'
import { dayOf, shopTimeZone } from '../shared/shop-days.ts'
import type { Buyer, DocumentSummary, Seller } from './document.ts'
import type { IssuedLine } from './issued-line.ts'

/** What the store's content says of the seller. */
export type SellerContent = Pick<StoreContent, 'name' | 'contact' | 'timeZone'>

/**
 * Issues an invoice or a credit note. Call it last in the transaction that has locked the purchase: the
 * number is taken by the last statement, and until the commit other documents of its kind wait for it, so
 * that the numbers of a year have no gap.
 * @param content the store's, which is the seller.
 * @param document.refundId the refund that a credit note is about.
 * @param document.issuedAt default: now, by the database's clock.
 * @returns its year and number.
 */
export async function issueDocument(
  trx: Database,
  content: SellerContent,
  document: {
    kind: DocumentSummary['kind']
    purchaseId: string
    lines: readonly IssuedLine[]
    refundId?: string
    issuedAt?: Date
  },
): Promise<{ kind: DocumentSummary['kind']; year: number; number: number }> {
  const { kind, purchaseId, lines, refundId = null } = document
  const { buyer, taxNumber, corrects, now } = await findParties(trx, purchaseId)
  const at = document.issuedAt ?? now
  const year = Number(dayOf(at, shopTimeZone(content)).slice(0, 4))
  const taxCents = sum(lines.map((line) => line.taxCents))
  const totalCents = sum(lines.map((line) => line.netCents)) + taxCents
  const { rows } = await sql<{ number: number }>`
    with numbered as (
      insert into document_numbers (kind, year, last) values (${kind}, ${year}, 1)
      on conflict (kind, year) do update set last = document_numbers.last + 1
      returning last
    ), issued as (
      insert into documents (kind, year, number, purchase_id, corrects, refund_id, issued_at, seller, buyer, total_cents, tax_cents)
      select ${kind}, ${year}, last, ${purchaseId}, ${kind === 'invoice' ? null : corrects}::uuid, ${refundId}::uuid, ${at},
             ${JSON.stringify(sellerOf(content, taxNumber))}, ${JSON.stringify(buyer)}, ${totalCents}, ${taxCents}
      from numbered returning id, number
    ), listed as (
      insert into document_lines (document_id, order_id, kind, words, quantity, net_cents, tax_cents, rate_ppm, region_id, reverses)
      select issued.id, "orderId", kind, words, quantity, "netCents", "taxCents", "ratePpm", "regionId", reverses
      from issued, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (
        "orderId" uuid, kind text, words text, quantity integer, "netCents" integer, "taxCents" integer,
        "ratePpm" integer, "regionId" uuid, reverses bigint)
    )
    select number from issued`.execute(trx)
  const [issued] = rows
  if (!issued) throw new Error('The statement of a document returned no number')
  return { kind, year, number: issued.number }
}

/** `taxNumber`: the store's; null or '' without one. `corrects`: the purchase's invoice, if it has one. */
async function findParties(trx: Database, purchaseId: string) {
  const { rows } = await sql<{ buyer: Buyer; taxNumber: string | null; corrects: string | null; now: Date }>`
    select clock_timestamp() as now, (select tax_number from sales_settings) as "taxNumber",
           (select id from documents d where d.purchase_id = f.id and d.kind = 'invoice') as corrects,
           jsonb_build_object('name', customer_name, 'email', customer_email, 'address', customer_address) as buyer
    from orders f where f.id = ${purchaseId}`.execute(trx)
  const [parties] = rows
  if (!parties) throw new Error(`There is no purchase ${purchaseId}`)
  return parties
}

function sellerOf({ name, contact }: SellerContent, taxNumber: string | null): Seller {
  return { name: contact.company ?? name, address: [...contact.address], ...(taxNumber && { taxNumber }) }
}
