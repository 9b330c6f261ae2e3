import * as oidc from 'openid-client'
import type { Config } from '#config/config.ts'
import { readAtMost } from '../bounded-response.ts'

/** The longest response that is read; the longest of an issuer, its keys, has about 2 KB. */
const RESPONSE_BYTES = 256 * 1024

/** The issuer of the OIDC_… settings. */
export function configuredIssuer(config: Config): OidcIssuer {
  return createOidcIssuer({
    issuer: config.OIDC_ISSUER ?? '',
    clientId: config.OIDC_CLIENT_ID ?? '',
    clientSecret: config.OIDC_CLIENT_SECRET ?? '',
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}

export type OidcIssuer = ReturnType<typeof createOidcIssuer>

/** A `fetch` with a timeout for the whole response and a limit of its size. */
export function boundedFetch(timeoutMs: number): oidc.CustomFetch {
  // Our own signal, since the library's timeout is in whole seconds.
  return async (url, init) =>
    readAtMost(
      await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) } as RequestInit),
      RESPONSE_BYTES,
    )
}

/**
 * An OpenID Connect issuer whose endpoints are discovered at the first use, never at startup.
 * @param settings.issuer as the issuer names itself.
 * @param settings.timeoutMs timeout of each response.
 */
export function createOidcIssuer(settings: {
  issuer: string
  clientId: string
  clientSecret: string
  timeoutMs: number
}) {
  const { clientId, clientSecret: client_secret } = settings
  const issuer = new URL(settings.issuer)
  const fetchBounded = boundedFetch(settings.timeoutMs)
  // An https issuer may not name an endpoint without https.
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  let discovered: Promise<oidc.ServerMetadata> | undefined

  return {
    /**
     * A fresh one per use: the library would only use keys fetched in the last minute.
     * @throws when the issuer cannot be reached.
     */
    configuration: async () => {
      discovered ??= oidc
        .discovery(issuer, clientId, { client_secret }, undefined, {
          [oidc.customFetch]: fetchBounded,
          execute,
        })
        .then((configuration) => configuration.serverMetadata())
        .catch((error: unknown) => {
          discovered = undefined
          throw error
        })
      // `iss` in the callback distinguishes several issuers (RFC 9207): there is only one.
      const metadata = { ...(await discovered), authorization_response_iss_parameter_supported: false }
      const made = new oidc.Configuration(metadata, clientId, { client_secret })
      made[oidc.customFetch] = fetchBounded
      for (const extend of [oidc.enableNonRepudiationChecks, ...execute]) extend(made)
      return made
    },
    /** Its endpoints may have moved: they are discovered again at the next use. */
    forgetMetadata: () => {
      discovered = undefined
    },
  }
}
