import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay } from '../../../tests/support/browser-payer.ts'
import { type RunningSimulator, runSimulator } from '../../../tests/support/running-simulator.ts'

let sim: RunningSimulator
beforeAll(async () => {
  sim = await runSimulator()
})
afterAll(() => sim.stop())

const newIntent = () => sim.stripe.paymentIntents.create({ amount: 4999, currency: 'usd' })

test('a good card pays the intent in full', async () => {
  const intent = await newIntent()
  expect(intent.status).toBe('requires_payment_method')
  const paid = await pay(sim.base, intent, '4242 4242 4242 4242')
  expect(paid).toMatchObject({ status: 200, intent: { id: intent.id, status: 'succeeded', amount: 4999 } })
  const read = await sim.stripe.paymentIntents.retrieve(intent.id)
  expect(read).toMatchObject({ status: 'succeeded', amount_received: 4999, currency: 'usd' })
  const charge = await sim.stripe.charges.retrieve(read.latest_charge as string)
  expect(charge).toMatchObject({ paid: true, amount: 4999, billing_details: { name: 'Ada Customer' } })
})

describe('a declined card gets a reason, and the same intent can be paid with another', () => {
  const declines = [
    ['4000 0000 0000 0002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000 0000 0000 9987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000 0000 0000 9979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000 0000 0000 0069', 'expired_card', 'expired_card', 'Your card has expired.'],
    ['4000 0000 0000 0127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
    [
      '4000 0000 0000 0119',
      'processing_error',
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ] as const
  test.each(declines)('%s', async (number, code, declineCode, message) => {
    const intent = await newIntent()
    const refused = await pay(sim.base, intent, number)
    expect(refused.status).toBe(402)
    expect(refused.error).toMatchObject({ type: 'card_error', code, decline_code: declineCode, message })
    expect(refused.error.payment_intent?.status).toBe('requires_payment_method')
    const read = await sim.stripe.paymentIntents.retrieve(intent.id)
    expect(read).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code, message } })
    expect((await pay(sim.base, intent, '4242424242424242')).intent.status).toBe('succeeded')
    const after = await sim.stripe.paymentIntents.retrieve(intent.id)
    expect(after).toMatchObject({ status: 'succeeded', last_payment_error: null })
  })
})

describe('a card that cannot exist is refused and leaves the intent as it was', () => {
  const lastYear = String(new Date().getUTCFullYear() - 1)
  const field = (name: string) => `payment_method_data[card][${name}]`
  const wrong = [
    ['a wrong check digit', '4242 4242 4242 4241', {}, 'number', 'Your card number is invalid.'],
    ['letters', 'four two', {}, 'number', 'Your card number is invalid.'],
    ['no number', '', {}, 'number', 'Your card number is invalid.'],
    [
      'month 13',
      '4242424242424242',
      { [field('exp_month')]: '13' },
      'exp_month',
      "Your card's expiration month is invalid.",
    ],
    [
      'no year',
      '4242424242424242',
      { [field('exp_year')]: null },
      'exp_year',
      "Your card's expiration year is invalid.",
    ],
    [
      'last year',
      '4242424242424242',
      { [field('exp_year')]: lastYear },
      'exp_year',
      "Your card's expiration date is incorrect.",
    ],
    [
      'a code of two digits',
      '4242424242424242',
      { [field('cvc')]: '12' },
      'cvc',
      "Your card's security code is invalid.",
    ],
  ] as const
  test.each(wrong)('%s', async (_what, number, extra, param, message) => {
    const intent = await newIntent()
    const refused = await pay(sim.base, intent, number, extra)
    expect(refused).toMatchObject({ status: 402, error: { type: 'card_error', param, message } })
    const read = await sim.stripe.paymentIntents.retrieve(intent.id)
    expect(read).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: null,
      latest_charge: null,
    })
  })
})

test("a real person's card is declined, and no card number is ever stored", async () => {
  const intent = await newIntent()
  const refused = await pay(sim.base, intent, '4539 5787 6362 1486')
  expect(refused.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' })
  const stored = await sim.pool.query<{ dump: string }>(
    `select (select coalesce(json_agg(i), '[]') from simulator.intents i)::text || (select coalesce(json_agg(c), '[]') from simulator.charges c)::text ||
            (select coalesce(json_agg(e), '[]') from simulator.events e)::text || (select coalesce(json_agg(a), '[]') from simulator.answers a)::text as dump`,
  )
  expect(stored.rows[0]?.dump).toContain(intent.id)
  expect(stored.rows[0]?.dump).not.toMatch(/4539578763621486|4242424242424242|4539 5787/)
})
