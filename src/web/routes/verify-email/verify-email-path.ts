/** The path of a verification link itself, which verifies where the account is signed in. */
export function linkPath(code: string): string {
  return `/auth/verify-email?${new URLSearchParams({ code })}`
}

/** The page that a verification link leads to elsewhere; `claim`: for who does not know the password. */
export function pagePath(code: string, step?: 'claim'): string {
  return `/verify-email?${new URLSearchParams({ code, ...(step && { step }) })}`
}
