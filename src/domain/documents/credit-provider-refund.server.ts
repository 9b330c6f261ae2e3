import type { Database } from '#db/connection.ts'
import {
  creditAmount,
  creditPieces,
  GIVEN_BEFORE,
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
 * Issues the credit note of a refund that was made at the card provider: of all that is left of the lines,
 * once nothing is left of the payment, else as goodwill, since the provider does not know what it is for.
 * Call it last in the transaction that has locked the purchase (see issueDocument).
 * @param refund.laterCents what was refunded after it, and has no row yet.
 */
export async function creditProviderRefund(
  trx: Database,
  content: SellerContent,
  refund: { purchaseId: string; refundId: string; amountCents: number; laterCents: number },
): Promise<void> {
  const { purchaseId, refundId, amountCents, laterCents } = refund
  const { lines, leftCents } = await readLedger(trx, content, purchaseId)
  const credit = leftCents + laterCents > 0 ? [] : lines.flatMap(creditRest)
  await recordCoresRefunded(trx, credit, refundId)
  // Deposits that were kept, and tax that stayed, are not of any piece; goodwill was given back before.
  const beyond = amountCents - worth(credit)
  if (beyond !== 0) credit.push(goodwillLine(beyond, beyond > 0 ? 'Refunded to the card' : GIVEN_BEFORE))
  await issueDocument(trx, content, { kind: 'credit_note', purchaseId, refundId, lines: credit })
}

function creditRest(line: InvoicedLine) {
  if (leftOf(line) === 0) return []
  const left = piecesLeft(line)
  if (line.quantity === null) return [creditAmount(line, leftOf(line))]
  return left > 0 ? [creditPieces(line, left)] : []
}
