import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { readLedger } from '../documents/ledger.server.ts'
import { addOrderMails } from '../orders/add-order-mails.server.ts'
import { maySeeOrder } from '../orders/order-policy.ts'
import { lockPurchase, NO_SUCH_ORDER, type OrderRow } from '../orders/order-queries.server.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import type { Shop } from '../shop.ts'
import { judgeReturn } from './judge-return.server.ts'
import { findReturnFacts } from './return-facts.server.ts'
import { MAX_RETURNS, type ReturnInput } from './return.ts'
import { returnedText } from './returned-text.ts'

/**
 * Asks to send back parts that have shipped, or old parts for their deposit. Within the days it is approved
 * at once; else it waits for an admin, if it may be asked at all (judgeReturn). A part that does not fit the
 * car that it was ordered for is flagged. Access: the owner and admins.
 * Refusals: not_found; too_many_returns, for the owner; nothing_to_return, return_window_over,
 * not_returnable, each with the line.
 */
export async function requestReturn(
  shop: Pick<Shop, 'db' | 'jobs' | 'content'>,
  viewer: Viewer,
  id: string,
  { lines }: ReturnInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<{ returnId: string; number: string }>> {
  const content = await shop.content()
  return runIdempotently(shop, viewer, idempotencyKey, async (trx) => {
    const orders = await lockPurchase(trx, id)
    if (!orders || !maySeeOrder(viewer, orders[0])) return refused('not_found', NO_SUCH_ORDER)
    const { purchase_id: purchaseId, paid_at: paidAt } = orders[0]
    const before = await countReturns(trx, purchaseId)
    if (before >= MAX_RETURNS && !isAdmin(viewer))
      return refused(
        'too_many_returns',
        `This order has ${before} returns already. Write to us to send back more.`,
      )
    // One that was paid before the store had invoices gets its own now, with its deposits.
    if (paidAt !== null) await readLedger(trx, content, purchaseId)
    const facts = await findReturnFacts(trx, content, [purchaseId])
    const judged = judgeReturn(facts, lines, viewer, content)
    if (!judged.ok) return judged
    const asked = await insertReturn(trx, { viewer, purchaseId, state: judged.value, lines })
    await flagFits(trx, asked.returnId, orders, lines)
    const isApproved = judged.value === 'approved'
    await recordChange(trx, {
      actorId: viewer.id,
      action: isApproved ? 'approve_return' : 'request_return',
      subject: `order:${purchaseId}`,
      after: {
        returnNumber: asked.number,
        pieces: returnedText(lines.map((line) => ({ ...line, ...partOf(orders, line.orderId) }))),
        returnId: asked.returnId,
      },
    })
    await addOrderMails(shop, trx, {
      orderId: purchaseId,
      kind: isApproved ? 'return_approved' : 'store_return_requested',
      about: asked.returnId,
    })
    return ok(asked)
  })
}

async function countReturns(trx: Database, purchaseId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from returns where purchase_id = ${purchaseId}`.execute(trx)
  return rows[0]?.count ?? 0
}

function partOf(orders: readonly OrderRow[], orderId: string) {
  const order = orders.find(({ id }) => id === orderId)
  return { name: order?.product_name ?? '', unit: order?.unit ?? '' }
}

async function insertReturn(
  trx: Database,
  asked: {
    viewer: Viewer
    purchaseId: string
    state: 'approved' | 'requested'
    lines: ReturnInput['lines']
  },
): Promise<{ returnId: string; number: string }> {
  const { id, number } = await trx
    .insertInto('returns')
    .values({
      purchase_id: asked.purchaseId,
      state: asked.state,
      created_by: asked.viewer.id,
      ...(asked.state === 'approved' && { decided_at: sql<Date>`clock_timestamp()` }),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('return_lines')
    .values(
      asked.lines.map(({ orderId, core, quantity, reason, words }) => ({
        return_id: id,
        order_id: orderId,
        core,
        quantity,
        reason: core ? 'core' : (reason ?? 'not_needed'),
        words: words ?? '',
      })),
    )
    .execute()
  return { returnId: id, number: formatReturnNumber(number) }
}

/** Flags parts that do not fit, although the store did not say so when they were ordered for a car. */
async function flagFits(
  trx: Database,
  returnId: string,
  orders: readonly OrderRow[],
  lines: ReturnInput['lines'],
): Promise<void> {
  const flags = lines.flatMap(({ orderId, reason }) => {
    const order = orders.find(({ id }) => id === orderId)
    if (reason !== 'does_not_fit' || !order || order.vehicle === null || order.fit_verdict === null) return []
    if (order.fit_verdict === 'does_not_fit') return []
    return [
      {
        product_id: order.product_id,
        order_id: order.id,
        return_id: returnId,
        vehicle: order.vehicle,
        said: order.fit_verdict,
        reason: order.fit_reason ?? '',
      },
    ]
  })
  if (flags.length > 0) await trx.insertInto('fitment_flags').values(flags).execute()
}
