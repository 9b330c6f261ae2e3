import { type Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { DocumentsTable } from '#db/schema/documents.ts'
import { formatDocumentNumber } from '../shared/document-number.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { DocumentSummary } from './document.ts'

type Summarized = Pick<
  Selectable<DocumentsTable>,
  'id' | 'kind' | 'year' | 'number' | 'total_cents' | 'issued_at'
>

/** A row as a list shows it. */
export function toDocumentSummary(row: Summarized): DocumentSummary {
  return {
    _id: row.id,
    kind: row.kind,
    number: formatDocumentNumber(row),
    total: dollarsFromCents(row.total_cents),
    issuedAt: row.issued_at.toISOString(),
  }
}

/**
 * The documents of these purchases, by the purchase's id: first its invoice, then its credit notes, oldest
 * first. A purchase without documents is left out.
 */
export async function documentsOf(
  db: Database,
  purchaseIds: readonly string[],
): Promise<Map<string, DocumentSummary[]>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents')
    .select(['id', 'kind', 'year', 'number', 'total_cents', 'issued_at', 'purchase_id'])
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('issued_at')
    .orderBy('number')
    .execute()
  const byPurchase = Map.groupBy(rows, (row) => row.purchase_id)
  return new Map([...byPurchase].map(([id, documents]) => [id, documents.map(toDocumentSummary)]))
}
