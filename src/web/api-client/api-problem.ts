import type { RefusalCode } from '#domain/shared/outcome.ts'

/** One wrong field, as the API names it. */
export type ProblemField = { field: string; code: string; message: string }

/**
 * A call that did not work, in a form that can be shown: `message` is the sentence for the person.
 * `status` 0 and code `network` mean that no answer came.
 */
export class ApiProblem extends Error {
  status: number
  code: RefusalCode | 'network' | 'unknown' | (string & {})
  errors: readonly ProblemField[]
  requestId: string | undefined

  constructor(
    detail: string,
    facts: { status: number; code: string; errors?: readonly ProblemField[]; requestId?: string | undefined },
  ) {
    super(detail)
    this.name = 'ApiProblem'
    this.status = facts.status
    this.code = facts.code
    this.errors = facts.errors ?? []
    this.requestId = facts.requestId
  }
}

/** True for the error of a `fetch` without an answer. Browsers tell it apart in words only, and each in others. */
export function isUnreached(error: unknown): boolean {
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
}

const OFFLINE = 'The store cannot be reached. Check your connection and try again.'
const BROKEN = 'Something went wrong on our side. Please try again in a moment.'

/** Fetches, and throws an ApiProblem when no answer comes. An aborted fetch stays an AbortError. */
export async function fetchOrProblem(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiProblem(OFFLINE, { status: 0, code: 'network' })
  }
}

/** The problem that an answer describes: RFC 9457 of the API, or `{ code, message }` of the identity provider. */
export async function problemFrom(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => null)
  const facts = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const text = [facts['detail'], facts['message']].find((value) => typeof value === 'string' && value !== '')
  return new ApiProblem(typeof text === 'string' ? text : BROKEN, {
    status: response.status,
    code: typeof facts['code'] === 'string' ? facts['code'] : 'unknown',
    errors: Array.isArray(facts['errors']) ? (facts['errors'] as ProblemField[]) : [],
    requestId: typeof facts['requestId'] === 'string' ? facts['requestId'] : undefined,
  })
}

/** Whether the same may work at another time: no answer came, or the store had trouble or too much to do. */
export function mayWorkLater(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return true
  return error.status < 400 || error.status === 408 || error.status === 429 || error.status >= 500
}

/** The wrong fields of whatever was thrown. */
export function problemFields(error: unknown): readonly ProblemField[] {
  return error instanceof ApiProblem ? error.errors : []
}

/** The sentence to show for whatever was thrown. */
export function problemText(error: unknown): string {
  return error instanceof ApiProblem ? error.message : BROKEN
}
