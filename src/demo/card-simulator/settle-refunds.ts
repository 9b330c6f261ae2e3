import type pg from 'pg'
import { chargeObject, refundObject } from './charge-object.ts'
import { recordEvent } from './events.ts'
import type { ChargeRow, RefundRow } from './rows.ts'

/** How long a refund of a test card for pending or failing refunds keeps its first status, in seconds. */
export const SETTLES_AFTER_S = 20

/** Gives refunds whose time has come their final status, with the events that tell it. */
export async function settleRefunds(pool: pg.Pool): Promise<void> {
  for (;;) {
    const tx = await pool.connect()
    try {
      await tx.query('begin')
      const isSettled = await settleOne(tx)
      await tx.query('commit')
      if (!isSettled) return
    } catch (error) {
      await tx.query('rollback').catch(() => undefined)
      throw error
    } finally {
      tx.release()
    }
  }
}

async function settleOne(tx: pg.PoolClient): Promise<boolean> {
  const { rows } = await tx.query<RefundRow & { now: Date }>(
    `update simulator.refunds set settles_at = null, status = case status when 'pending' then 'succeeded' else 'failed' end
     where id in (select id from simulator.refunds where settles_at <= clock_timestamp() order by seq limit 1 for update skip locked)
     returning *, clock_timestamp() as now`,
  )
  const [refund] = rows
  if (!refund) return false
  const emit = (type: string, object: unknown) =>
    recordEvent(tx, { type, object, now: refund.now }, { times: 1, delayMs: 0 })
  await emit('refund.updated', refundObject(refund))
  if (refund.status !== 'failed') return true
  const charge = await tx.query<ChargeRow>(
    'update simulator.charges set amount_refunded = amount_refunded - $2 where id = $1 returning *',
    [refund.charge_id, refund.amount],
  )
  await emit('refund.failed', refundObject(refund))
  for (const row of charge.rows) await emit('charge.updated', chargeObject(row))
  return true
}
