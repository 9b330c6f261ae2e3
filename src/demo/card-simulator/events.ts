import type pg from 'pg'
import { apiVersion } from './intent-object.ts'
import { newId, seconds } from './rows.ts'

export type EventRow = { id: string; payload: string; deliveries_due: number }

/**
 * Writes an event to the outbox, in the transaction of its change.
 * @param delivery how often its webhook is delivered (0 = lost, 2 = twice), and from when on.
 */
export async function recordEvent(
  tx: pg.PoolClient,
  event: { type: string; object: unknown; now: Date },
  delivery: { times: number; delayMs: number },
): Promise<void> {
  const id = newId('evt')
  const payload = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: seconds(event.now),
    data: { object: event.object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  }
  await tx.query(
    `insert into simulator.events (id, type, payload, deliveries_due, next_attempt_at)
     values ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5::float8 / 1000))`,
    [id, event.type, JSON.stringify(payload), delivery.times, delivery.delayMs],
  )
}

/** An event as GET /v1/events returns it. */
export function eventObject(row: EventRow): object {
  return { ...(JSON.parse(row.payload) as object), pending_webhooks: row.deliveries_due }
}
