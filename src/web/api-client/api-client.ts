import type { Call, CallInput, CallResponse } from '#contract/call.ts'
import { accessToken, endSession } from '../session/session-store.ts'
import { renewToken } from '../session/session.ts'
import { pathWithQuery } from '../ui/path-with-query.ts'
import { fetchOrProblem, problemFrom } from './api-problem.ts'

export { ApiProblem, problemText } from './api-problem.ts'

type Options = {
  /** One key per intent, not per press: a retry with the same key and body gets the stored response. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type InputAndOptions<C extends Call> = CallInput<C> & Options

/** The input of any call, without the types of its parameters. */
type SentInput = Options & { params?: unknown; query?: unknown; body?: unknown }

/**
 * Calls the API from the browser: `api(placeOrder, { body })`. Sends the access token when the call needs
 * one; on 401 it renews the token and retries once.
 * @throws an ApiProblem whose message can be shown to the user.
 */
export async function api<C extends Call>(
  call: C,
  ...given: Record<string, never> extends InputAndOptions<C>
    ? [input?: InputAndOptions<C>]
    : [input: InputAndOptions<C>]
): Promise<CallResponse<C>> {
  const input: SentInput = given[0] ?? {}
  const response =
    call.access === 'public' ? await send(call, input) : await withToken((token) => send(call, input, token))
  if (!response.ok) throw await problemFrom(response)
  const body: unknown = await response.json()
  // A server of another version, or our bug: found in development, and not worth its size in the bundle.
  if (import.meta.env.DEV) call.response.parse(body)
  return body as CallResponse<C>
}

/**
 * Sends a request with the access token; on 401 renews it and sends once more. A second 401 ends the session.
 */
export async function withToken(request: (token: string) => Promise<Response>): Promise<Response> {
  let response = await request(accessToken() ?? '')
  if (response.status !== 401) return response
  if (await renewToken()) response = await request(accessToken() ?? '')
  if (response.status === 401) endSession('session-ended')
  return response
}

function send(call: Call, input: SentInput, token = ''): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const init: RequestInit = { method: call.method, headers }
  if (input.signal) init.signal = input.signal
  if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(input.body)
  }
  return fetchOrProblem(callUrl(call.path, Object(input.params), Object(input.query)), init)
}

/** Fills in the path's `{parameters}` and appends the query, without its undefined and empty values. */
export function callUrl(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  return pathWithQuery(filled, query)
}
