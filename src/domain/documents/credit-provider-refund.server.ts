import type { Database } from '#db/connection.ts'
import { sum } from '../shared/money.ts'
import { creditAmount, creditPieces, goodwillLine, type InvoicedLine, leftOf, piecesLeft } from './credit.ts'
import { issueDocument, type SellerContent } from './issue-document.server.ts'
import { readLedger } from './ledger.server.ts'

/**
 * Issues the credit note of a refund that was made at the card provider: of all lines, if it gives back
 * everything that is left of them, else as goodwill, since the provider does not know what it is for. Call it
 * last in the transaction that has locked the purchase (see issueDocument).
 */
export async function creditProviderRefund(
  trx: Database,
  content: SellerContent,
  { purchaseId, refundId, amountCents }: { purchaseId: string; refundId: string; amountCents: number },
): Promise<void> {
  const { lines } = await readLedger(trx, content, purchaseId)
  const isAll = sum(lines.map(leftOf)) === amountCents
  await issueDocument(trx, content, {
    kind: 'credit_note',
    purchaseId,
    refundId,
    lines: isAll ? lines.flatMap(creditRest) : [goodwillLine(amountCents, 'Refunded to the card')],
  })
}

function creditRest(line: InvoicedLine) {
  if (leftOf(line) === 0) return []
  const left = piecesLeft(line)
  return [left > 0 ? creditPieces(line, left) : creditAmount(line, leftOf(line))]
}
