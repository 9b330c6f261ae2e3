import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ReturnLinesTable, ReturnsTable } from '#db/schema/returns.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { creditOfReturn, worth } from '../documents/credit.ts'
import { readLedger } from '../documents/ledger.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { moveStock } from '../orders/move-stock.server.ts'
import type { OrderRow } from '../orders/order-queries.server.ts'
import type { PaymentShop } from '../payments/payment-shop.ts'
import { sendRefund } from '../payments/send-refunds.server.ts'
import { giveBack } from '../refunds/give-back.server.ts'
import type { RefundDecided } from '../refunds/refund.ts'
import type { CacheTag } from '../shared/cache-tags.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import { lockReturn, refuseState } from './change-return.server.ts'
import { unknownPart } from './judge-return.server.ts'
import { findReturnFacts, type ReturnFacts } from './return-facts.server.ts'
import { NO_SUCH_RETURN } from './return-queries.server.ts'
import type { ReceiptInput, ReceiptResult } from './return.ts'
import { returnedText } from './returned-text.ts'

type AskedLine = Selectable<ReturnLinesTable>

/** What arrived of one line. */
type Arrived = {
  order: OrderRow
  core: boolean
  received: number
  restocked: number
  writtenOff: number
}

/**
 * Records what arrived of an approved return: each piece back into stock or written off; and gives back what
 * was paid for it, if that is wanted, by one refund, as far as it was not given back before. Stock, refund,
 * credit note and email are one decision. Pieces that did not arrive can be asked for again. So is one that
 * was canceled, as far as its pieces have neither come back nor been asked back since. Access: admins.
 * Refusals: not_found; return_state; invalid_input, with the line.
 */
export async function receiveReturn(
  shop: PaymentShop,
  viewer: Viewer,
  id: string,
  { lines, refund }: ReceiptInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<ReceiptResult>> {
  const content = await shop.content()
  let changes: CacheTag[] = []
  const outcome = await runIdempotently<ReceiptResult>(shop, viewer, idempotencyKey, async (trx) => {
    const found = await lockReturn(trx, id)
    if (!found) return refused('not_found', NO_SUCH_RETURN)
    const { row, orders } = found
    if (row.state !== 'approved' && row.state !== 'canceled') return refuseState(row)
    const asked = await trx.selectFrom('return_lines').selectAll().where('return_id', '=', id).execute()
    const facts = row.state === 'canceled' ? await findReturnFacts(trx, content, [row.purchase_id]) : null
    const checked = checkReceipt(lines, facts ? stillFree(asked, facts) : asked, orders)
    if (!checked.ok) return checked
    const arrived = checked.value
    await store(trx, viewer, row, arrived)
    const restocked = arrived.filter((line) => line.restocked > 0)
    changes = await moveStock(
      trx,
      restocked.map((line) => ({ order: line.order, quantity: line.restocked })),
      'returned',
    )
    const { purchase_id: purchaseId } = row
    const ledger = await readLedger(trx, content, purchaseId)
    const cameBack = arrived.map(({ order, core, received }) => ({ orderId: order.id, core, received }))
    const credit = refund ? creditOfReturn(ledger, cameBack) : []
    const number = formatReturnNumber(row.number)
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'receive_return',
      subject: `order:${purchaseId}`,
      after: {
        returnNumber: number,
        pieces: returnedText(
          arrived.map(({ order, core, received }) => ({
            core,
            quantity: received,
            unit: order.unit,
            name: order.product_name,
          })),
        ),
        restocked: restocked.reduce((sum, line) => sum + line.restocked, 0),
        writtenOff: arrived.reduce((sum, line) => sum + line.writtenOff, 0),
        amountCents: worth(credit),
        returnId: id,
      },
    })
    await addOrderMails(shop, trx, { orderId: purchaseId, kind: 'return_received', about: id })
    const { refundId, amount }: RefundDecided = await giveBack(trx, content, {
      viewer,
      purchaseId,
      paymentId: ledger.paymentId,
      lines: credit,
      cause: arrived.every(({ core }) => core) ? 'core' : 'return',
      note: number,
    })
    if (refundId === undefined) return ok({})
    await trx.updateTable('returns').set({ refund_id: refundId }).where('id', '=', id).execute()
    return ok({ refundId, amount })
  })
  if (!outcome.ok) return outcome
  for (const change of changes) shop.publishChange(change)
  if (outcome.value.refundId !== undefined) await sendRefund(shop, { id: outcome.value.refundId })
  return outcome
}

/** What of a canceled return can still arrive. */
function stillFree(asked: readonly AskedLine[], facts: readonly ReturnFacts[]): AskedLine[] {
  return asked.map((line) => {
    const { parts = 0, cores = 0 } = facts.find(({ orderId }) => orderId === line.order_id) ?? {}
    return { ...line, quantity: Math.min(line.quantity, line.core ? cores : parts) }
  })
}

/** What arrived, by lines; those of which nothing did are left out. */
function checkReceipt(
  lines: ReceiptInput['lines'],
  asked: readonly AskedLine[],
  orders: readonly OrderRow[],
): Outcome<Arrived[]> {
  const arrived: Arrived[] = []
  for (const [at, { orderId, ...line }] of lines.entries()) {
    const { core, received, restocked, writtenOff } = line
    const wanted = asked.find((one) => one.order_id === orderId && one.core === core)
    const order = orders.find((one) => one.id === orderId)
    if (!wanted || !order) return unknownPart(at)
    const refuse = (field: keyof typeof line, message: string, code: 'too_high' | 'invalid') =>
      refusedField(`lines.${at}.${field}`, 'invalid_input', message, code)
    if (received > wanted.quantity)
      return refuse(
        'received',
        wanted.quantity === 0
          ? `Nothing of ${order.product_name} can arrive: it has come back, is in another return, or its deposit was kept.`
          : `Only ${returnedText([{ core, quantity: wanted.quantity, unit: order.unit, name: order.product_name }])} can arrive.`,
        'too_high',
      )
    if (core && restocked > 0) return refuse('restocked', 'Old parts are not put into stock.', 'too_high')
    if (restocked + writtenOff !== received)
      return refuse('writtenOff', 'Each piece that arrived is put into stock or written off.', 'invalid')
    if (received > 0) arrived.push({ order, ...line })
  }
  return arrived.length > 0
    ? ok(arrived)
    : refusedField('lines', 'invalid_input', 'Enter what arrived, or cancel the return.', 'invalid')
}

async function store(
  trx: Database,
  viewer: Viewer,
  { id, state, decided_at: decidedAt }: Selectable<ReturnsTable>,
  arrived: readonly Arrived[],
): Promise<void> {
  await trx
    .updateTable('returns')
    .set({
      state: 'received',
      received_at: sql<Date>`clock_timestamp()`,
      // Why it was canceled is no longer true.
      ...(state === 'canceled' && { note: '' }),
      ...(decidedAt === null && { decided_by: viewer.id, decided_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .execute()
  for (const { order, core, received, restocked, writtenOff } of arrived)
    await trx
      .updateTable('return_lines')
      .set({ received, restocked, written_off: writtenOff })
      .where('return_id', '=', id)
      .where('order_id', '=', order.id)
      .where('core', '=', core)
      .execute()
}
