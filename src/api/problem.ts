import { z } from 'zod'
import { FIELD_CODES, type FieldCode } from '#domain/shared/field-codes.ts'
import type { Refusal } from '#domain/shared/outcome.ts'
import { PROBLEM_STATUS } from './refusal-status.ts'

/**
 * An error of the API: RFC 9457 problem details. `type` only identifies it (section 3.1.1); /docs explains
 * the codes.
 */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe('A sentence for people'),
  instance: z.string(),
  code: z.string().describe('Stable name of the refusal'),
  requestId: z.string(),
  errors: z
    .array(
      z.object({
        field: z.string(),
        code: z.enum(Object.keys(FIELD_CODES) as FieldCode[]).describe(
          Object.entries(FIELD_CODES)
            .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
            .join(' · '),
        ),
        message: z.string(),
      }),
    )
    .optional(),
  cart: z.record(z.string(), z.unknown()).optional().describe('Of `cart_changed`: the cart as it is now'),
  quote: z.record(z.string(), z.unknown()).optional().describe('Of `cart_changed`: what the cart costs now'),
  purchaseId: z.string().optional().describe('Of `cart_changed`: the purchase that the cart has become'),
})

/** A refusal of a use case, or a failure of the store itself. */
export type Problem = Omit<Refusal, 'code'> & { code: keyof typeof PROBLEM_STATUS }

/** `checks`: of /readyz only. */
type ProblemDetails = Omit<z.output<typeof ProblemSchema>, 'type' | 'instance' | 'requestId'> & {
  checks?: object
}

/** Identifies a request: for `instance`, and for finding it in the log. */
export type RequestNames = { path: string; requestId: string }

/** A problem as an HTTP response. 429 and 503 have a Retry-After (seconds). */
export function problemResponse(problem: Problem, request: RequestNames): Response {
  const { code, detail, fields, cart, quote, purchaseId, retryAfter = 5 } = problem
  const [status, title] = PROBLEM_STATUS[code]
  return writeProblem(
    {
      title,
      status,
      detail,
      code,
      ...(fields && { errors: [...fields] }),
      ...(cart && { cart: { ...cart } }),
      ...(quote && { quote: { ...quote } }),
      ...(purchaseId !== undefined && { purchaseId }),
    },
    request,
    status === 429 || status === 503 ? { 'Retry-After': String(retryAfter) } : {},
  )
}

/** Writes problem details. A 401 states the scheme, as required by RFC 9110, section 11.6.1. */
export function writeProblem(
  { title, status, detail, code, ...more }: ProblemDetails,
  { path: instance, requestId }: RequestNames,
  headers: Record<string, string> = {},
): Response {
  const type = `urn:driveline:problem:${code}`
  return new Response(JSON.stringify({ type, title, status, detail, instance, code, requestId, ...more }), {
    status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(status === 401 && { 'WWW-Authenticate': 'Bearer realm="driveline"' }),
      ...headers,
    },
  })
}
