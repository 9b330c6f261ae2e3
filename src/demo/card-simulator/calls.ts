import { setTimeout as delay } from 'node:timers/promises'
import type { Context } from 'hono'
import type pg from 'pg'
import { ApiError, badParameter } from './api-error.ts'
import { identifyCaller, same, secretKeyRequired } from './callers.ts'
import { recordEvent } from './events.ts'
import { readFaults } from './fault-control.ts'
import type { Faults, Operation, FaultLookup } from './faults.ts'
import { type Params, parseForm } from './form-body.ts'
import { runIdempotently, keyInUse } from './idempotency.ts'
import { type ApiResponse, findIntent, type Work } from './intents.ts'
import { dropConnection, forBrowser, json, corruptBody } from './responses.ts'
import type { IntentRow } from './rows.ts'
import type { WebhookSender } from './webhooks.ts'

/** The handlers of all calls, and the dependencies of the 3-D Secure page. */
export type Calls = ReturnType<typeof createCalls>

/** @param options.faults the faults in force, which can be replaced at run time. */
export function createCalls(options: {
  pool: pg.Pool
  secretKey: string
  webhooks: WebhookSender
  faults: { now: Faults }
}) {
  const { pool, secretKey, webhooks } = options
  const stopping = new AbortController()
  const inFlight = new Set<string>()

  /** The pipeline of every /v1 call: caller, injected faults, the work in one transaction, response. */
  function call(
    operation: Operation,
    work: (work: Work, params: Params, id: string) => Promise<ApiResponse>,
    { forBrowsers = false } = {},
  ) {
    return async (c: Context): Promise<Response> => {
      const id = c.req.param('id') ?? ''
      if (id.includes('\0')) throw badParameter('id', 'Parameters must not contain NUL characters.')
      const isPost = c.req.method === 'POST'
      const body = isPost ? await c.req.text() : new URL(c.req.url).search.slice(1)
      const params = parseForm(body)
      const caller = identifyCaller(c.req.header('authorization'), params, secretKey)
      if (caller.kind === 'browser' && !forBrowsers) throw secretKeyRequired()
      const faultMs = faultsOf(c, operation)
      const key = isPost ? c.req.header('idempotency-key') : undefined
      if (key !== undefined && inFlight.has(key)) throw keyInUse(key)
      try {
        if (key !== undefined) inFlight.add(key)
        await wait(faultMs('delay'))
        if (faultMs('error') !== undefined)
          throw new ApiError(500, {
            type: 'api_error',
            message: 'An unknown error occurred (an injected fault).',
          })
        const response = await transaction(c, faultMs, async (open) => {
          if (caller.kind === 'browser') await checkClientSecret(open, id, caller.clientSecret)
          const doIt = () => work(open, params, id)
          if (key === undefined) return { ...(await doIt()), replayed: false }
          return runIdempotently(open.tx, { key, method: c.req.method, path: pathOf(c), params }, doIt)
        })
        webhooks.kick()
        await wait(faultMs('slow-reply'))
        if (faultMs('lose-reply') !== undefined) return dropConnection(c)
        if (key !== undefined) c.header('Idempotency-Key', key)
        if (response.replayed) c.header('Idempotent-Replayed', 'true')
        return json(
          c,
          response.status,
          corruptBody(caller.kind === 'browser' ? forBrowser(response.body) : response.body, faultMs),
        )
      } finally {
        if (key !== undefined) inFlight.delete(key)
      }
    }
  }

  function faultsOf(c: Context, operation: Operation): FaultLookup {
    const own = readFaults(c.req.header('x-simulator-fault') ?? '')
    return (name) => own.take(name, operation) ?? options.faults.now.take(name, operation)
  }

  async function wait(ms: number | undefined): Promise<void> {
    if (ms === undefined) return
    await delay(ms, undefined, { signal: stopping.signal }).catch(() => {
      throw new ApiError(503, { type: 'api_error', message: 'The card simulator is stopping.' })
    })
  }

  async function transaction<T>(
    c: Context,
    faultMs: FaultLookup,
    work: (open: Work) => Promise<T>,
  ): Promise<T> {
    const tx = await pool.connect()
    let broken: boolean | undefined
    try {
      await tx.query('begin')
      // The database's clock, by which rows are dated and lists bounded.
      const { rows } = await tx.query<{ now: Date }>('select clock_timestamp() as now')
      const now = rows[0]?.now ?? new Date()
      const result = await work({
        tx,
        now,
        baseUrl: baseUrlOf(c),
        emit: (type, object) => {
          const isLost = faultMs('lose-webhook') !== undefined
          const times = isLost ? 0 : faultMs('duplicate-webhook') === undefined ? 1 : 2
          return recordEvent(tx, { type, object, now }, { times, delayMs: faultMs('delay-webhook') ?? 0 })
        },
      })
      await tx.query('commit')
      return result
    } catch (error) {
      await tx.query('rollback').catch(() => (broken = true))
      throw error
    } finally {
      tx.release(broken)
    }
  }

  return { call, faultsOf, transaction, stop: () => stopping.abort() }
}

/**
 * The intent that a browser may see.
 * @throws ApiError 404 for an unknown intent, 400 for another's secret.
 */
export async function checkClientSecret(open: Work, id: string, clientSecret: string): Promise<IntentRow> {
  const row = await findIntent(open.tx, id)
  if (same(row.client_secret, clientSecret)) return row
  throw badParameter(
    'client_secret',
    'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    'payment_intent_invalid_parameter',
  )
}

/** The path from /v1 on: the same request wherever the simulator is mounted. */
function pathOf(c: Context): string {
  return c.req.path.slice(c.req.path.indexOf('/v1/'))
}

/** The URL in front of /v1 or /3ds, as the caller sees it. */
function baseUrlOf(c: Context): string {
  const { origin } = new URL(c.req.url)
  return origin + c.req.path.replace(/\/(v1|3ds)\/.*$/, '')
}
