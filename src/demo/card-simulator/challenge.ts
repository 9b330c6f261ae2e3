import type { Context } from 'hono'
import { type Calls, checkClientSecret } from './calls.ts'
import { challengeDonePage, challengePage, challengePageHeaders } from './challenge-page.ts'
import { parseForm } from './form-body.ts'
import { finishChallenge, type Work } from './intents.ts'
import type { IntentRow } from './rows.ts'
import type { WebhookSender } from './webhooks.ts'

type Page = { html: string } | { location: string }

const over: Page = { html: challengeDonePage('This step is over', null) }

/**
 * GET and POST /3ds/:id: the bank's page, and its two buttons. The client secret in the URL is the
 * permission.
 */
export async function serveChallenge(c: Context, calls: Calls, webhooks: WebhookSender): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const outcome = c.req.method === 'POST' ? parseForm(await c.req.text())['outcome'] : undefined
  const page = await calls.transaction(c, calls.faultsOf(c, 'confirm'), async (open) => {
    const row = await checkClientSecret(open, id, c.req.query('client_secret') ?? '')
    return pageOf(open, row, outcome, c)
  })
  webhooks.kick()
  return 'location' in page ? c.redirect(page.location, 303) : c.body(page.html, 200, challengePageHeaders)
}

async function pageOf(open: Work, row: IntentRow, outcome: unknown, c: Context): Promise<Page> {
  // The URL of an earlier step must not finish the current one.
  if (row.challenge === null || row.challenge !== (c.req.query('source') ?? row.challenge)) return over
  if (outcome !== 'complete' && outcome !== 'fail')
    return { html: challengePage(`${(row.amount / 100).toFixed(2)} ${row.currency.toUpperCase()}`) }
  const ended = await finishChallenge(open, row.id, row.challenge, outcome === 'complete')
  return ended ? wayBack(ended, c) : over
}

/** After 3-D Secure: redirects to the return URL on this host; another host is only a link. */
function wayBack(row: IntentRow, c: Context): Page {
  const returnUrl = row.return_url
  const passed = row.status === 'succeeded'
  const title = passed ? 'Authentication complete' : 'Authentication failed'
  if (returnUrl === null) return { html: challengeDonePage(title, null) }
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', row.id)
  url.searchParams.set('payment_intent_client_secret', row.client_secret)
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.host === new URL(c.req.url).host
    ? { location: url.href }
    : { html: challengeDonePage(title, url.href) }
}
