import { isIP } from 'node:net'
import { CheckFailedError, type ServiceCheck, TRY_MS, whyUnreachable } from './check.ts'

/** APP_URL is what links in mails and the provider's webhooks use. It need not answer before the store goes live. */
export const address: ServiceCheck = {
  name: 'address',
  isUsed: ({ APP_URL }) => APP_URL !== undefined,
  async look({ APP_URL = '', demo }) {
    const url = new URL(APP_URL)
    const isLocal = url.hostname === 'localhost' || isIP(url.hostname.replaceAll(/[[\]]/g, '')) !== 0
    if (!demo && url.protocol !== 'https:')
      throw new CheckFailedError(
        'APP_URL is not https: browsers keep sign-in cookies of a real store on https only. Put a proxy with TLS in front (deploy/).',
      )
    if (!demo && isLocal)
      throw new CheckFailedError(
        `APP_URL names ${url.hostname}: set the name that customers use, for links in mails and webhooks.`,
      )
    try {
      const answer = await fetch(`${APP_URL}/healthz`, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TRY_MS),
      })
      await answer.body?.cancel()
      if (answer.status === 200) return `${url.origin} answers`
      return `${url.origin} answers ${answer.status}: fine while the store does not run`
    } catch (error) {
      const why = whyUnreachable(error)
      if (why?.includes('certificate') || why?.includes('authority'))
        throw new CheckFailedError(`${url.origin}: ${why}.`, { cause: error })
      return `${url.origin} does not answer from this machine: fine before it goes live`
    }
  },
}
