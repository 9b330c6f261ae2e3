import type { Refusal } from '#domain/shared/outcome.ts'
import { REFUSAL_STATUS } from './refusal-status.ts'

/** An error of the API: RFC 9457 problem details. */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: string
  requestId: string
  errors?: readonly { field: string; code: string; message: string }[]
}

/** Identifies a request: for `instance`, and for finding it in the log. */
export type RequestNames = { path: string; requestId: string }

/** A refusal as an HTTP response. 401 names the scheme, 429 and 503 say when to retry (seconds). */
export function problemResponse(refusal: Refusal, request: RequestNames): Response {
  const [status, title] = REFUSAL_STATUS[refusal.code]
  return writeProblem(
    {
      type: problemType(refusal.code),
      title,
      status,
      detail: refusal.detail,
      instance: request.path,
      code: refusal.code,
      requestId: request.requestId,
      ...(refusal.fields ? { errors: refusal.fields } : {}),
    },
    {
      ...challengeOf(status),
      ...(status === 429 || status === 503 ? { 'Retry-After': String(refusal.retryAfter ?? 5) } : {}),
    },
  )
}

/** The scheme that a 401 must name (RFC 9110, section 11.6.1). */
export function challengeOf(status: number): Record<string, string> {
  return status === 401 ? { 'WWW-Authenticate': 'Bearer realm="driveline"' } : {}
}

/**
 * The type of a problem: a URI that only identifies it (RFC 9457 section 3.1.1); /docs explains the codes.
 */
export function problemType(code: string): string {
  return `urn:driveline:problem:${code}`
}

/** A problem outside the use cases: a wrong method, an unknown path, an error on our side. */
export function writeProblem(problem: Problem, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...headers },
  })
}
