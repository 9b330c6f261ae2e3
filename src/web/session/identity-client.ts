import { signInSettings } from './sign-in-settings.ts'

/**
 * What the sign-in screens need of the identity provider. The store's own provider and Firebase implement all of it; people of an OpenID
 * Connect issuer sign in on its pages, and then have a cookie as with the store's own. All throw ApiProblem.
 */
export type IdentityClient = {
  /** Headers that prove the identity to PUT /user/{email}; none where a cookie does. */
  proof(): Promise<Record<string, string>>
  /** The email of the identity that this browser has a session of, or null. */
  email(): Promise<string | null>
  signIn(email: string, password: string): Promise<'signed-in' | 'code-needed'>
  /** Also sends the verification mail. */
  signUp(name: string, email: string, password: string): Promise<void>
  /** After Google's popup. @param idToken Google's, which the popup gives only where the store has not signed in with it itself. */
  signInWithGoogle(idToken: string | undefined): Promise<void>
  /** Both succeed whether or not the account exists. */
  sendResetLink(email: string): Promise<void>
  sendVerificationMail(email: string): Promise<void>
  changeName(name: string): Promise<void>
  /**
   * Ends the identity session and the access tokens issued for it.
   * @returns where the browser goes to sign out there too; null when there is no such place.
   */
  signOut(): Promise<string | null>
}

/** The client of this store's provider. Its code is loaded when it is needed first: visitors who only read never do. */
export async function identityClient(): Promise<IdentityClient> {
  const settings = signInSettings()
  if (settings.kind !== 'firebase') return (await import('./store-identity.ts')).storeIdentity
  const { firebaseIdentity } = await import('./firebase-identity.ts')
  return firebaseIdentity(settings)
}
