import type { Hono } from 'hono'
import { MalformedEventError, SignatureError, ProviderError } from '#domain/payments/payment-provider.ts'
import { receiveWebhook } from '#domain/payments/receive-webhook.server.ts'
import { readBytes } from '../read-body.ts'
import { type ApiEnv, type ApiContext, refuse } from '../serve-call.ts'

/** Maximum size of an event, in bytes; Stripe's are far smaller. */
const MAX_EVENT_BYTES = 256 * 1024

/** POST /webhooks/stripe: events of the card provider, signed over the raw bytes. */
export function serveStripeWebhook(app: Hono<ApiEnv>, api: ApiContext): void {
  app.post('/webhooks/stripe', async (c) => {
    c.set('route', 'stripeWebhook')
    const bytes = await readBytes(c.req.raw, MAX_EVENT_BYTES)
    if (!bytes) return refuse(c, { code: 'payload_too_large', detail: 'This event is too large.' })
    try {
      await receiveWebhook(api.shop, new TextDecoder().decode(bytes), c.req.header('stripe-signature'))
      return c.json({ received: true })
    } catch (error) {
      if (error instanceof SignatureError) return refuse(c, { code: 'bad_signature', detail: error.message })
      if (error instanceof MalformedEventError)
        return refuse(c, { code: 'malformed_body', detail: error.message })
      // Not accepted: the provider sends the event again later.
      if (error instanceof ProviderError)
        return refuse(c, { code: 'provider_unavailable', detail: 'The payment could not be read back yet.' })
      throw error
    }
  })
}
