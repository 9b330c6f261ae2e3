import { expect, test } from 'vitest'
import { readError, readIntent } from './simulator-api.ts'

test('a payment that already succeeded is recognized when it is confirmed again', () => {
  const intent = { id: 'pi_1', status: 'succeeded' }
  const paid = { kind: 'succeeded', transactionId: 'pi_1' }
  expect(readIntent(intent)).toEqual(paid)
  expect(
    readError({ code: 'payment_intent_unexpected_state', message: 'x', payment_intent: intent }),
  ).toEqual(paid)
})

test('a declined card shows the provider’s message and the bank’s reason', () => {
  const error = {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card was declined.',
    payment_intent: { id: 'pi_1', status: 'requires_payment_method' },
  }
  expect(readError(error)).toEqual({
    kind: 'refused',
    problem: { message: 'Your card was declined.', code: 'insufficient_funds', field: null },
  })
})

test.each([
  ['number', 'number'],
  ['exp_year', 'expiry'],
  ['cvc', 'cvc'],
])('an error about %s is at the field %s', (param, field) => {
  expect(readError({ message: 'Wrong.', param, code: 'x' })).toEqual({
    kind: 'refused',
    problem: { message: 'Wrong.', code: 'x', field },
  })
})

test('3-D Secure returns the bank’s page, and a failed challenge says why', () => {
  const url = '/3ds/pi_1'
  const waiting = { status: 'requires_action', next_action: { use_stripe_sdk: { stripe_js: url } } }
  expect(readIntent(waiting)).toEqual({ kind: 'challenge', url })
  const failed = {
    status: 'requires_payment_method',
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message: 'We are unable to authenticate your payment method.',
    },
  }
  expect(readIntent(failed)).toEqual({
    kind: 'open',
    problem: {
      message: 'We are unable to authenticate your payment method.',
      code: 'payment_intent_authentication_failure',
      field: null,
    },
  })
})
