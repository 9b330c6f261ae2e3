import type { Generated, JSONColumnType } from 'kysely'

type DocumentKind = 'invoice' | 'credit_note'

/** Invoices and credit notes. Amounts in cents; those of credit notes are negative. */
export type DocumentsTable = {
  id: Generated<string>
  kind: DocumentKind
  /** In the store's time zone. */
  year: number
  number: number
  purchase_id: string
  /** The invoice of a credit note. */
  corrects: string | null
  /** The refund that a credit note is about. */
  refund_id: Generated<string | null>
  issued_at: Date
  seller: JSONColumnType<{ name: string; address: string[]; taxNumber?: string }>
  buyer: JSONColumnType<{ name: string; email: string; address: string }>
  /** With the tax. */
  total_cents: number
  tax_cents: number
}

export type DocumentLinesTable = {
  /** A bigint, which the driver returns as text. */
  id: Generated<string>
  document_id: string
  /** Of a part and its deposit. */
  order_id: string | null
  kind: 'part' | 'core' | 'delivery' | 'goodwill'
  words: string
  quantity: number | null
  net_cents: number
  tax_cents: number
  /** Parts per million. */
  rate_ppm: number | null
  region_id: string | null
  /** The line of the invoice that a line of a credit note gives back. */
  reverses: string | null
}

/** The last number of each kind and year. */
export type DocumentNumbersTable = { kind: DocumentKind; year: number; last: number }

/** What happened to the deposits for old parts of an order. */
export type CoreMovementsTable = {
  id: Generated<string>
  order_id: string
  kind: 'charged' | 'refunded' | 'kept'
  quantity: number
  amount_cents: number
  refund_id: Generated<string | null>
  at: Generated<Date>
}
