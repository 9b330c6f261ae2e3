import type pg from 'pg'
import type Stripe from 'stripe'
import { ApiError, badParameter, type ErrorBody, noSuch } from './api-error.ts'
import { metadataOf, type Params, refuseUnknown, textOf, wholeNumberOf } from './form-body.ts'
import { intentObject } from './intent-object.ts'
import { type IntentRow, type LastError, newId } from './rows.ts'
import { disputesCharge, type StoredCard, readCard } from './test-cards.ts'

/**
 * The context of a call: one transaction, which commits the effect, its events and the stored response
 * together.
 */
export type Work = {
  tx: pg.PoolClient
  now: Date
  /** The simulator's URL as the caller sees it. */
  baseUrl: string
  /** Writes an event to the outbox. */
  emit(type: string, object: unknown): Promise<void>
}

/** The response of a call; a declined card is one too. */
export type ApiResponse = { status: number; body: object }

const createParams = [
  'amount',
  'currency',
  'description',
  'metadata',
  'receipt_email',
  'automatic_payment_methods',
  'allowed_payment_method_types',
  'payment_method_types',
  'capture_method',
  'confirm',
  'payment_method',
  'payment_method_data',
  'return_url',
]
const confirmParams = [
  'payment_method',
  'payment_method_data',
  'return_url',
  'receipt_email',
  'use_stripe_sdk',
]
const confirmable: readonly string[] = ['requires_payment_method', 'requires_action']

