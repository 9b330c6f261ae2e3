import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { FaultLookup } from './faults.ts'
import { apiVersion, publicIntent } from './intent-object.ts'
import { newId } from './rows.ts'

/** A JSON response with the provider's headers. */
export function json(c: Context, status: number, body: object): Response {
  c.header('Request-Id', newId('req'))
  c.header('Stripe-Version', apiVersion)
  c.header('Cache-Control', 'no-store')
  return c.body(JSON.stringify(body), status as 200, { 'Content-Type': 'application/json' })
}

/** Removes the fields that a publishable key may not see. */
export function forBrowser(body: object): object {
  if ('error' in body && typeof body.error === 'object' && body.error !== null)
    return {
      error:
        'payment_intent' in body.error
          ? { ...body.error, payment_intent: visibleToBrowser(body.error.payment_intent) }
          : body.error,
    }
  return visibleToBrowser(body)
}

function visibleToBrowser(intent: unknown): object {
  return publicIntent(intent as Parameters<typeof publicIntent>[0])
}

/** The body after the faults `nonsense` and `amount` (one dollar too much), if they apply. */
export function corruptBody(body: object, faultMs: FaultLookup): object {
  if (faultMs('nonsense') !== undefined) return { object: 'surprise', data: [null] }
  if ('amount' in body && typeof body.amount === 'number' && faultMs('amount') !== undefined)
    return { ...body, amount: body.amount + 100 }
  return body
}

/** The work is done, but the response is dropped. */
export function dropConnection(c: Context): Response {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
  if (!outgoing)
    return json(c, 504, {
      error: { type: 'api_error', message: 'The response was lost (an injected fault).' },
    })
  outgoing.destroy()
  // Makes the server leave the closed connection alone.
  return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
}
