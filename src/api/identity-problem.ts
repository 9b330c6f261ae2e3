import type { IdentityError } from '#domain/accounts/identity-provider.ts'
import { type RequestNames, writeProblem } from './problem.ts'
import { FAILURE_STATUS, REFUSAL_STATUS } from './refusal-status.ts'

/** Titles of the statuses that identity returns: those of the same refusals of the store. */
const TITLES = new Map<number, string>([
  REFUSAL_STATUS.unauthenticated,
  REFUSAL_STATUS.forbidden,
  REFUSAL_STATUS.not_found,
  FAILURE_STATUS.method_not_allowed,
  REFUSAL_STATUS.payload_too_large,
  REFUSAL_STATUS.unsupported_media_type,
  REFUSAL_STATUS.invalid_input,
  REFUSAL_STATUS.too_many_requests,
])

/** An error of the identity provider as a problem (RFC 9457), with its code in lower case. */
export function identityProblem(
  { status, code, message, headers }: IdentityError,
  request: RequestNames,
): Response {
  const title =
    TITLES.get(status) ?? (status < 500 ? REFUSAL_STATUS.malformed_body[1] : FAILURE_STATUS.internal_error[1])
  return writeProblem({ title, status, detail: message, code: code.toLowerCase() }, request, headers)
}
