import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { DocumentLinesTable } from '#db/schema/documents.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { isId } from '../shared/id.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { rateFromPpm } from '../shared/rate.ts'
import type { Shop } from '../shop.ts'
import { toDocumentSummary } from './document-queries.server.ts'
import type { Document, DocumentLine } from './document.ts'

/**
 * An invoice or a credit note with its lines. Access: the owner of its purchase, and admins. Refusals:
 * not_found, including for other customers' documents.
 */
export async function showDocument(
  { db, rules }: Pick<Shop, 'db' | 'rules'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<Document>> {
  const row = await findDocument(db, id)
  if (!row || !maySeeOrder(viewer, row)) return refused('not_found', 'There is no such document.')
  const lines = await db
    .selectFrom('document_lines')
    .selectAll()
    .where('document_id', '=', row.id)
    .orderBy('id')
    .execute()
  return ok({
    ...toDocumentSummary(row),
    purchaseId: row.purchase_id,
    purchaseNumber: formatOrderNumber(row.purchase_number, rules.orderPrefix),
    seller: row.seller,
    buyer: row.buyer,
    lines: lines.map(toLine),
    net: dollarsFromCents(row.total_cents - row.tax_cents),
    tax: dollarsFromCents(row.tax_cents),
  })
}

async function findDocument(db: Database, id: string) {
  if (!isId(id)) return undefined
  return (
    db
      .selectFrom('documents as d')
      // The first order of a purchase has its id.
      .innerJoin('orders as o', 'o.id', 'd.purchase_id')
      .selectAll('d')
      .select(['o.account_id', 'o.number as purchase_number'])
      .where('d.id', '=', id)
      .executeTakeFirst()
  )
}

function toLine(row: Selectable<DocumentLinesTable>): DocumentLine {
  return {
    kind: row.kind,
    words: row.words,
    ...(row.quantity !== null && { quantity: row.quantity }),
    net: dollarsFromCents(row.net_cents),
    tax: dollarsFromCents(row.tax_cents),
    ...(row.rate_ppm !== null && { rate: rateFromPpm(row.rate_ppm) }),
  }
}
