import { identityPaths } from '#identity-paths.ts'
import * as paths from '#paths.ts'
import { ApiProblem } from '../api-problem.ts'
import { endIdentitySession, identityCall } from './identity-call.ts'
import type { IdentityClient } from './identity-client.ts'

/** The identity calls of the store itself, with its session cookie. */
export const storeIdentity: IdentityClient = {
  proof: async () => ({}),

  async email() {
    const session = (await identityCall(identityPaths.session)) as { user: { email: string } } | null
    return session?.user.email ?? null
  },

  async signIn(email, password) {
    const response = await identityCall(identityPaths.signIn, { email, password })
    const needsCode = typeof response === 'object' && response !== null && 'twoFactorRedirect' in response
    return needsCode ? 'code-needed' : 'signed-in'
  },

  async signUp(name, email, password) {
    await identityCall(identityPaths.signUp, { name, email, password })
  },

  // The popup has set the cookie.
  signInWithGoogle: async () => undefined,

  async sendResetLink(email) {
    await identityCall(identityPaths.requestPasswordReset, { email, redirectTo: paths.resetPassword })
  },

  async sendVerificationMail(email) {
    await identityCall(identityPaths.sendVerification, { email })
  },

  async changeName(name) {
    await identityCall(identityPaths.updateUser, { name }).catch((error: unknown) => {
      if (!(error instanceof ApiProblem) || error.status !== 401) throw error
      throw new ApiProblem('No user is logged in', { status: 401, code: 'unauthenticated' })
    })
  },

  signOut: () => endIdentitySession(),
}
