import { expect } from 'vitest'
import { z } from 'zod'
import { FIELD_CODES } from '#domain/shared/field-codes.ts'
import type { ApiResponse } from './users.ts'

/** The contract's RFC 9457 document; an error may contain nothing else. */
const ProblemSchema = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.number().int().min(400).max(599),
  detail: z.string().min(1),
  instance: z.string().startsWith('/'),
  code: z.string().regex(/^[a-z_]+$/),
  requestId: z.uuid(),
  errors: z
    .array(
      z.strictObject({
        field: z.string(),
        code: z.enum(Object.keys(FIELD_CODES)),
        message: z.string().min(1),
      }),
    )
    .optional(),
  cart: z.object({ revision: z.number() }).loose().optional(),
  quote: z.object({ total: z.number() }).loose().optional(),
  purchaseId: z.uuid().optional(),
})

/** Expects an error of this status (and code) in the contract's shape, in words for people. */
export function expectProblem(response: ApiResponse, status: number, code?: string): void {
  const what = `${response.status} ${JSON.stringify(response.body)}`
  expect(response.status, what).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const problem = ProblemSchema.parse(response.body)
  expect(problem.status).toBe(status)
  expect(problem.type).toBe(`urn:driveline:problem:${problem.code}`)
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  expect(`${problem.title} ${problem.detail}`).not.toMatch(
    / at \w+ \(|node_modules|select |insert |constraint|pg_|Error:/,
  )
  if (code !== undefined) expect(problem.code).toBe(code)
  if (status === 401) expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  if (status === 429 || status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}
