/**
 * The identity provider's functions for the sign-in screens. The store's own provider and Firebase implement
 * all of them; users of an OpenID Connect issuer sign in on its pages, and then have a cookie as with the
 * store's own provider. All throw ApiProblem.
 */
export type IdentityClient = {
  /** Headers that prove the identity to PUT /user/{email}; none where a cookie does. */
  proof(): Promise<Record<string, string>>
  /** The email of the identity with a session in this browser, or null. */
  email(): Promise<string | null>
  signIn(email: string, password: string): Promise<'signed-in' | 'code-needed'>
  /** Also sends the verification email. */
  signUp(name: string, email: string, password: string): Promise<void>
  /**
   * Signs in after Google's popup.
   * @param idToken Google's, which the popup returns only when the store has not signed in with it itself.
   */
  signInWithGoogle(idToken: string | undefined): Promise<void>
  /** Both succeed whether or not the account exists. */
  sendResetLink(email: string): Promise<void>
  sendVerificationMail(email: string): Promise<void>
  changeName(name: string): Promise<void>
  /**
   * Ends the identity session and the access tokens issued for it.
   * @returns the URL that signs the browser out at the provider too; null when there is none.
   */
  signOut(): Promise<string | null>
}
