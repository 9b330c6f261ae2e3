import type { Call, CallInput, CallResponse } from '#contract/call.ts'
import { pathWithQuery } from '#paths.ts'
import { jsonOrProblem, sendJson } from '../api-problem.ts'
import { accessToken, endSession } from '../session/session-store.ts'
import { renewToken } from '../session/session.ts'

export { ApiProblem, problemText } from '../api-problem.ts'

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
    call.access === 'public' || (call.access === 'anyone' && accessToken() === null)
      ? await send(call, input)
      : await withToken((token) => send(call, input, token))
  const body = await jsonOrProblem(response)
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

function send({ method, path }: Call, input: SentInput, token = ''): Promise<Response> {
  const { params, query, body, idempotencyKey, signal = null } = input
  const headers = {
    accept: 'application/json',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
  }
  return sendJson(callUrl(path, Object(params), Object(query)), { method, headers, body, signal })
}

/** Fills in the path's `{parameters}` and appends the query, without its undefined and empty values. */
export function callUrl(path: string, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  return pathWithQuery(filled, query)
}
