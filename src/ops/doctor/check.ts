import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#config/config.ts'
import { codeOf } from '#config/thrown-error.ts'

/**
 * The result of a check: a text for its line. A failed check throws a CheckFailedError, whose message has the
 * fix.
 */
export type Finding = string | Promise<string>

/**
 * One line of the doctor, which tries a service with the settings of this machine. It changes nothing and
 * sends nothing to anyone.
 */
export type ServiceCheck = {
  name: string
  /** Whether the settings use this service; if not, there is no line. */
  isUsed(config: Config): boolean
  run(config: Config): Finding
}

/** Timeout of each connection, statement and request of a check, in ms. */
export const TRY_TIMEOUT_MS = 5_000
/** Timeout of a whole check, in ms: it bounds servers that respond byte by byte. */
export const CHECK_TIMEOUT_MS = 15_000

/** Thrown by a failed check; the message states the reason and the fix. */
export class CheckFailedError extends Error {
  override name = 'CheckFailedError'
}

/**
 * The result of the work.
 * @throws CheckFailedError if it takes longer than CHECK_TIMEOUT_MS.
 */
export async function withTimeout<T>(work: T | Promise<T>): Promise<T> {
  const late = delay(CHECK_TIMEOUT_MS).then(() => {
    throw new CheckFailedError(
      `did not finish within ${CHECK_TIMEOUT_MS / 1_000} s: check whether it is overloaded.`,
    )
  })
  return Promise.race([work, late])
}

/** Why a server is unreachable, in words, by the code of the error or of its cause; null for other errors. */
export function whyUnreachable(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError')
      return `no response within ${TRY_TIMEOUT_MS / 1_000} s: check for a firewall in between`
    const known = UNREACHABLE.get(codeOf(cause))
    if (known !== undefined) return known
    if (cause instanceof AggregateError) return whyUnreachable(cause.errors[0])
  }
  return null
}

const UNREACHABLE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ECONNREFUSED: 'nothing listens there: start it, or correct the address and port',
    ENOTFOUND: 'this name is unknown: correct it, or check the DNS of this machine',
    EAI_AGAIN: 'the DNS of this machine does not respond',
    EHOSTUNREACH: 'there is no route to that machine: check the network',
    ENETUNREACH: 'there is no route to that network: check the network',
    ETIMEDOUT: `no response within ${TRY_TIMEOUT_MS / 1_000} s: check for a firewall in between`,
    ECONNRESET: 'it closed the connection: is it another service, or does it require TLS?',
    UND_ERR_SOCKET: 'it closed the connection: is it another service, or does it require TLS?',
    UND_ERR_CONNECT_TIMEOUT: `no response within ${TRY_TIMEOUT_MS / 1_000} s: check for a firewall in between`,
    EPROTO: 'it does not speak TLS on this port: correct the protocol or the port',
    ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS on this port: correct the protocol or the port',
    ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS on this port: correct the protocol or the port',
    HPE_INVALID_CONSTANT: 'it does not speak HTTP: correct the port',
    CERT_HAS_EXPIRED: 'its certificate has expired: renew it',
    CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock of this machine',
    ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: correct the URL or the certificate',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: add it to NODE_EXTRA_CA_CERTS',
    SELF_SIGNED_CERT_IN_CHAIN: 'its authority is unknown here: add it to NODE_EXTRA_CA_CERTS',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its authority is unknown here: add it to NODE_EXTRA_CA_CERTS',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its authority is unknown here: add it to NODE_EXTRA_CA_CERTS',
  }),
)

/** Maximum bytes of a response that are read. */
const MAX_BYTES = 64 * 1024

/**
 * Sends a request and reads the beginning of its response. Does not follow redirects, which would send a key
 * elsewhere.
 * @param what describes the server in the message; never a URL that contains a key.
 * @throws CheckFailedError when the server is unreachable.
 */
export async function fetchText(
  url: string | URL,
  what: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length > MAX_BYTES) break
    }
    return { status: response.status, text }
  } catch (error) {
    const why = whyUnreachable(error) ?? 'the request failed'
    throw new CheckFailedError(`${what} cannot be reached: ${why}.`, { cause: error })
  }
}

/** The JSON of a text, or an empty object. */
export function parseJsonObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // The caller reports the response by what it misses.
    return {}
  }
}
