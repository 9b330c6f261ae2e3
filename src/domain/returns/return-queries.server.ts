import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Purchase } from '../orders/purchase.ts'
import { dollarsFromCents } from '../shared/money.ts'
import { formatReturnNumber } from '../shared/return-number.ts'
import { shopTimeZone } from '../shared/shop-days.ts'
import { findReturnFacts, type ReturnContent } from './return-facts.server.ts'
import type { Return, ReturnState } from './return.ts'
import type { OpenCores } from './with-returns.ts'

/** The message for a return that is missing, or not the viewer's: the responses are identical. */
export const NO_SUCH_RETURN = 'There is no such return.'

type ReturnRow = {
  id: string
  number: string
  purchase_id: string
  state: ReturnState
  note: string
  created_at: Date
  decided_at: Date | null
  send_by: Date | null
  received_at: Date | null
  amount_cents: number | null
  lines: (Omit<Return['lines'][number], 'words'> & { words: string })[]
}

/** These returns as the API shows them, in this order. */
export async function findReturns(
  db: Database,
  content: ReturnContent,
  ids: readonly string[],
): Promise<(Return & { purchaseId: string })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<ReturnRow>`
    select r.*, f.amount_cents,
           case when r.state = 'approved' then send_return_by(r.decided_at, ${shopTimeZone(content)}) end as send_by,
           (select jsonb_agg(jsonb_build_object(
              'orderId', l.order_id, 'name', o.product_name, 'unit', o.unit, 'core', l.core, 'quantity', l.quantity,
              'reason', l.reason, 'words', l.words, 'received', l.received, 'restocked', l.restocked,
              'writtenOff', l.written_off) order by o.line, l.core)
            from return_lines l join orders o on o.id = l.order_id where l.return_id = r.id) as lines
    from returns r left join refunds f on f.id = r.refund_id
    where r.id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], r.id)`.execute(db)
  return rows.map((row) => ({ ...toReturn(row), purchaseId: row.purchase_id }))
}

/** The returns of these purchases, by the purchase's id, oldest first; a purchase without any is left out. */
export async function returnsOf(
  db: Database,
  content: ReturnContent,
  purchaseIds: readonly string[],
): Promise<Map<string, Return[]>> {
  if (purchaseIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('returns')
    .select('id')
    .where('purchase_id', 'in', purchaseIds)
    .orderBy('number')
    .execute()
  const found = await findReturns(
    db,
    content,
    rows.map(({ id }) => id),
  )
  return new Map(
    [...Map.groupBy(found, ({ purchaseId }) => purchaseId)].map(([id, returns]) => [
      id,
      returns.map(({ purchaseId: _purchaseId, ...one }) => one),
    ]),
  )
}

/** The old parts of these purchases that can be sent back now, by their orders. */
export async function openCoresOf(
  db: Database,
  content: ReturnContent,
  purchases: readonly Pick<Purchase, '_id' | 'coreDeposits' | 'total' | 'refunded'>[],
): Promise<Map<string, OpenCores>> {
  const ids = purchases
    .filter(({ coreDeposits, total, refunded }) => coreDeposits > 0 && refunded < total)
    .map(({ _id }) => _id)
  const facts = ids.length === 0 ? [] : await findReturnFacts(db, content, ids)
  return new Map(
    facts.flatMap(({ orderId, cores: open, coresUntil, coresAreOver }) =>
      open > 0 && coresUntil && !coresAreOver
        ? [[orderId, { open, until: coresUntil.toISOString() }] as const]
        : [],
    ),
  )
}

function toReturn(row: ReturnRow): Return {
  return {
    _id: row.id,
    number: formatReturnNumber(row.number),
    state: row.state,
    ...(row.note !== '' && { note: row.note }),
    createdAt: row.created_at.toISOString(),
    ...(row.decided_at && { decidedAt: row.decided_at.toISOString() }),
    ...(row.send_by && { sendBy: row.send_by.toISOString() }),
    ...(row.received_at && { receivedAt: row.received_at.toISOString() }),
    lines: row.lines.map(({ words, ...line }) => ({ ...line, ...(words !== '' && { words }) })),
    ...(row.received_at && { refunded: dollarsFromCents(row.amount_cents ?? 0) }),
  }
}
