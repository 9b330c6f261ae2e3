import type { z } from 'zod'
import type { Outcome } from '../shared/outcome.ts'

/** The port to the identity provider: it verifies the identity behind a request. */
export type IdentityProvider = {
  /**
   * The identity proved by the session cookie or a bearer token of the provider. Refusals: unauthenticated
   * when there is none or it has ended; forbidden when the person may not open the account of their email;
   * provider_unavailable.
   */
  prove(headers: Headers): Promise<Outcome<IdentityProof>>
  /**
   * Serves the provider's own HTTP paths under /auth to a request that passed the API's checks. Refusals:
   * invalid_input, and as `prove`.
   */
  handle(request: Request, checked: IdentityRequest): Promise<Outcome<IdentityResponse>>
  /** Its calls for API clients, for the OpenAPI document. All are POST with a JSON body and return 200. */
  calls: readonly IdentityCallDescription[]
  /** The settings of the sign-in screens. Public. */
  signIn: SignInSettings
}

/**
 * How people sign in. `embedded`: by the store's own forms and calls; `firebase`: by the same forms, whose
 * input goes to Firebase; `oidc`: on the pages of another service.
 */
export type SignInSettings = { google: boolean } & (
  | { kind: 'embedded' }
  | { kind: 'firebase'; apiKey: string; emulatorUrl: string | null }
  | { kind: 'oidc'; name: string }
)

/** What the API knows about a request under /auth. */
export type IdentityRequest = {
  /** The client's address, as rate limits count it. */
  clientAddress: string
  /** The JSON of a POST, not validated. */
  body: unknown
}

/** A response of the provider, or an error for the API to write as a problem. */
export type IdentityResponse = Response | IdentityError

/** An error of an identity call. `message` is for people; `code` is stable and for programs. */
export type IdentityError = {
  status: number
  code: string
  message: string
  headers?: Record<string, string>
}

/** Not by `instanceof Response`: Hono's server replaces that class when it starts. */
export function isIdentityError(response: IdentityResponse): response is IdentityError {
  return 'code' in response
}

/** One call under /auth. */
export type IdentityCallDescription = {
  path: string
  operationId: string
  summary: string
  body: z.ZodType
  response: z.ZodType
  /** The codes of its refusals by status, beyond those of every call under /auth. */
  refusals: Readonly<Record<number, readonly string[]>>
  /** Accepts an identity token or an access token as a bearer. */
  bearer?: true
}

/**
 * How long after its issue a hosted provider's ID token proves an identity, in seconds; the token itself is
 * valid for an hour. A client renews it before it requests an access token, so that a provider's "disabled"
 * or "signed out everywhere" takes effect soon.
 */
export const PROOF_SECONDS = 5 * 60

/**
 * A proved identity. `email` is normalized (trimmed, lower case); `sessionId` is null when there is no
 * session to end.
 */
export type IdentityProof = {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  sessionId: string | null
}
