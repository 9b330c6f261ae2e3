import { expect, test } from 'vitest'
import { declineAdvice } from './decline-advice.ts'

test.each([
  ['incorrect_cvc', /^Check the number, the expiry date and the CVC/],
  ['invalid_expiry_year', /^Check the number, the expiry date and the CVC/],
  ['expired_card', /^Check the expiry date, or try another card/],
  ['insufficient_funds', /^Try another card, or call your bank about its balance/],
  ['processing_error', /^Press Pay again in a minute/],
  ['payment_intent_authentication_failure', /^Press Pay again and confirm/],
  // What the bank does not say, and what it would not say to a thief.
  ['generic_decline', /^Try another card, or call your bank: the number/],
  ['stolen_card', /^Try another card, or call your bank: the number/],
  ['a_code_of_tomorrow', /^Try another card, or call your bank: the number/],
  [undefined, /^Check the details, or try another card\.$/],
])('%s: what to do', (code, advice) => {
  expect(declineAdvice(code)).toMatch(advice)
})