/** POST /v1/payment_intents. With `confirm=true` the given card is charged immediately. */
export async function createIntent(work: Work, params: Params): Promise<ApiResponse> {
  refuseUnknown(params, createParams)
  const amount = readAmount(params)
  const currency = (textOf(params, 'currency') ?? '').toLowerCase()
  if (!/^[a-z]{3}$/.test(currency))
    throw badParameter('currency', 'Missing required param: currency.', 'parameter_missing')
  const types = params['allowed_payment_method_types'] ?? params['payment_method_types']
  if (
    types !== undefined &&
    (typeof types === 'string' || Object.values(types).some((type) => type !== 'card'))
  )
    throw badParameter('payment_method_types', 'The simulator accepts cards only.')
  if (params['capture_method'] === 'manual')
    throw badParameter('capture_method', 'The simulator captures immediately.')
  const confirm = params['confirm'] === 'true'
  if (!confirm && (params['payment_method'] !== undefined || params['payment_method_data'] !== undefined))
    throw badParameter('payment_method', 'The simulator accepts a card only together with confirm=true.')
  const id = newId('pi')
  const row = await one<IntentRow>(
    work.tx,
    `insert into simulator.intents (id, client_secret, amount, currency, description, metadata, receipt_email, automatic_methods, allowed_methods)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
    [
      id,
      newId(`${id}_secret`),
      amount,
      currency,
      textOf(params, 'description'),
      metadataOf(params),
      textOf(params, 'receipt_email'),
      params['automatic_payment_methods'] !== undefined,
      params['allowed_payment_method_types'] === undefined ? null : ['card'],
    ],
  )
  await work.emit('payment_intent.created', intentObject(row, work.baseUrl))
  return confirm ? tryCard(work, row, params) : intentResponse(row, work)
}

/**
 * POST /v1/payment_intents/:id. The amount can change until the intent is paid or canceled, the metadata at
 * any time.
 */
export async function updateIntent(work: Work, params: Params, id: string): Promise<ApiResponse> {
  refuseUnknown(params, ['amount', 'description', 'metadata', 'receipt_email'])
  const row = await lockIntent(work.tx, id)
  const amount = params['amount'] === undefined ? row.amount : readAmount(params)
  if (amount !== row.amount && !confirmable.includes(row.status)) return unexpectedState(row, 'update', work)
  const metadata = Object.entries({ ...row.metadata, ...metadataOf(params) }).filter(
    ([, value]) => value !== '',
  )
  const changed = await one<IntentRow>(
    work.tx,
    `update simulator.intents set amount = $2, metadata = $3, description = coalesce($4, description), receipt_email = coalesce($5, receipt_email)
     where id = $1 returning *`,
    [
      id,
      amount,
      Object.fromEntries(metadata),
      textOf(params, 'description'),
      textOf(params, 'receipt_email'),
    ],
  )
  return intentResponse(changed, work)
}

/**
 * POST /v1/payment_intents/:id/confirm. 402 when the card is declined; the intent can then be confirmed
 * again.
 */
export async function confirmIntent(work: Work, params: Params, id: string): Promise<ApiResponse> {
  refuseUnknown(params, confirmParams)
  const row = await lockIntent(work.tx, id)
  if (!confirmable.includes(row.status)) return unexpectedState(row, 'confirm', work)
  return tryCard(work, row, params)
}

/** POST /v1/payment_intents/:id/cancel. A paid or canceled intent is refused with its status. */
export async function cancelIntent(work: Work, params: Params, id: string): Promise<ApiResponse> {
  refuseUnknown(params, ['cancellation_reason'])
  const reason = textOf(params, 'cancellation_reason')
  const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']
  if (reason !== null && !reasons.includes(reason))
    throw badParameter(
      'cancellation_reason',
      `Invalid cancellation_reason: must be one of ${reasons.join(', ')}`,
    )
  const row = await lockIntent(work.tx, id)
  if (!confirmable.includes(row.status)) return unexpectedState(row, 'cancel', work)
  const canceled = await one<IntentRow>(
    work.tx,
    `update simulator.intents set status = 'canceled', canceled_at = $2, cancellation_reason = $3, challenge = null where id = $1 returning *`,
    [id, work.now, reason],
  )
  await work.emit('payment_intent.canceled', intentObject(canceled, work.baseUrl))
  return intentResponse(canceled, work)
}

/**
 * Finishes the 3-D Secure step with the customer's decision at the bank's page.
 * @returns the intent afterwards; null when this step is not open, or no longer.
 */
export async function finishChallenge(
  work: Work,
  id: string,
  challenge: string,
  passed: boolean,
): Promise<IntentRow | null> {
  const row = await lockIntent(work.tx, id)
  if (row.status !== 'requires_action' || row.challenge !== challenge || !row.payment_method) return null
  if (passed) return charge(work, row, row.payment_method)
  return fail(work, row, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    card: row.payment_method,
  })
}

/**
 * An intent by id.
 * @throws ApiError 404
 */
export async function findIntent(tx: pg.PoolClient, id: string): Promise<IntentRow> {
  const result = await tx.query<IntentRow>('select * from simulator.intents where id = $1', [id])
  if (!result.rows[0]) throw noSuch('payment_intent', id)
  return result.rows[0]
}

function intentResponse(row: IntentRow, work: Work): ApiResponse & { body: Stripe.PaymentIntent } {
  return { status: 200, body: intentObject(row, work.baseUrl) }
}

/** Locks the intent's row: confirm, cancel and the 3-D Secure page run one after another. */
async function lockIntent(tx: pg.PoolClient, id: string): Promise<IntentRow> {
  const result = await tx.query<IntentRow>('select * from simulator.intents where id = $1 for update', [id])
  if (!result.rows[0]) throw noSuch('payment_intent', id)
  return result.rows[0]
}

async function tryCard(work: Work, row: IntentRow, params: Params): Promise<ApiResponse> {
  const card = readCard(params, () => newId('pm'), work.now)
  const returnUrl = readReturnUrl(params)
  if (card.bank.kind === 'approve') return intentResponse(await charge(work, row, card.stored), work)
  if (card.bank.kind === 'challenge') {
    const waiting = await one<IntentRow>(
      work.tx,
      `update simulator.intents set status = 'requires_action', challenge = $2, payment_method = $3, return_url = $4, last_payment_error = null
       where id = $1 returning *`,
      [row.id, newId('payatt'), card.stored, returnUrl],
    )
    await work.emit('payment_intent.requires_action', intentObject(waiting, work.baseUrl))
    return intentResponse(waiting, work)
  }
  const { code, declineCode, message } = card.bank
  const chargeId = newId('ch')
  await work.tx.query(
    `insert into simulator.charges (id, intent_id, amount, currency, status, failure_code, failure_message, decline_code, payment_method)
     values ($1, $2, $3, $4, 'failed', $5, $6, $7, $8)`,
    [chargeId, row.id, row.amount, row.currency, code, message, declineCode, card.stored],
  )
  const failed = await fail(work, row, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message,
    charge: chargeId,
    card: card.stored,
  })
  const intent = intentObject(failed, work.baseUrl)
  const error = { ...(intent.last_payment_error as ErrorBody), payment_intent: intent }
  return { status: 402, body: { error } }
}

async function charge(work: Work, row: IntentRow, card: StoredCard): Promise<IntentRow> {
  const chargeId = newId('ch')
  await work.tx.query(
    `insert into simulator.charges (id, intent_id, amount, currency, status, payment_method, disputed) values ($1, $2, $3, $4, 'succeeded', $5, $6)`,
    [chargeId, row.id, row.amount, row.currency, card, disputesCharge(card)],
  )
  const paid = await one<IntentRow>(
    work.tx,
    `update simulator.intents set status = 'succeeded', payment_method = $2, latest_charge = $3, last_payment_error = null, challenge = null
     where id = $1 returning *`,
    [row.id, card, chargeId],
  )
  await work.emit('payment_intent.succeeded', intentObject(paid, work.baseUrl))
  if (disputesCharge(card))
    await work.emit('charge.dispute.created', {
      id: newId('du'),
      object: 'dispute',
      amount: row.amount,
      charge: chargeId,
      currency: row.currency,
      payment_intent: row.id,
      reason: 'fraudulent',
      status: 'needs_response',
    })
  return paid
}

async function fail(work: Work, row: IntentRow, error: LastError): Promise<IntentRow> {
  const failed = await one<IntentRow>(
    work.tx,
    `update simulator.intents set status = 'requires_payment_method', payment_method = null, last_payment_error = $2,
       latest_charge = coalesce($3, latest_charge), challenge = null
     where id = $1 returning *`,
    [row.id, error, error.charge ?? null],
  )
  await work.emit('payment_intent.payment_failed', intentObject(failed, work.baseUrl))
  return failed
}

function unexpectedState(row: IntentRow, verb: string, work: Work): ApiResponse {
  const message = `You cannot ${verb} this PaymentIntent because it has a status of ${row.status}. Only a PaymentIntent with one of the following statuses may be changed in this way: ${confirmable.join(', ')}.`
  const error: ErrorBody = { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message }
  return { status: 400, body: { error: { ...error, payment_intent: intentObject(row, work.baseUrl) } } }
}

function readAmount(params: Params): number {
  const amount = wholeNumberOf(params, 'amount')
  if (amount === null) throw badParameter('amount', 'Missing required param: amount.', 'parameter_missing')
  if (amount < 50) throw badParameter('amount', 'Amount must be at least $0.50 usd', 'amount_too_small')
  if (amount > 99_999_999)
    throw badParameter('amount', 'Amount must be no more than $999,999.99', 'amount_too_large')
  return amount
}

function readReturnUrl(params: Params): string | null {
  const text = textOf(params, 'return_url', 2000)
  if (text === null) return null
  const protocol = URL.parse(text)?.protocol
  if (protocol !== 'http:' && protocol !== 'https:')
    throw badParameter('return_url', 'Not a valid URL', 'url_invalid')
  return text
}

/** The one row that a statement must return. */
export async function one<Row extends pg.QueryResultRow>(
  tx: pg.PoolClient,
  sql: string,
  values: unknown[],
): Promise<Row> {
  const result = await tx.query<Row>(sql, values)
  if (!result.rows[0]) throw new ApiError(500, { type: 'api_error', message: 'The simulator lost a row.' })
  return result.rows[0]
}
