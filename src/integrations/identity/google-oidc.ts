import { createHash } from 'node:crypto'
import { z } from 'zod'
import { SignUpInput } from '#domain/accounts/account.ts'
import { EmailSchema, normalEmail } from '#domain/shared/text.ts'

/** What Google, or another OpenID Connect issuer in its place, says of a person. `email` is normalised. */
export type GoogleProfile = { subject: string; email: string; emailVerified: boolean; name: string }

/** The two steps of a sign-in at an OpenID Connect issuer: authorization code with PKCE and nonce. */
export type GoogleOidc = {
  /** Where to send the browser. */
  authorizationUrl(flow: { state: string; codeVerifier: string; redirectUri: string }): Promise<URL>
  /** Redeems the code. @returns the id token, checked. Throws when the issuer refuses or its answer does not hold. */
  redeem(flow: { code: string; codeVerifier: string; redirectUri: string }): Promise<string>
  /** Reads an id token that `redeem` returned. Null when it names no e-mail. */
  profileOf(idToken: string): GoogleProfile | null
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
})
const Tokens = z.object({ id_token: z.string() })
const Claims = z.object({
  iss: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nonce: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.unknown(),
  name: z.string().optional(),
})

/**
 * @param settings.issuer where `/.well-known/openid-configuration` is found; asked at the first sign-in, never at start.
 * @param settings.timeoutMs how long the issuer may take per answer.
 */
export function createGoogleOidc(settings: {
  issuer: string
  clientId: string
  clientSecret: string
  timeoutMs: number
}): GoogleOidc {
  const { clientId, clientSecret } = settings
  let discovered: Promise<z.infer<typeof Discovery>> | undefined

  async function ask<T>(schema: z.ZodType<T>, url: string, init?: RequestInit): Promise<T> {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(settings.timeoutMs) })
    if (!answer.ok) throw new Error(`The identity issuer answered ${answer.status}`)
    return schema.parse(await answer.json())
  }

  function discover() {
    discovered ??= ask(
      Discovery,
      `${settings.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    ).catch((error: unknown) => {
      discovered = undefined
      throw error
    })
    return discovered
  }

  return {
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      const url = new URL((await discover()).authorization_endpoint)
      const query = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce: nonceOf(codeVerifier),
        code_challenge: sha256(codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url
    },
    async redeem({ code, codeVerifier, redirectUri }) {
      const { token_endpoint, issuer } = await discover()
      const { id_token } = await ask(Tokens, token_endpoint, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          code_verifier: codeVerifier,
          redirect_uri: redirectUri,
          client_id: clientId,
          client_secret: clientSecret,
        }),
      })
      // It came over our own connection to the issuer, which proves its sender (OpenID Connect Core 3.1.3.7, 6): no signature check.
      const claims = readClaims(id_token)
      const audience = [claims.aud].flat()
      const holds =
        claims.iss.replace(/^https:\/\//, '') === issuer.replace(/^https:\/\//, '') &&
        audience.length === 1 &&
        audience[0] === clientId &&
        claims.exp * 1000 > Date.now() - 60_000 &&
        claims.nonce === nonceOf(codeVerifier)
      if (!holds)
        throw new Error('The identity issuer answered with an id token that is not for this sign-in')
      return id_token
    },
    profileOf(idToken) {
      const claims = readClaims(idToken)
      const email = normalEmail(claims.email ?? '')
      if (EmailSchema.safeParse(email).data !== email) return null
      const name = SignUpInput.shape.name.safeParse(claims.name?.slice(0, 100))
      return {
        subject: claims.sub,
        email,
        emailVerified: claims.email_verified === true,
        name: name.data ?? email.replace(/@.*/, '').slice(0, 100),
      }
    },
  }
}

function readClaims(idToken: string) {
  return Claims.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')))
}

/** Follows from the verifier, which only this sign-in's encrypted cookie holds: nothing more to store. */
function nonceOf(codeVerifier: string): string {
  return sha256(`nonce ${codeVerifier}`)
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
