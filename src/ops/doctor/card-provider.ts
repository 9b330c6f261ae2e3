import { foreignAccountText, NEWEST_INTENTS } from '#domain/payments/find-foreign-account.server.ts'
import { fetchText, parseJsonObject, CheckFailedError, type ServiceCheck } from './check.ts'
import { openProbe } from './database.ts'

type Payment = { id: string; client_secret: string }

/** The objects that the store reads from Stripe, by Stripe's names. */
const READS = ['payment_intents', 'charges', 'refunds', 'events'] as const

/**
 * Reads one object of each kind that the store reads, which needs a valid key with these rights, and the
 * newest payment again with the publishable key, which must belong to the same account, as must the store's
 * newest payments (in the database of DATABASE_URL; for the embedded one, the start says so). Harmless.
 */
export const cardProvider: ServiceCheck = {
  name: 'card provider',
  isUsed: ({ STRIPE_SECRET_KEY }) => STRIPE_SECRET_KEY !== undefined,
  async run({ STRIPE_SECRET_KEY: key = '', STRIPE_PUBLISHABLE_KEY, STRIPE_API_BASE, DATABASE_URL }) {
    const base = (STRIPE_API_BASE ?? 'https://api.stripe.com').replace(/\/$/, '')
    const what = STRIPE_API_BASE === undefined ? 'Stripe' : `the card provider at ${new URL(base).host}`
    let newest: Payment = { id: 'pi_none', client_secret: 'none' }
    for (const kind of READS) {
      const headers = { Authorization: `Bearer ${key}` }
      const { status, text } = await fetchText(`${base}/v1/${kind}?limit=1`, what, { headers })
      if (status === 401)
        throw new CheckFailedError(
          `${what} refuses STRIPE_SECRET_KEY: copy it again from the Stripe dashboard; it may have been rolled.`,
        )
      if (status === 403)
        throw new CheckFailedError(
          `STRIPE_SECRET_KEY cannot read ${kind}: give the restricted key this right in the Stripe dashboard, and write access to PaymentIntents and Refunds.`,
        )
      const { data } = parseJsonObject(text)
      if (status !== 200 || !Array.isArray(data))
        throw new CheckFailedError(
          `${what} responded with ${status} to a list of ${kind}: see its status page, or correct STRIPE_API_BASE.`,
        )
      if (kind === 'payment_intents') newest = (data[0] as Payment | undefined) ?? newest
    }
    const { id, client_secret: secret } = newest
    const headers = { Authorization: `Bearer ${STRIPE_PUBLISHABLE_KEY}` }
    const { status } = await fetchText(`${base}/v1/payment_intents/${id}?client_secret=${secret}`, what, {
      headers,
    })
    if (status === 401)
      throw new CheckFailedError(
        `${what} refuses STRIPE_PUBLISHABLE_KEY: copy it again from the Stripe dashboard; it may have been rolled.`,
      )
    if (status === 404 && id !== 'pi_none')
      throw new CheckFailedError(
        'STRIPE_PUBLISHABLE_KEY does not see the payments of STRIPE_SECRET_KEY: they belong to different Stripe accounts; take both from the same one.',
      )
    const stored = await newestIntents(DATABASE_URL)
    let unknown = 0
    for (const intent of stored) {
      const headers = { Authorization: `Bearer ${key}` }
      const read = await fetchText(`${base}/v1/payment_intents/${intent}`, what, { headers })
      if (read.status === 404) unknown += 1
    }
    if (stored[0] !== undefined && unknown === stored.length)
      throw new CheckFailedError(foreignAccountText(stored[0]))
    return `${what} accepts the ${key.includes('_live_') ? 'live' : 'test'} keys; the secret key can read ${READS.join(', ')}`
  },
}

/** The store's newest intents; none when its database cannot be read, which is another check's to say. */
async function newestIntents(url: string | undefined): Promise<string[]> {
  if (url === undefined) return []
  await using probe = openProbe(url)
  const { rows } = await probe.query<{ id: string }>(NEWEST_INTENTS).catch(() => ({ rows: [] }))
  return rows.map(({ id }) => id)
}
