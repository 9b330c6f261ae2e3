import type { Database } from '#db/connection.ts'
import { sum } from '../shared/money.ts'
import {
  creditAmount,
  creditPieces,
  goodwillLine,
  type InvoicedLine,
  leftOf,
  piecesLeft,
  worth,
} from './credit.ts'
import { issueDocument, type SellerContent } from './issue-document.server.ts'
import { readLedger } from './ledger.server.ts'
import { recordCoresRefunded } from './record-cores-refunded.server.ts'

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
  const credit = isAll ? lines.flatMap(creditRest) : []
  await recordCoresRefunded(trx, credit, refundId)
  // Deposits that were kept, and tax that stayed, are not of any piece.
  const beyond = amountCents - worth(credit)
  if (beyond > 0) credit.push(goodwillLine(beyond, 'Refunded to the card'))
  await issueDocument(trx, content, { kind: 'credit_note', purchaseId, refundId, lines: credit })
}

function creditRest(line: InvoicedLine) {
  if (leftOf(line) === 0) return []
  const left = piecesLeft(line)
  if (line.quantity === null) return [creditAmount(line, leftOf(line))]
  return left > 0 ? [creditPieces(line, left)] : []
}
