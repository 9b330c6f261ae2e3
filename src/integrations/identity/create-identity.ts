import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import { createEmbeddedIdentity } from './better-auth.ts'

type Use = Parameters<typeof createEmbeddedIdentity>[0]

/** The identity provider that IDENTITY names. The code of a hosted one is loaded only then. */
export async function createIdentity(use: Use): Promise<IdentityProvider> {
  switch (use.config.IDENTITY) {
    case 'embedded':
      return createEmbeddedIdentity(use)
    case 'firebase':
      return (await import('./hosted/firebase.ts')).createFirebaseIdentity(use)
    case 'oidc':
      return (await import('./hosted/oidc.ts')).createOidcIdentity(use)
  }
}
