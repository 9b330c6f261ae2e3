import { METHOD_NOT_ALLOWED, OUR_FAULT } from './failure-problems.ts'
import { type RequestNames, writeProblem } from './problem.ts'
import { REFUSAL_STATUS } from './refusal-status.ts'

/** The identity provider's error response. */
type IdentityResponse = {
  code?: string
  message?: string
  errors?: { field: string; code: string; message: string }[]
}

/** Titles of the statuses that identity returns: those of the same refusals of the store. */
const TITLES = new Map<number, string>([
  REFUSAL_STATUS.unauthenticated,
  REFUSAL_STATUS.forbidden,
  REFUSAL_STATUS.not_found,
  [405, METHOD_NOT_ALLOWED],
  REFUSAL_STATUS.payload_too_large,
  REFUSAL_STATUS.unsupported_media_type,
  REFUSAL_STATUS.invalid_input,
  REFUSAL_STATUS.too_many_requests,
])

/**
 * A response of the identity provider in the API's form: an error becomes a problem (RFC 9457) with the
 * provider's code in lower case and its headers. Everything else passes unchanged.
 */
export async function identityProblem(response: Response, request: RequestNames): Promise<Response> {
  const { status } = response
  if (status < 400 || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const { code = 'unknown', message = '', errors } = (await response.json()) as IdentityResponse
  const title = TITLES.get(status) ?? (status < 500 ? REFUSAL_STATUS.malformed_body[1] : OUR_FAULT[2])
  const problem = writeProblem(
    { title, status, detail: message, code: code.toLowerCase(), ...(errors && { errors }) },
    request,
  )
  for (const [header, value] of response.headers)
    if (!header.startsWith('content-') && header !== 'cache-control') problem.headers.append(header, value)
  return problem
}
