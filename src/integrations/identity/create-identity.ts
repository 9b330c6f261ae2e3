import { createEmbeddedIdentity, type MailingIdentity } from './better-auth.ts'
import { completeNoIdentityMail } from './complete-mail.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** The identity provider that IDENTITY names. The code of a hosted one is loaded only then. */
export async function createIdentity(deps: IdentityDeps): Promise<MailingIdentity> {
  const completeMail = completeNoIdentityMail
  switch (deps.config.IDENTITY) {
    case 'embedded':
      return createEmbeddedIdentity(deps)
    case 'firebase':
      return { ...(await import('./hosted/firebase.ts')).createFirebaseIdentity(deps), completeMail }
    case 'oidc':
      return { ...(await import('./hosted/oidc.ts')).createOidcIdentity(deps), completeMail }
  }
}
