import { isIP } from 'node:net'
import { CheckFailedError, type ServiceCheck, TRY_TIMEOUT_MS, whyUnreachable } from './check.ts'

/**
 * Links in emails and the provider's webhooks use APP_URL. It need not respond before the store goes live.
 */
export const address: ServiceCheck = {
  name: 'address',
  isUsed: ({ APP_URL }) => APP_URL !== undefined,
  async run({ APP_URL = '', demo }) {
    const url = new URL(APP_URL)
    const isLocal = url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
    if (!demo && url.protocol !== 'https:')
      throw new CheckFailedError(
        'APP_URL is not https: browsers accept sign-in cookies of a real store over https only. Put a proxy with TLS in front (deploy/).',
      )
    if (!demo && isLocal)
      throw new CheckFailedError(
        `APP_URL contains ${url.hostname}: set the host name that customers use, for links in emails and webhooks.`,
      )
    try {
      const response = await fetch(`${APP_URL}/healthz`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
      })
      await response.body?.cancel()
      if (response.status === 200) return `${url.origin} responds`
      return `${url.origin} responds with ${response.status}: fine while the store is not running`
    } catch (error) {
      const why = whyUnreachable(error)
      if (why?.includes('certificate') || why?.includes('authority'))
        throw new CheckFailedError(`${url.origin}: ${why}.`, { cause: error })
      return `${url.origin} does not respond from this machine: fine before it goes live`
    }
  },
}
