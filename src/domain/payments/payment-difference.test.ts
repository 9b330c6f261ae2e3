import { expect, test } from 'vitest'
import { compareCharge } from './payment-difference.ts'
import type { ProviderCharge } from './payment-provider.ts'

function charge(
  capturedCents: number,
  refundedCents = 0,
  orderId: string | null = 'o',
  currency = 'usd',
  disputed = false,
) {
  const intent = {
    id: 'pi_1',
    clientSecret: 's',
    amountCents: 500,
    currency,
    orderId,
    paymentId: null,
    storeId: null,
    declined: false,
    refundedCents,
  }
  return {
    intent: { ...intent, state: 'succeeded' },
    capturedCents,
    refundedCents,
    disputed,
  } satisfies ProviderCharge
}
const ours = (state: string, { refund = undefined as string | undefined, refundedCents = 0 } = {}) => ({
  payment: { state, amount_cents: 500 },
  refund,
  order: state === 'succeeded' ? { refunded_cents: refundedCents, disputed: false } : undefined,
  owner: 'ours' as const,
})
const nothing = (owner: 'ours' | 'foreign' | 'unclear') => ({
  payment: undefined,
  refund: undefined,
  order: undefined,
  owner,
})

test.each([
  ['charged and paid', charge(500), ours('succeeded'), 'agrees'],
  ['declined and open', charge(0), ours('live'), 'agrees'],
  ['charged, and not recorded', charge(500), ours('live'), 'settle'],
  ['charged after it was canceled here', charge(500), ours('canceled'), 'settle'],
  ['paid here, unknown there', null, ours('succeeded'), 'not_charged'],
  ['paid here, only declined there', charge(0), ours('succeeded'), 'not_charged'],
  ['paid here, refunded there', charge(500, 500), ours('succeeded'), 'record_refunds'],
  ['paid here, refunded in part', charge(500, 1), ours('succeeded'), 'record_refunds'],
  [
    'refunded on both sides, as far as paid',
    charge(500, 500),
    ours('succeeded', { refundedCents: 500 }),
    'agrees',
  ],
  ['refunded here, failed there', charge(500), ours('succeeded', { refundedCents: 500 }), 'record_refunds'],
  ['disputed there only', charge(500, 0, 'o', 'usd', true), ours('succeeded'), 'record_refunds'],
  ['charged another amount', charge(499), ours('succeeded'), 'amount'],
  ['charged in another currency', charge(500, 0, 'o', 'eur'), ours('succeeded'), 'amount'],
  ['refund due', charge(500), ours('unneeded', { refund: 'due' }), 'agrees'],
  ['refunded there, due here', charge(500, 500), ours('unneeded', { refund: 'due' }), 'record_refunds'],
  ['not refunded, and known to have failed', charge(500), ours('unneeded', { refund: 'failed' }), 'agrees'],
  ['refunded on both sides', charge(500, 500), ours('unneeded', { refund: 'done' }), 'agrees'],
  ['refunded here only', charge(500), ours('unneeded', { refund: 'done' }), 'record_refunds'],
  ['of another store on the same account', charge(500, 0, null), nothing('foreign'), 'agrees'],
  ['of this store, but unknown', charge(500), nothing('ours'), 'settle'],
  ['for an unknown order, without a store', charge(500), nothing('unclear'), 'unknown_charge'],
  ['unknown, but refunded', charge(500, 500), nothing('ours'), 'agrees'],
] as const)('a payment that is %s', (_, theirs, side, verdict) => {
  expect(compareCharge(theirs, side)).toBe(verdict)
})
