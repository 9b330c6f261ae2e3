import type { Call, CallAnswer, CallBody, CallParams, CallQuery } from '#contract/call.ts'
import { fetchOrProblem, problemFrom } from './api-problem.ts'
import { accessToken, endSession, renewToken } from '../session/session.ts'

export { ApiProblem, problemFields, problemText } from './api-problem.ts'

/** The input of a call. Calls have only the parts they declare. The body of a multipart call is a FormData. */
export type CallInput<C extends Call> = {
  params?: CallParams<C>
  query?: CallQuery<C>
  body?: CallBody<C> | FormData
  /** One key per intent, not per press: a retry with the same key and body gets the stored response. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Calls the API from the browser: `api(placeOrder, { body })`. Sends the access token when the call needs one; on 401 it renews
 * the token and retries once. Throws an ApiProblem whose message can be shown to the user.
 */
export async function api<C extends Call>(call: C, input: CallInput<C> = {}): Promise<CallAnswer<C>> {
  const needsToken = call.who !== 'all'
  let answer = await send(call, input, needsToken)
  if (answer.status === 401 && needsToken) {
    if (await renewToken()) answer = await send(call, input, true)
    if (answer.status === 401) endSession('session-ended')
  }
  if (!answer.ok) throw await problemFrom(answer)
  return (await answer.json()) as CallAnswer<C>
}

function send<C extends Call>(call: C, input: CallInput<C>, needsToken: boolean): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  const token = needsToken ? accessToken() : null
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey)
  const init: RequestInit = { method: call.method, headers }
  if (input.signal) init.signal = input.signal
  if (input.body instanceof FormData) init.body = input.body
  else if (input.body !== undefined) {
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
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query) as [string, string | number | boolean | undefined][])
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}
