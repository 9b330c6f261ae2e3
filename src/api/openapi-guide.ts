import { type IdentityCallDescription, PROOF_SECONDS } from '#domain/accounts/identity-provider.ts'
import { formatWait } from '#domain/shared/format-wait.ts'

/** Whether clients sign in by calls of the store, and not at a hosted provider. */
export function signsInHere(identityCalls: readonly IdentityCallDescription[]): boolean {
  return identityCalls.some(({ operationId }) => operationId === 'signIn')
}

/** A guide to the API in Markdown. */
export function guideFor(identityCalls: readonly IdentityCallDescription[]): string {
  const first = signsInHere(identityCalls)
    ? 'POST /auth/sign-in/email (or /auth/sign-up/email) returns an identity token.'
    : `the store’s identity provider issues an ID token, which is valid here for ${formatWait(PROOF_SECONDS)} after its issue.`
  return `The auto-parts store.

**Sign in**: ${first} PUT /user/{email} with it as a bearer returns an access token, which is the bearer of all other calls.

${GUIDE}`
}

const GUIDE = `**Renew**: an access token ends after a few minutes (\`expiresAt\`). On 401, or shortly before, repeat PUT /user/{email} with the identity token.

**Sign out**: POST /auth/sign-out with either token as a bearer ends the session and every access token issued for it.

**Errors** are problem details (RFC 9457) with a stable \`code\`, and a \`detail\` that can be shown to a person. 429 and 503 say in \`Retry-After\` when to try again, in seconds.

**Outages**: while the store cannot reach its database, its responses are 503. A proxy in front of it may return earlier public responses; deploy/nginx.conf marks them with \`Cache-Status\`.

**Lists** have at most \`limit\` rows. While there are more, the header \`Link: <…>; rel="next"\` has the URL of the next page.

**Amounts** are US dollars as numbers with at most two decimals. Prices, totals, names and "paid" are the store's own: values in a request are at most compared with them.

**Repeats**: calls with an \`Idempotency-Key\` return the first response to a repeated key and body.

**Browsers** on another host may call the store when its \`CORS_ORIGINS\` names their origin: with tokens, without cookies.`
