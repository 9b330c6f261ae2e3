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

/**
 * Decides a refund: its row, which sendRefunds sends, and the credit note with these lines. Deposits among
 * them are recorded as refunded. Call it last in the transaction that has locked the purchase (see
 * issueDocument).
 * @returns without an id when the lines are worth nothing: then nothing is stored.
 */
export async function giveBack(
  trx: Database,
  content: SellerContent,
  refund: {
    viewer: Viewer
    purchaseId: string
    paymentId: string
    lines: readonly IssuedLine[]
    cause: RefundsTable['cause']
    note: string
  },
): Promise<RefundDecided> {
  const { viewer, purchaseId, paymentId, lines, cause, note } = refund
  const amountCents = worth(lines)
  if (amountCents === 0) return { amount: 0 }
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
  await recordCoresRefunded(trx, lines, id)
  const issued = await issueDocument(trx, content, { kind: 'credit_note', purchaseId, lines, refundId: id })
  return { refundId: id, amount: dollarsFromCents(amountCents), creditNote: formatDocumentNumber(issued) }
}
