/** Codes of Stripe about what was typed. */
const DETAILS = [
  'incorrect_number',
  'invalid_number',
  'incorrect_cvc',
  'invalid_cvc',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'incorrect_zip',
  'incorrect_address',
]

/** Codes of what may work a moment later with the same card. */
const PASSING = ['processing_error', 'try_again_later', 'reenter_transaction', 'issuer_not_available']

/** Codes of a proof to the bank, such as 3-D Secure, that was missing or failed. */
const PROOF = ['authentication_required', 'payment_intent_authentication_failure']

/**
 * What to do about a card that was refused.
 * @param code Stripe's `decline_code`, the bank's reason, or without one the error's `code`. Banks give no
 *   reason for most refusals, and none to be told to who holds a stolen card.
 */
export function declineAdvice(code: string | undefined): string {
  if (code === undefined) return 'Check the details, or try another card.'
  if (DETAILS.includes(code)) return 'Check the number, the expiry date and the CVC, and press Pay again.'
  if (code === 'expired_card') return 'Check the expiry date, or try another card.'
  if (PASSING.includes(code)) return 'Press Pay again in a minute, or try another card.'
  if (PROOF.includes(code))
    return 'Press Pay again and confirm the payment at your bank, or try another card.'
  if (code === 'insufficient_funds') return 'Try another card, or call your bank about its balance or limit.'
  return 'Try another card, or call your bank: the number is on the back of the card.'
}
