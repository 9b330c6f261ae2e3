import type { DocumentLine } from './document.ts'

/**
 * A line of a document as it is stored. Amounts in cents: what is paid for it is `netCents + taxCents`; those
 * of credit notes are negative.
 */
export type IssuedLine = Pick<DocumentLine, 'kind' | 'words'> & {
  /** Of a part and its deposit. */
  orderId: string | null
  quantity: number | null
  netCents: number
  taxCents: number
  ratePpm: number | null
  regionId: string | null
  /** The line of the invoice that a line of a credit note gives back. */
  reverses?: string | null
}
