import { ask, parsed, Problem, type ServiceCheck } from './check.ts'

/** What the store reads of Stripe, in its words. */
const READS = ['payment_intents', 'charges', 'refunds', 'events'] as const

/** Reads one object of each kind that the store reads: harmless, and it needs a valid key with these rights. */
export const cardProvider: ServiceCheck = {
  name: 'card provider',
  isUsed: ({ STRIPE_SECRET_KEY }) => STRIPE_SECRET_KEY !== undefined,
  async look({ STRIPE_SECRET_KEY: key = '', STRIPE_API_BASE }) {
    const base = (STRIPE_API_BASE ?? 'https://api.stripe.com').replace(/\/$/, '')
    const what = STRIPE_API_BASE === undefined ? 'Stripe' : `the card provider at ${new URL(base).host}`
    for (const kind of READS) {
      const headers = { Authorization: `Bearer ${key}` }
      const { status, text } = await ask(`${base}/v1/${kind}?limit=1`, what, { headers })
      if (status === 401)
        throw new Problem(
          `${what} refuses STRIPE_SECRET_KEY: copy it again from the Stripe dashboard; it may have been rolled.`,
        )
      if (status === 403)
        throw new Problem(
          `STRIPE_SECRET_KEY may not read ${kind}: give the restricted key this right in the Stripe dashboard, and write access to PaymentIntents and Refunds.`,
        )
      if (status !== 200 || !Array.isArray(parsed(text)['data']))
        throw new Problem(
          `${what} answered ${status} to a list of ${kind}: see its status page, or correct STRIPE_API_BASE.`,
        )
    }
    return `${what} takes the ${key.includes('_live_') ? 'live' : 'test'} key; it may read ${READS.join(', ')}`
  },
}
