import { AsyncLocalStorage } from 'node:async_hooks'
import type Stripe from 'stripe'
import { type ProviderStats, ProviderError } from '#domain/payments/payment-provider.ts'
import { createCounter } from '#observe/counter.ts'
import { inSpan } from '#observe/trace.ts'
import { readAtMost } from '../bounded-response.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { toProviderError, isKeyInUse } from './stripe-responses.ts'

/** How to reach Stripe, or the simulator that speaks its protocol. */
export type StripeConnection = {
  secretKey: string
  /**
   * The API's base URL with its path, such as `http://127.0.0.1:3000/simulator/stripe`; null = Stripe. A
   * function, since the store's own port is known only after listening.
   */
  apiBase: () => string | null
  /** Timeout of one call including retries, in ms (5000). */
  timeoutMs: number
}

/**
 * Maximum size of a response in bytes, decompressed. A page of 100 intents with their charges has some 600
 * KB.
 */
const MAX_RESPONSE_BYTES = 5 * 1024 * 1024

/**
 * Calls through Stripe's library, with bounds on the cost of each: a deadline for all its attempts together,
 * a circuit breaker, bounded responses.
 */
export function createStripeCalls({ secretKey, apiBase, timeoutMs }: StripeConnection) {
  const breaker = createCircuitBreaker({ failures: 5, restMs: 5_000 })
  const counted: ProviderStats['calls'] = createCounter()
  const deadline = new AsyncLocalStorage<AbortSignal>()
  // The library takes 36 MB and 160 ms to load: a store that has not sold yet starts without it.
  let client: Promise<Stripe> | undefined
  const stripe = () => (client ??= load())

  async function load(): Promise<Stripe> {
    const { default: StripeClient } = await import('stripe')
    return new StripeClient(secretKey, {
      maxNetworkRetries: 2,
      // Only the deadline below ends a call; the library would retry after its own timeout.
      timeout: timeoutMs * 2,
      telemetry: false,
      httpClient: StripeClient.createFetchHttpClient(send),
    })
  }

  /**
   * Sends the library's requests: it supports neither a base URL with a path, nor a deadline for all its
   * attempts together.
   */
  async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input)
    const signals = [init?.signal, deadline.getStore()].filter((signal) => signal instanceof AbortSignal)
    // A redirect would send the secret key elsewhere.
    const response = await inSpan(spanName(url, init?.method), { kind: 'CLIENT' }, async (span) => {
      const unread = await fetch(rebased(url), {
        ...init,
        redirect: 'error',
        signal: AbortSignal.any(signals),
      })
      span?.set({ 'http.response.status_code': unread.status })
      return readAtMost(unread, MAX_RESPONSE_BYTES)
    })
    // A proxy's error page is an unreachable provider, not a malformed response.
    if (response.status >= 500 && !response.headers.get('content-type')?.includes('json'))
      throw new Error(`HTTP ${response.status} without JSON`)
    // The provider is up and busy with an earlier attempt of this key: reaching the deadline is not a failure
    // of the provider.
    if (response.status === 409) breaker.succeeded()
    return response
  }

  function rebased(url: string): string {
    const base = apiBase()
    if (base === null) return url
    const { pathname, search } = new URL(url)
    return base.replace(/\/$/, '') + pathname + search
  }

  /** @throws ProviderError within the timeout. */
  async function call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!breaker.mayTry()) {
      counted.add('unavailable')
      throw new ProviderError(
        'unavailable',
        'The card provider failed several times in a row; it will be retried in a few seconds.',
      )
    }
    const loaded = await stripe()
    const limit = deadline.getStore() ?? AbortSignal.timeout(timeoutMs)
    const tooLate = new Promise<never>((_, reject) => {
      const refuse = () =>
        reject(new ProviderError('timeout', `The card provider did not respond within ${timeoutMs} ms.`))
      if (limit.aborted) refuse()
      else limit.addEventListener('abort', refuse)
    })
    try {
      const result = await Promise.race([deadline.run(limit, () => work(loaded)), tooLate])
      breaker.succeeded()
      counted.add('ok')
      return result
    } catch (error) {
      const problem = toProviderError(error)
      counted.add(problem.kind)
      if (problem.kind === 'failed' || isKeyInUse(error)) breaker.succeeded()
      else breaker.failed()
      throw problem
    }
  }

  /** A whole list of what was created since then, 100 at a time; each page has the timeout of one call. */
  async function* pages<Item extends { id: string }>(
    since: Date | null,
    readPage: (client: Stripe, page: ListPage) => Promise<Stripe.ApiList<Item>>,
  ): AsyncGenerator<Item> {
    const range = since === null ? {} : { created: { gte: Math.floor(since.getTime() / 1_000) } }
    let page: ListPage = { ...range, limit: 100 }
    for (;;) {
      const current = page
      const { data, has_more: more } = await call((client) => readPage(client, current))
      yield* data
      const last = data.at(-1)
      if (!more || !last) return
      page = { ...range, limit: 100, starting_after: last.id }
    }
  }

  return {
    stripe,
    call,
    pages,
    withTimeout: <T>(work: () => Promise<T>) => deadline.run(AbortSignal.timeout(timeoutMs), work),
    stats: (): ProviderStats => ({ calls: counted, circuitOpen: breaker.isOpen() }),
  }
}

type ListPage = Stripe.PaginationParams & { created?: { gte: number } }

/** Such as `stripe POST payment_intents`: the kind of request without its ids. */
function spanName(url: string, method = 'GET'): string {
  const [, , kind = ''] = new URL(url).pathname.split('/')
  return `stripe ${method} ${kind}`
}
