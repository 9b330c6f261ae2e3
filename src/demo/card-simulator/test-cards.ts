import { ApiError, badParameter } from './api-error.ts'
import { type Params, textOf } from './form-body.ts'

/** The bank's response to a card. */
type BankResponse =
  | { kind: 'approve' }
  | { kind: 'challenge' }
  | { kind: 'decline'; code: string; declineCode: string; message: string }

/** A test card: its stored data (never the number) and the bank's response. */
export type Card = {
  stored: StoredCard
  bank: BankResponse
}

export type StoredCard = {
  id: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  name: string | null
  email: string | null
  created: number
}

const approve: BankResponse = { kind: 'approve' }
const declined = (code: string, message: string, declineCode = code): BankResponse => ({
  kind: 'decline',
  code,
  declineCode,
  message,
})
const refused = (declineCode: string) => declined('card_declined', 'Your card was declined.', declineCode)

const testCards: ReadonlyMap<string, BankResponse> = new Map(
  Object.entries({
    '4242424242424242': approve,
    '4000056655665556': approve,
    '5555555555554444': approve,
    '2223003122003222': approve,
    '378282246310005': approve,
    '6011111111111117': approve,
    '4000000000000002': refused('generic_decline'),
    '4000000000009987': refused('lost_card'),
    '4000000000009979': refused('stolen_card'),
    '4000000000009995': declined('card_declined', 'Your card has insufficient funds.', 'insufficient_funds'),
    '4000000000000069': declined('expired_card', 'Your card has expired.'),
    '4000000000000127': declined('incorrect_cvc', "Your card's security code is incorrect."),
    '4000000000000119': declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
    '4000000000003220': { kind: 'challenge' },
    '4000000000007726': approve,
    '4000000000005126': approve,
    '4000000000000259': approve,
  }),
)

/** How a refund of this stored card continues: it stays pending for a while, or fails afterwards. */
export function refundBehavior({ last4 }: StoredCard): 'pends' | 'fails' | null {
  if (last4 === '7726') return 'pends'
  return last4 === '5126' ? 'fails' : null
}

/** Whether the cardholder disputes the charge at once. */
export function disputesCharge({ last4 }: StoredCard): boolean {
  return last4 === '0259'
}

/** Ready-made payment methods, for calls that cannot carry a card number. */
const readyMade: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pm_card_visa: '4242424242424242',
    pm_card_mastercard: '5555555555554444',
    pm_card_visa_chargeDeclined: '4000000000000002',
    pm_card_visa_chargeDeclinedLostCard: '4000000000009987',
    pm_card_visa_chargeDeclinedStolenCard: '4000000000009979',
    pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
    pm_card_chargeDeclinedExpiredCard: '4000000000000069',
    pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
    pm_card_chargeDeclinedProcessingError: '4000000000000119',
    pm_card_pendingRefund: '4000000000007726',
    pm_card_refundFail: '4000000000005126',
    pm_card_createDispute: '4000000000000259',
    pm_card_threeDSecure2Required: '4000000000003220',
  }),
)

/**
 * Reads `payment_method` or `payment_method_data[card]`.
 * @param now the time at which the card must not have expired.
 * @throws ApiError 402 for an impossible card, 400 when no card is given.
 */
export function readCard(params: Params, newId: () => string, now: Date): Card {
  const ready = textOf(params, 'payment_method')
  if (ready !== null) {
    const number = readyMade.get(ready)
    if (number === undefined)
      throw badParameter('payment_method', `No such PaymentMethod: '${ready}'`, 'resource_missing')
    return cardOf(
      { number, month: 12, year: now.getUTCFullYear() + 3, name: null, email: null },
      newId(),
      now,
    )
  }
  const data = params['payment_method_data']
  if (typeof data !== 'object')
    throw badParameter(
      'payment_method',
      'You cannot confirm this PaymentIntent because it\'s missing a payment method. Give "payment_method_data".',
      'parameter_missing',
    )
  if (data['type'] !== 'card')
    throw badParameter('payment_method_data[type]', 'Only cards are accepted: type must be "card".')
  const card = typeof data['card'] === 'object' ? data['card'] : {}
  const billing = typeof data['billing_details'] === 'object' ? data['billing_details'] : {}
  const number = (textOf(card, 'number', 100) ?? '').replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number))
    throw cardError('number', 'incorrect_number', 'Your card number is invalid.')
  const date = readDate(textOf(card, 'exp_month', 20) ?? '', textOf(card, 'exp_year', 20) ?? '', now)
  const cvc = card['cvc']
  if (cvc !== undefined && (typeof cvc !== 'string' || !/^\d{3,4}$/.test(cvc)))
    throw cardError('cvc', 'invalid_cvc', "Your card's security code is invalid.")
  return cardOf(
    { number, ...date, name: textOf(billing, 'name'), email: textOf(billing, 'email') },
    newId(),
    now,
  )
}

function cardOf(
  card: { number: string; month: number; year: number; name: string | null; email: string | null },
  id: string,
  now: Date,
): Card {
  const bank =
    testCards.get(card.number) ??
    declined(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'test_mode_live_card',
    )
  const stored = {
    id,
    brand: brandOf(card.number),
    last4: card.number.slice(-4),
    exp_month: card.month,
    exp_year: card.year,
    name: card.name,
    email: card.email,
    created: Math.floor(now.getTime() / 1_000),
  }
  return { stored, bank }
}

function readDate(monthText: string, yearText: string, now: Date): { month: number; year: number } {
  const month = /^\d{1,2}$/.test(monthText) ? Number(monthText) : 0
  if (month < 1 || month > 12)
    throw cardError('exp_month', 'invalid_expiry_month', "Your card's expiration month is invalid.")
  const year = /^\d{2}$/.test(yearText)
    ? 2000 + Number(yearText)
    : Number(/^\d{4}$/.test(yearText) ? yearText : 0)
  const thisYear = now.getUTCFullYear()
  if (year === 0 || year > thisYear + 50)
    throw cardError('exp_year', 'invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year < thisYear)
    throw cardError('exp_year', 'invalid_expiry_year', "Your card's expiration date is incorrect.")
  if (year === thisYear && month < now.getUTCMonth() + 1)
    throw cardError('exp_month', 'invalid_expiry_month', "Your card's expiration date is incorrect.")
  return { month, year }
}

function cardError(param: string, code: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}

function passesLuhn(number: string): boolean {
  let sum = 0
  for (const [place, digit] of number.split('').toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function brandOf(number: string): string {
  if (number.startsWith('4')) return 'visa'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^6(011|5)/.test(number)) return 'discover'
  return 'unknown'
}
