import type { z } from 'zod'
import type { Outcome } from '../shared/outcome.ts'

/** The port to the identity provider: it verifies the identity behind a request. */
export type IdentityProvider = {
  /** The identity proved by the session cookie (or identity token), or null. */
  prove(headers: Headers): Promise<IdentityProof | null>
  /** Serves the provider's own HTTP paths under /auth to a request that passed the API's checks. Refused: invalid_input. */
  handle(request: Request, checked: IdentityRequest): Promise<Outcome<Response>>
  /** Its calls for API clients, for the OpenAPI document. All are POST with a JSON body and return 200. */
  calls: readonly IdentityCallDescription[]
  /** Whether "Continue With Google" can work with the current settings. */
  google: boolean
}

/** What the API knows about a request under /auth. */
export type IdentityRequest = {
  /** The client's address, as rate limits count it. */
  clientAddress: string
  /** The JSON of a POST, not validated. */
  body: unknown
}

/** One call under /auth. */
export type IdentityCallDescription = {
  path: string
  operationId: string
  summary: string
  body: z.ZodType
  answer: z.ZodType
  /** Statuses of its refusals, beyond those of every JSON body. */
  refusals: readonly number[]
  /** Accepts an identity token or an access token as a bearer. */
  bearer?: true
}

/** A proved identity. `email` is normalised (trimmed, lower case); `sessionId` is null when there is no session to end. */
export type IdentityProof = {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  sessionId: string | null
}
