import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { messageOf } from '#config/thrown-error.ts'
import { settleRefunds } from './settle-refunds.ts'

/** The simulator's log; a pino logger fits. */
export type SimulatorLog = {
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/**
 * Delivers events of the outbox until they get a 2xx response, even after a restart and concurrently with
 * other processes.
 */
export type WebhookSender = {
  /** Delivers new events now. */
  kick(): void
  /** Ends the running deliveries; those without a response are due again at the next start. */
  stop(): Promise<void>
}

const BATCH_SIZE = 8
const RESPONSE_TIMEOUT_MS = 10_000
// Longer than a delivery may take: after this time another process takes over those of a killed one.
const LEASE_MS = 15_000
const POLL_MS = 5_000

/**
 * @param options.webhook.url called at each delivery; the store's own URL is known only after listening.
 */
export function startWebhooks(options: {
  pool: pg.Pool
  webhook: { url: () => string; secret: string }
  log: SimulatorLog
}): WebhookSender {
  const { pool, webhook, log } = options
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  let timer: NodeJS.Timeout | undefined

  function kick(): void {
    if (stopping.signal.aborted) return
    again = true
    if (running) return
    clearTimeout(timer)
    running = drain().then(schedule)
  }

  /** @returns how many ms until something may be due. */
  async function drain(): Promise<number> {
    try {
      while (again) {
        again = false
        await settleRefunds(pool)
        for (let batch = await claim(); batch.length > 0 && !stopping.signal.aborted; batch = await claim())
          await Promise.all(batch.map(deliver))
      }
      const next = await pool.query<{ ms: number | null }>(
        `select extract(epoch from min(next_attempt_at) - clock_timestamp())::float8 * 1000 as ms from simulator.events where deliveries_due > 0`,
      )
      return Math.min(POLL_MS, Math.max(50, next.rows[0]?.ms ?? POLL_MS))
    } catch (error) {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'The card simulator could not read its webhooks; it retries.')
      return POLL_MS
    }
  }

  function schedule(waitMs: number): void {
    running = null
    if (stopping.signal.aborted) return
    if (again) kick()
    else timer = setTimeout(kick, waitMs).unref()
  }

  async function claim(): Promise<Delivery[]> {
    if (stopping.signal.aborted) return []
    const claimed = await pool.query<Delivery>(
      `update simulator.events set attempts = attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
       where id in (select id from simulator.events where deliveries_due > 0 and next_attempt_at <= clock_timestamp()
                    order by seq limit $1 for update skip locked)
       returning id, type, payload, attempts, floor(extract(epoch from clock_timestamp()))::int as time`,
      [BATCH_SIZE, LEASE_MS],
    )
    return claimed.rows
  }

  async function deliver(event: Delivery): Promise<void> {
    const problem = await post(event)
    if (problem === null) {
      await pool.query(
        `update simulator.events set deliveries_due = deliveries_due - 1, next_attempt_at = clock_timestamp() where id = $1 and deliveries_due > 0`,
        [event.id],
      )
      return
    }
    const waitMs = stopping.signal.aborted ? 0 : Math.min(60_000, 250 * 2 ** Math.min(event.attempts, 10))
    await pool.query(
      'update simulator.events set next_attempt_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000) where id = $1',
      [event.id, waitMs],
    )
    if (!stopping.signal.aborted)
      log.warn(
        { event: event.id, type: event.type, problem, waitMs },
        'A webhook of the card simulator was not accepted; it will be retried.',
      )
  }

  /** @returns null when accepted, else why not. */
  async function post(event: Delivery): Promise<string | null> {
    try {
      const { time } = event
      const signature = createHmac('sha256', webhook.secret).update(`${time}.${event.payload}`).digest('hex')
      const response = await fetch(webhook.url(), {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': `t=${time},v1=${signature}`,
        },
        body: event.payload,
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      return response.ok ? null : `HTTP ${response.status}`
    } catch (error) {
      return messageOf(error)
    }
  }

  const tidied = pool
    .query(`delete from simulator.answers where created_at < now() - interval '1 day'`)
    .then(() => pool.query(`delete from simulator.events where created_at < now() - interval '30 days'`))
    .catch((error: unknown) => log.warn({ err: error }, 'The card simulator could not clear its old rows.'))
  kick()

  return {
    kick,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await Promise.all([running, tidied])
    },
  }
}

/** `time`: when it is sent, by the database's clock, in Unix seconds. */
type Delivery = { id: string; type: string; payload: string; attempts: number; time: number }
