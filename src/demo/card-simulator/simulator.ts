import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type pg from 'pg'
import { ApiError } from './api-error.ts'
import { identifyCaller, secretKeyRequired } from './callers.ts'
import { createCalls } from './calls.ts'
import { serveChallenge } from './challenge.ts'
import { readFaults, readFaultsBody } from './fault-control.ts'
import { parseFaults } from './faults.ts'
import { cancelIntent, confirmIntent, createIntent, updateIntent } from './intents.ts'
import { type Collection, listObjects, readObject } from './lists.ts'
import { createRefund } from './refunds.ts'
import { json } from './responses.ts'
import { type SimulatorLog, startWebhooks } from './webhooks.ts'

/**
 * The simulator's options. `faults` is a text for parseFaults, which throws at startup when it is invalid.
 */
export type SimulatorOptions = {
  /** A database with the schema `simulator`. */
  pool: pg.Pool
  webhook: { url: () => string; secret: string }
  /**
   * The only secret key that is accepted, such as `sk_test_driveline_simulator`. Publishable keys: any
   * `pk_test_…`.
   */
  secretKey: string
  faults?: string | undefined
  log: SimulatorLog
  /** Whether an error means that the database is unreachable, which is logged elsewhere. */
  isOutage?: (error: unknown) => boolean
}

/**
 * A card provider for demo mode that speaks Stripe's REST protocol, mounted at /simulator/stripe. Everything
 * it knows is in the database, so that it survives a crash of the store.
 *
 * ## How the browser pays
 * `POST {base}/v1/payment_intents/{id}/confirm`, form-encoded:
 * `key=pk_test_…&client_secret=…&payment_method_data[type]=card&payment_method_data[card][number]=4242…`
 * `&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=34&payment_method_data[card][cvc]=123`
 * `&payment_method_data[billing_details][name]=…&payment_method_data[billing_details][email]=…`, and
 * `return_url=…` if the page may be left.
 * - 200 with `status: "succeeded"`: paid; the id is the transaction id.
 * - 200 with `status: "requires_action"`: 3-D Secure. Without a return_url show
 *   `next_action.use_stripe_sdk.stripe_js` in an iframe, and at each of its `load` events request `GET
 *   {base}/v1/payment_intents/{id}?key=…&client_secret=…` until the status changes.
 *   With a return_url go to `next_action.redirect_to_url.url`; the customer returns with
 *   `?payment_intent=…&payment_intent_client_secret=…&redirect_status=succeeded|failed`.
 * - 402: `error.message` is for the customer, `error.param` (number, exp_month, exp_year, cvc) names the
 *   invalid field; the same intent can be confirmed again.
 * - 400 with `error.code: "payment_intent_unexpected_state"`: `error.payment_intent.status` is its current
 *   status. After a failed 3-D Secure step the status is requires_payment_method and
 *   `last_payment_error.message` is for the customer.
 *
 * ## Injected faults
 * By the setting SIMULATOR_FAULTS, by `X-Simulator-Fault` on one request, or at run time (secret key as
 * bearer): `GET {base}/faults` returns `{"faults":"…"}`, `POST {base}/faults` with the same as JSON, or as
 * form field `faults`, replaces them. Run-time faults exist only in this process.
 */
export function createSimulator(options: SimulatorOptions): { app: Hono; stop(): Promise<void> } {
  const faults = { now: parseFaults(options.faults ?? '') }
  const webhooks = startWebhooks(options)
  const calls = createCalls({ ...options, webhooks, faults })
  const { call } = calls
  const app = new Hono()

  app.onError((error, c) => {
    if (error instanceof ApiError) return json(c, error.status, { error: error.body })
    // A lost database is logged elsewhere.
    if (!options.isOutage?.(error)) options.log.error({ err: error }, 'The card simulator failed.')
    return json(c, 500, { error: { type: 'api_error', message: 'The card simulator failed. Try again.' } })
  })
  app.use(
    bodyLimit({
      maxSize: 64 * 1024,
      onError: (c) =>
        json(c, 413, { error: { type: 'invalid_request_error', message: 'The request is too large.' } }),
    }),
  )

  const list = (collection: Collection) =>
    call('list', (work, params) => listObjects(work, collection, params))
  const read = (collection: Collection, access = {}) =>
    call('retrieve', (work, params, id) => readObject(work, collection, id, params), access)

  app.post('/v1/payment_intents', call('create', createIntent))
  app.get('/v1/payment_intents', list('payment_intents'))
  app.get('/v1/payment_intents/:id', read('payment_intents', { forBrowsers: true }))
  app.post('/v1/payment_intents/:id', call('update', updateIntent))
  app.post('/v1/payment_intents/:id/confirm', call('confirm', confirmIntent, { forBrowsers: true }))
  app.post('/v1/payment_intents/:id/cancel', call('cancel', cancelIntent))
  app.post('/v1/refunds', call('refund', createRefund))
  for (const collection of ['refunds', 'charges', 'events'] as const) {
    app.get(`/v1/${collection}`, list(collection))
    app.get(`/v1/${collection}/:id`, read(collection))
  }
  app.all('/v1/*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}).`
    return json(c, 404, { error: { type: 'invalid_request_error', message } })
  })

  app.on(['GET', 'POST'], '/3ds/:id', (c) => serveChallenge(c, calls, webhooks))

  app.on(['GET', 'POST'], '/faults', async (c) => {
    const caller = identifyCaller(c.req.header('authorization'), {}, options.secretKey)
    if (caller.kind !== 'server') throw secretKeyRequired()
    if (c.req.method === 'POST') faults.now = readFaults(await readFaultsBody(c))
    return json(c, 200, { faults: faults.now.text() })
  })

  return {
    app,
    async stop() {
      calls.stop()
      await webhooks.stop()
    },
  }
}
