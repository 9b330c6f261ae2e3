import { setTimeout as delay } from 'node:timers/promises'
import { type Attempt, type History, outcomeOf } from './history.ts'
import type { Random } from './random.ts'

/**
 * The fields that clients read from responses of the store and the provider; lists and pages are in the
 * response's text.
 */
type Body = Partial<{
  insertedId: string
  insertedIds: string[]
  purchaseId: string
  refundId: string
  returnId: string
  purchase: { total: number }
  revision: number
  lines: { productId: string; quantity: number }[]
  total: number
  methodId: string
  clientSecret: string
  token: string
  totalPrice: number
  paid: boolean
  shipped: boolean
  status: string
  error: { payment_intent?: { status: string } }
  next_action: { use_stripe_sdk: { stripe_js: string } }
}>

/** A response; status 0: no response, or an incomplete one. */
export type ApiResponse = { status: number; body: Body; text: string; cookie: string }

/** The request: `form` is sent as form data, `json` as JSON. */
export type ClientRequest = {
  method: string
  path: string
  json?: object
  form?: Record<string, string>
  headers?: Record<string, string>
}

/** State shared by all clients. */
export type RunState = {
  history: History
  /** URLs of the stores; each request goes to any of them. */
  urls: readonly string[]
  products: readonly string[]
  /** Known orders with their owners, for requests to others' orders. */
  orders: Map<string, string>
  /** Requests done so far. */
  done: number
  /** Whether faults are being injected: only then do browsers request faults from the provider. */
  stormy: boolean
  /** Ms since the start of the history. */
  now(): number
}

/** A run against these stores, or the balancers before them, that begins now. */
export function newRun(urls: readonly string[]): RunState {
  const startedAt = performance.now()
  return {
    history: { attempts: [], sights: [], carts: [], staff: [], calm: [] },
    urls,
    products: [],
    orders: new Map(),
    done: 0,
    stormy: false,
    now: () => performance.now() - startedAt,
  }
}

/** A user or program with a token that records everything it does. */
export type Client = {
  id: string
  email: string
  password: string
  run: RunState
  random: Random
  token: string
  /**
   * Sends one request and records it. `name` reads the name of the affected object from a successful
   * response.
   */
  attempt(
    what: Pick<Attempt, 'kind' | 'subject' | 'product' | 'units' | 'cart' | 'toCart'>,
    request: ClientRequest,
    name?: (response: ApiResponse) => string | undefined,
  ): Promise<ApiResponse & Pick<Attempt, 'from' | 'to' | 'outcome'>>
}

/** Timeout of a request. */
const REQUEST_TIMEOUT_MS = 8_000
/** Attempts of a request without a response. */
const ATTEMPTS = 5

/** @param who the account, with its token. */
export function createClient(
  who: Pick<Client, 'id' | 'email' | 'password' | 'token'>,
  run: RunState,
  random: Random,
): Client {
  const client: Client = {
    ...who,
    run,
    random,
    async attempt(what, request, name = () => undefined) {
      const from = run.now()
      const response = await send(random.pick(run.urls), client.token, request)
      const to = run.now()
      const outcome = outcomeOf(response.status, response.text)
      if (outcome === 'done') run.done += 1
      const key = request.headers?.['Idempotency-Key']
      const named = outcome === 'done' ? name(response) : undefined
      run.history.attempts.push({
        ...what,
        client: who.id,
        from,
        to,
        status: response.status,
        outcome,
        ...(key === undefined ? {} : { key }),
        ...(named === undefined ? {} : { named }),
      })
      return { ...response, from, to, outcome }
    },
  }
  return client
}

/**
 * Retries a failed request until a response or the limit of attempts. Sometimes sends it twice concurrently.
 */
export async function insist(
  random: Random,
  request: () => ReturnType<Client['attempt']>,
): ReturnType<Client['attempt']> {
  const twice = random.chance(0.15)
  const [first, second] = await Promise.all([request(), twice ? request() : null])
  let response = second?.outcome === 'done' ? second : first
  for (let i = 1; i < ATTEMPTS && (response.status === 0 || response.status >= 500); i += 1) {
    await delay(random.between(50, 600))
    response = await request()
  }
  return response
}

/** A fresh Idempotency-Key header; random, so that a seed repeats it. */
export function newKey(random: Random): Record<string, string> {
  return { 'Idempotency-Key': mark(random) }
}

/** A unique text. */
export function mark(random: Random): string {
  return `chaos-${random.next().toString(36).slice(2)}${random.next().toString(36).slice(2)}`
}

/** The state of an order in an API response. */
export function stateOf(order: { paid?: boolean; shipped?: boolean }): 'unpaid' | 'paid' | 'shipped' {
  if (order.shipped) return 'shipped'
  return order.paid ? 'paid' : 'unpaid'
}

async function send(url: string, token: string, request: ClientRequest): Promise<ApiResponse> {
  const { method, path, json, form, headers } = request
  try {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(form ? {} : { Authorization: `Bearer ${token}` }),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
      ...(form ? { body: new URLSearchParams(form) } : {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return { status: response.status, body: isJson ? (JSON.parse(text) as Body) : {}, text, cookie }
  } catch {
    return { status: 0, body: {}, text: '', cookie: '' }
  }
}
