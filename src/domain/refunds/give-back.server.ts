import type { Database } from '#db/connection.ts'
import type { RefundsTable } from '#db/schema/refunds.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { worth } from '../documents/credit.ts'
import { issueDocument, type SellerContent } from '../documents/issue-document.server.ts'
import type { IssuedLine } from '../documents/issued-line.ts'
import { recordCoresRefunded } from '../documents/record-cores-refunded.server.ts'
import { formatDocumentNumber } from '../shared/document-number.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { RefundDecided } from './refund.ts'

type Decided = {
  viewer: Viewer
  purchaseId: string
  paymentId: string
  lines: readonly IssuedLine[]
  cause: RefundsTable['cause']
  note: string
}

/**
 * Decides a refund: its row, which sendRefunds sends, and the credit note with these lines. Deposits among
 * them are recorded as refunded. Lines that are worth nothing, since goodwill gave their money back before,
 * are reversed without a refund. Call it last in the transaction that has locked the purchase (see
 * issueDocument).
 * @returns without an id when the lines are worth nothing; without lines, nothing is stored.
 */
export async function giveBack(
  trx: Database,
  content: SellerContent,
  decided: Decided,
): Promise<RefundDecided> {
  const { purchaseId, lines } = decided
  const amountCents = worth(lines)
  if (lines.length === 0) return { amount: 0 }
  const about = amountCents > 0 ? { refundId: await insertRefund(trx, decided, amountCents) } : {}
  await recordCoresRefunded(trx, lines, about.refundId ?? null)
  const issued = await issueDocument(trx, content, { kind: 'credit_note', purchaseId, lines, ...about })
  return { ...about, amount: dollarsFromCents(amountCents), creditNote: formatDocumentNumber(issued) }
}

async function insertRefund(
  trx: Database,
  { viewer, purchaseId, paymentId, cause, note }: Decided,
  amountCents: number,
): Promise<string> {
  const { id } = await trx
    .insertInto('refunds')
    .values({
      purchase_id: purchaseId,
      payment_id: paymentId,
      amount_cents: amountCents,
      cause,
      note,
      created_by: viewer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(trx, {
    actorId: viewer.id,
    action: 'decide_refund',
    subject: `order:${purchaseId}`,
    after: { amountCents, refundId: id, cause, ...(note && { note }) },
  })
  return id
}
