import { confirmPayment } from '#domain/payments/confirm-payment.server.ts'
import { showPayment } from '#domain/payments/show-payment.server.ts'
import { startPayment } from '#domain/payments/start-payment.server.ts'
import { mapOutcome } from '#domain/shared/outcome.ts'
import { withPictureUrl } from './picture-urls.ts'
import type { Handlers } from './serve-call.ts'

export const payments = {
  showPayment: async ({ shop, viewer, params }) =>
    mapOutcome(await showPayment(shop, viewer, params.orderId), withPictureUrl(shop)),
  createPaymentIntent: ({ shop, viewer, body, idempotencyKey }) =>
    startPayment(shop, viewer, body, idempotencyKey),
  confirmPayment: ({ shop, viewer, params, body }) => confirmPayment(shop, viewer, params.id, body),
} satisfies Partial<Handlers>
