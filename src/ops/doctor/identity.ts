import type { Config } from '#config/config.ts'
import { firebaseIdTokenRules } from '#integrations/identity/hosted/firebase-rules.ts'
import { boundedFetch, configuredIssuer } from '#integrations/identity/oidc-issuer.ts'
import { CheckFailedError, type ServiceCheck } from './check.ts'

/** Requests from a hosted identity provider what every sign-in needs. */
export const identityProvider: ServiceCheck = {
  name: 'sign-in',
  isUsed: ({ IDENTITY }) => IDENTITY !== 'embedded',
  run: (config) => (config.IDENTITY === 'oidc' ? checkIssuer(config) : checkFirebase(config)),
}

async function checkFirebase(config: Config): Promise<string> {
  const { FIREBASE_PROJECT_ID: project, FIREBASE_AUTH_EMULATOR_HOST: emulator } = config
  const url = firebaseIdTokenRules(config).keysUrl ?? `http://${emulator}/`
  const fix = emulator
    ? `start the emulator, or correct FIREBASE_AUTH_EMULATOR_HOST=${emulator}`
    : 'let this machine reach www.googleapis.com over https'
  const response = await boundedFetch(config.PROVIDER_TIMEOUT_MS)(url, {
    method: 'GET',
    headers: {},
    body: undefined,
    redirect: 'manual',
  }).catch((cause: unknown) => {
    throw new CheckFailedError(`${url} cannot be reached: ${fix}.`, { cause })
  })
  // What is not JSON has no keys.
  const body = (await response.json().catch(() => null)) as { keys?: unknown[] } | null
  if (!response.ok || !body || (!emulator && !body.keys?.length))
    throw new CheckFailedError(`${url} responds with ${response.status} and no keys: ${fix}.`)
  return emulator
    ? `the Firebase emulator at ${emulator} responds, for project ${project}`
    : `Firebase project ${project}; ${body.keys?.length} keys of its ID tokens can be fetched`
}

async function checkIssuer(config: Config): Promise<string> {
  const { OIDC_ISSUER: issuer = '' } = config
  const metadata = await configuredIssuer(config)
    .configuration()
    .then(
      (found) => found.serverMetadata(),
      (cause: unknown) => {
        throw new CheckFailedError(
          `OIDC_ISSUER=${issuer} does not respond as an OpenID Connect issuer of this name: open ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration, and copy its "issuer" exactly.`,
          { cause },
        )
      },
    )
  const signsOut = metadata.end_session_endpoint ? 'also signs out there' : 'has no sign-out of its own'
  return `${metadata.issuer} responds, and ${signsOut}; register ${config.APP_URL ?? '<APP_URL>'}/auth/oidc/callback there`
}
