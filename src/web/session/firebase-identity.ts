import { type FirebaseError, initializeApp } from '@firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithCredential,
  signInWithEmailAndPassword,
  signOut,
  updateProfile,
  type User,
} from '@firebase/auth'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { ApiProblem } from '../api-problem.ts'
import { endIdentitySession } from './identity-call.ts'
import type { IdentityClient } from './identity-client.ts'
import { accessToken } from './session-store.ts'

let opened: Auth | undefined

/** Firebase Authentication without the SDK's popups, which would load Google's scripts into the page. */
function openAuth(settings: Extract<SignInSettings, { kind: 'firebase' }>): Auth {
  if (opened) return opened
  const auth = initializeAuth(initializeApp({ apiKey: settings.apiKey }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  if (settings.emulatorUrl) connectAuthEmulator(auth, settings.emulatorUrl, { disableWarnings: true })
  return (opened = auth)
}

/** The pages to which Firebase's own pages return. */
const returnPages = {
  afterVerification: () => ({ url: location.origin + pathWithQuery(paths.login, { verified: 1 }) }),
  afterReset: () => ({ url: location.origin + pathWithQuery(paths.login, { done: 'new-password' }) }),
}

/**
 * Firebase Authentication by its SDK. Firebase has the passwords and sessions and sends the emails; the store
 * sees ID tokens only.
 */
export function firebaseIdentity(settings: Extract<SignInSettings, { kind: 'firebase' }>): IdentityClient {
  const auth = openAuth(settings)

  async function currentUser(): Promise<User | null> {
    await auth.authStateReady()
    return auth.currentUser
  }

  async function requireUser(): Promise<User> {
    const user = await currentUser()
    if (!user) throw new ApiProblem('No user is logged in', { status: 401, code: 'unauthenticated' })
    return user
  }

  return {
    // Always a new one: the store refuses tokens older than a few minutes.
    proof: () =>
      asProblem(async () => {
        const user = await currentUser()
        if (!user) return {}
        const token = await user.getIdToken(true).catch((error: unknown) => {
          if (ENDED_SESSION_CODES.has(codeOf(error))) return null
          throw error
        })
        return token === null ? {} : { authorization: `Bearer ${token}` }
      }),

    email: () => asProblem(async () => (await currentUser())?.email ?? null),

    signIn: (email, password) =>
      asProblem(async () => {
        await signInWithEmailAndPassword(auth, email, password)
        return 'signed-in' as const
      }),

    signUp: (name, email, password) =>
      asProblem(async () => {
        const { user } = await createUserWithEmailAndPassword(auth, email, password)
        await updateProfile(user, { displayName: name })
        // The account exists: My Profile has a button that sends the email again.
        await sendEmailVerification(user, returnPages.afterVerification()).catch(() => undefined)
      }),

    signInWithGoogle: (idToken) =>
      asProblem(async () => {
        if (idToken !== undefined) await signInWithCredential(auth, GoogleAuthProvider.credential(idToken))
      }),

    sendResetLink: (email) =>
      asProblem(async () => {
        await sendPasswordResetEmail(auth, email, returnPages.afterReset()).catch((error: unknown) => {
          if (codeOf(error) !== 'auth/user-not-found') throw error
        })
      }),

    sendVerificationMail: () =>
      asProblem(async () => sendEmailVerification(await requireUser(), returnPages.afterVerification())),

    changeName: (name) => asProblem(async () => updateProfile(await requireUser(), { displayName: name })),

    async signOut() {
      const token = accessToken()
      try {
        return token === null ? null : await endIdentitySession({ authorization: `Bearer ${token}` })
      } finally {
        await signOut(auth)
      }
    },
  }
}

/** The user is disabled or deleted, or signed out everywhere. */
const ENDED_SESSION_CODES: ReadonlySet<string> = new Set([
  'auth/user-disabled',
  'auth/user-token-expired',
  'auth/user-not-found',
  'auth/invalid-user-token',
])

const WRONG_CREDENTIALS = 'That email or password is not right. Check both, or reset your password.'

/** The store's messages for Firebase's codes. */
const MESSAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'auth/invalid-credential': WRONG_CREDENTIALS,
    'auth/invalid-login-credentials': WRONG_CREDENTIALS,
    'auth/wrong-password': WRONG_CREDENTIALS,
    'auth/user-not-found': WRONG_CREDENTIALS,
    'auth/invalid-email': 'Provide a Valid Email',
    'auth/email-already-in-use':
      'There is already an account with this email. Log in, or reset your password.',
    'auth/account-exists-with-different-credential':
      'There is already an account with this email. Log in with your password.',
    'auth/weak-password': 'Your Password must be six character or longer',
    'auth/password-does-not-meet-requirements': 'This password is too easy to guess. Choose a longer one.',
    'auth/user-disabled': 'This account has been disabled. Contact the store.',
    'auth/too-many-requests': 'Too many attempts. Please wait a few minutes and try again.',
    'auth/network-request-failed': 'We can’t reach the login service. Check your connection and try again.',
    'auth/multi-factor-auth-required':
      'This account has a second factor, which this store doesn’t support. Contact the store.',
  }),
)

async function asProblem<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    const message =
      MESSAGES.get(code) ?? 'Something went wrong while logging in. Please try again in a moment.'
    throw new ApiProblem(message, { status: code === 'auth/network-request-failed' ? 0 : 400, code })
  }
}

/** The code of an error of Firebase, such as `auth/user-disabled`; '' for any other error. */
function codeOf(error: unknown): string {
  const isFirebase = error instanceof Error && error.name === 'FirebaseError'
  return isFirebase ? (error as FirebaseError).code : ''
}
