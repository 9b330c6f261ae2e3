import { fetchText, parseJsonObject, CheckFailedError, type ServiceCheck } from './check.ts'

/**
 * Reads the metadata of the issuer of "Continue With Google", and tries the client's secret with an invented
 * code: an issuer that knows the client refuses the code, not the client.
 */
export const signInIssuer: ServiceCheck = {
  name: 'sign-in with Google',
  isUsed: ({ GOOGLE_CLIENT_ID }) => GOOGLE_CLIENT_ID !== undefined,
  async run({ GOOGLE_CLIENT_ID = '', GOOGLE_CLIENT_SECRET = '', GOOGLE_ISSUER, APP_URL }) {
    const issuer = GOOGLE_ISSUER ?? 'https://accounts.google.com'
    const { host } = new URL(issuer)
    const { status, text } = await fetchText(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      `the issuer ${host}`,
    )
    const { issuer: itself, token_endpoint: tokens } = parseJsonObject(text)
    if (status !== 200 || typeof tokens !== 'string' || !URL.canParse(tokens))
      throw new CheckFailedError(
        `${host} is not an OpenID Connect issuer (it responded with ${status}): correct GOOGLE_ISSUER.`,
      )
    if (itself !== issuer)
      throw new CheckFailedError(
        'GOOGLE_ISSUER differs from the name that the issuer states: check for a slash at its end.',
      )
    const redirect = `${APP_URL ?? 'http://localhost:3000'}/auth/callback/google`
    const tried = await fetchText(tokens, `the token endpoint of ${host}`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${btoa(`${encodeURIComponent(GOOGLE_CLIENT_ID)}:${encodeURIComponent(GOOGLE_CLIENT_SECRET)}`)}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'a-code-of-the-doctor',
        redirect_uri: redirect,
        code_verifier: 'a-verifier-of-the-doctor-that-is-long-enough',
      }),
    })
    const refusal = parseJsonObject(tried.text)['error']
    if (tried.status === 401 || refusal === 'invalid_client' || refusal === 'unauthorized_client')
      throw new CheckFailedError(
        `${host} does not know GOOGLE_CLIENT_ID with GOOGLE_CLIENT_SECRET: copy both again from the same client.`,
      )
    if (tried.status >= 500)
      throw new CheckFailedError(`${host} responded with ${tried.status}: see its status page.`)
    return `${host} knows the client; it must allow the redirect URI ${redirect}`
  },
}
