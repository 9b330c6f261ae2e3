import type { SignInSettings } from '#domain/accounts/identity-provider.ts'

/**
 * The name of the `<meta>` that tells scripts how people sign in; absent in a store with its own accounts.
 */
export const SIGN_IN_META = 'driveline-sign-in'

/** How people sign in, for code outside of components. */
export function signInSettings(): SignInSettings {
  const content = document.querySelector(`meta[name=${SIGN_IN_META}]`)?.getAttribute('content')
  return content ? (JSON.parse(content) as SignInSettings) : { kind: 'embedded', google: false }
}
