import type { RefusalCode } from '#domain/shared/outcome.ts'

/** One invalid field, as the API names it. */
export type ProblemField = { field: string; code: string; message: string }

/**
 * A failed call. `message` can be shown to the user. Without a response, `status` is 0 and `code` `network`.
 */
export class ApiProblem extends Error {
  status: number
  code: RefusalCode | 'network' | 'unknown' | (string & {})
  errors: readonly ProblemField[]
  requestId: string | undefined
  /** All fields of the problem document, such as the `quote` of a cart that has changed. */
  fields: Readonly<Record<string, unknown>>

  constructor(
    detail: string,
    details: {
      status: number
      code: string
      errors?: readonly ProblemField[]
      requestId?: string | undefined
      fields?: Readonly<Record<string, unknown>>
    },
  ) {
    super(detail)
    this.name = 'ApiProblem'
    this.status = details.status
    this.code = details.code
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.fields = details.fields ?? {}
  }
}

/** Whether a `fetch` failed without a response. Only the message tells its TypeError from that of a bug. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

const OFFLINE_MESSAGE = 'We can’t reach the store. Check your connection and try again.'
const FAULT_MESSAGE = 'Something went wrong on our side. Please try again in a moment.'

/** @throws an ApiProblem when there is no response, and AbortError when aborted. */
export async function fetchOrProblem(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiProblem(OFFLINE_MESSAGE, { status: 0, code: 'network' })
  }
}

type JsonRequest = {
  method: string
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | null
}

/** Sends a request, with its `body` as JSON. Throws like fetchOrProblem. */
export function sendJson(url: string, { body, headers, ...init }: JsonRequest): Promise<Response> {
  const contentType = body === undefined ? undefined : { 'content-type': 'application/json' }
  return fetchOrProblem(url, { ...init, headers: { ...contentType, ...headers }, body: JSON.stringify(body) })
}

/**
 * The JSON of a response.
 * @throws an ApiProblem when the response is an error.
 */
export async function jsonOrProblem(response: Response): Promise<unknown> {
  if (!response.ok) throw await problemFrom(response)
  return response.json()
}

/** Parses an error response: a problem document (RFC 9457), or what a proxy sends in place of one. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  const details = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const { detail } = details
  return new ApiProblem(typeof detail === 'string' && detail !== '' ? detail : FAULT_MESSAGE, {
    status: response.status,
    code: typeof details['code'] === 'string' ? details['code'] : 'unknown',
    errors: Array.isArray(details['errors']) ? (details['errors'] as ProblemField[]) : [],
    requestId: typeof details['requestId'] === 'string' ? details['requestId'] : undefined,
    fields: details,
  })
}

/** Whether a retry may succeed: no response, a timeout, a rate limit, or a server error. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true
  return error.status < 400 || error.status === 408 || error.status === 429 || error.status >= 500
}

/** The message to show for any thrown value. */
export function problemText(error: unknown): string {
  return error instanceof ApiProblem ? error.message : FAULT_MESSAGE
}
