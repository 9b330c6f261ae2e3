/** The port to the identity provider: who someone is, proved in this very request. */
export type IdentityProvider = {
  /** The identity that the request's session cookie (or identity token) proves, or null. */
  prove(headers: Headers): Promise<IdentityProof | null>
  /** Serves the provider's own HTTP paths under /auth. */
  handle(request: Request): Promise<Response>
  /** Whether "Continue With Google" can work with the present settings. */
  google: boolean
}

/** A proved identity. `email` is normalised (trimmed, lower case); `sessionId` is null when there is no session to end. */
export type IdentityProof = {
  subject: string
  email: string
  emailVerified: boolean
  name: string
  sessionId: string | null
}
