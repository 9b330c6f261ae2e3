import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IssuedLine } from './issued-line.ts'

/**
 * Records the deposits among the lines of a credit note as given back.
 * @param refundId the refund that the credit note is about; null if it is worth nothing.
 */
export async function recordCoresRefunded(
  trx: Database,
  lines: readonly IssuedLine[],
  refundId: string | null,
): Promise<void> {
  const cores = lines.filter(({ kind }) => kind === 'core')
  if (cores.length === 0) return
  await sql`
    insert into core_movements (order_id, kind, quantity, amount_cents, refund_id)
    select id, 'refunded', core.quantity, core_unit_cents * core.quantity, ${refundId}::uuid
    from jsonb_to_recordset(${JSON.stringify(cores)}::jsonb) as core ("orderId" uuid, quantity integer)
    join orders on id = "orderId"`.execute(trx)
}
