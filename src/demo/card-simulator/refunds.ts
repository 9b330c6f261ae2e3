import { badParameter, type ErrorBody, noSuchIn } from './api-error.ts'
import { chargeObject, refundObject } from './charge-object.ts'
import { metadataOf, type Params, refuseUnknown, textOf, wholeNumberOf } from './form-body.ts'
import { type ApiResponse, one, type Work } from './intents.ts'
import { type ChargeRow, newId, type RefundRow } from './rows.ts'
import { SETTLES_AFTER_S } from './settle-refunds.ts'
import { refundBehavior } from './test-cards.ts'

/**
 * POST /v1/refunds, by `payment_intent` or `charge`; without `amount` the remainder. Never more than was
 * charged.
 */
export async function createRefund(work: Work, params: Params): Promise<ApiResponse> {
  refuseUnknown(params, ['payment_intent', 'charge', 'amount', 'reason', 'metadata'])
  const charge = await lockCharge(work, params)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) return refusal('charge_already_refunded', `Charge ${charge.id} has already been refunded.`)
  const amount = wholeNumberOf(params, 'amount') ?? left
  if (amount < 1) throw badParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  if (amount > left)
    return refusal(
      'amount_too_large',
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    )
  const behavior = refundBehavior(charge.payment_method)
  const refund = await one<RefundRow>(
    work.tx,
    `insert into simulator.refunds (id, charge_id, intent_id, amount, currency, reason, metadata, status, settles_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9)) returning *`,
    [
      newId('re'),
      charge.id,
      charge.intent_id,
      amount,
      charge.currency,
      textOf(params, 'reason'),
      metadataOf(params),
      behavior === 'pends' ? 'pending' : 'succeeded',
      behavior === null ? null : SETTLES_AFTER_S,
    ],
  )
  const changed = await one<ChargeRow>(
    work.tx,
    'update simulator.charges set amount_refunded = amount_refunded + $2 where id = $1 returning *',
    [charge.id, amount],
  )
  await work.emit('refund.created', refundObject(refund))
  await work.emit('charge.refunded', chargeObject(changed))
  return { status: 200, body: refundObject(refund) }
}

async function lockCharge(work: Work, params: Params): Promise<ChargeRow> {
  const intentId = textOf(params, 'payment_intent')
  const chargeId = textOf(params, 'charge')
  if ((intentId === null) === (chargeId === null))
    throw badParameter(
      'payment_intent',
      'One of the following params should be provided: payment_intent or charge.',
    )
  const result = await work.tx.query<ChargeRow>(
    `select * from simulator.charges where status = 'succeeded' and (intent_id = $1 or id = $2) for update`,
    [intentId, chargeId],
  )
  if (result.rows[0]) return result.rows[0]
  if (chargeId !== null) throw noSuchIn('charge', 'charge', chargeId)
  const intent = await work.tx.query('select 1 from simulator.intents where id = $1', [intentId])
  if (intent.rowCount === 0) throw noSuchIn('payment_intent', 'payment_intent', intentId ?? '')
  throw badParameter(
    'payment_intent',
    `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
  )
}

function refusal(code: string, message: string): ApiResponse {
  const error: ErrorBody = { type: 'invalid_request_error', code, message }
  return { status: 400, body: { error } }
}
