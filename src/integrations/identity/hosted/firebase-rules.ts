import type { Config } from '#config/config.ts'
import type { IdTokenRules } from './id-tokens.ts'

/** Where Google publishes the keys of Firebase's ID tokens. */
const FIREBASE_KEYS =
  'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'

/**
 * How the ID tokens of the configured project are verified. Those of an emulator are not signed; the settings
 * refuse it in a real store.
 */
export function firebaseIdTokenRules(config: Config): IdTokenRules {
  const { FIREBASE_PROJECT_ID: project = '', FIREBASE_AUTH_EMULATOR_HOST: emulator } = config
  return {
    issuer: `https://securetoken.google.com/${project}`,
    audience: project,
    keysUrl: emulator === undefined ? (config.FIREBASE_KEYS_URL ?? FIREBASE_KEYS) : null,
    algorithms: ['RS256'],
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  }
}
