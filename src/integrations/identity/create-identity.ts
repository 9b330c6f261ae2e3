import type { Config } from '#config/env.ts'
import type { Database } from '#db/connection.ts'
import type { RateLimits } from '#db/rate-limits.ts'
import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import type { StoreIdentity } from '#domain/content/store-content.ts'
import type { Mailer } from '#domain/mails/mail.ts'
import { createEmbeddedIdentity } from './better-auth.ts'
import type { PasswordHashing } from './password-hashing.ts'

export type IdentityDeps = {
  db: Database
  config: Config
  secret: string
  /** The public URL, without a trailing slash; called at the first use, when the store is listening. */
  appUrl: () => string
  limits: RateLimits
  /** The sender of emails. */
  store: StoreIdentity
  mail: Mailer
  /** Called after sessions (and with them access tokens) may have ended. */
  onSessionsEnded: () => void
  hashing: PasswordHashing
  /** Receives our own failures, never wrong passwords. */
  log: { error(fields: object, message: string): void }
}

/** The identity provider that IDENTITY names. The code of a hosted one is loaded only then. */
export async function createIdentity(deps: IdentityDeps): Promise<IdentityProvider> {
  switch (deps.config.IDENTITY) {
    case 'embedded':
      return createEmbeddedIdentity(deps)
    case 'firebase':
      return (await import('./hosted/firebase.ts')).createFirebaseIdentity(deps)
    case 'oidc':
      return (await import('./hosted/oidc.ts')).createOidcIdentity(deps)
  }
}
