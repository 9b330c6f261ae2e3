import type { IdentityClient } from './identity-client.ts'
import { signInSettings } from './sign-in-settings.ts'

/**
 * The client of this store's provider. Its code is loaded on first use: visitors who only read never load it.
 */
export async function identityClient(): Promise<IdentityClient> {
  const settings = signInSettings()
  if (settings.kind !== 'firebase') return (await import('./store-identity.ts')).storeIdentity
  const { firebaseIdentity } = await import('./firebase-identity.ts')
  return firebaseIdentity(settings)
}
