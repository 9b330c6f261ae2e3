import fc from 'fast-check'
import { expect, test } from 'vitest'
import { share } from '../sales/share.ts'
import { sum } from '../shared/money.ts'
import { type InvoicedOrder, invoiceLines } from './invoice-lines.ts'

const order: InvoicedOrder = {
  orderId: 'a',
  name: 'Alternator',
  partNumber: '',
  quantity: 2,
  unit: 'piece',
  totalCents: 10_000,
  coreUnitCents: 0,
  taxCents: 0,
  coreTaxCents: 0,
  ratePpm: null,
  regionId: null,
}
const plain = { taxContained: true, deliveryName: null, deliveryCents: 0, deliveryTaxCents: 0 }

test('an order that was placed alone has one line', () => {
  expect(invoiceLines(plain, [order])).toEqual([
    {
      orderId: 'a',
      kind: 'part',
      words: 'Alternator',
      quantity: 2,
      netCents: 10_000,
      taxCents: 0,
      ratePpm: null,
      regionId: null,
    },
  ])
})

test('a deposit that is not taxed has no rate', () => {
  const taxed = { ...order, coreUnitCents: 1500, taxCents: 700, ratePpm: 70_000, regionId: 'r' }
  expect(invoiceLines({ ...plain, taxContained: false }, [taxed])).toMatchObject([
    { kind: 'part', netCents: 10_000, taxCents: 700, ratePpm: 70_000, regionId: 'r' },
    { kind: 'core', netCents: 3000, taxCents: 0, ratePpm: null, regionId: null },
  ])
})

test('a free delivery has a line, and the delivery of a price that contains it has none', () => {
  const free = invoiceLines({ ...plain, deliveryName: 'Ground' }, [order])
  expect(free).toMatchObject([{ kind: 'part' }, { kind: 'delivery', words: 'Delivery: Ground', netCents: 0 }])
})

test.each([
  // $50 taxed, $50 not, $10 of delivery, 10 %.
  ['added', false, 50, [500, 50, 500]],
  // 5.00 − 5.00 / 1.1 = 0.4545…
  ['contained', true, 45, [455, 45, 500]],
])(
  'the delivery of parts of which some are not taxed has a line with its %s tax and one without',
  (_, taxContained, deliveryTaxCents, cents) => {
    const taxed = { ...order, totalCents: 5000, taxCents: 500, ratePpm: 100_000, regionId: 'r' }
    const delivery = { deliveryName: 'Ground', deliveryCents: 1000, deliveryTaxCents }
    const lines = invoiceLines({ taxContained, ...delivery }, [taxed, { ...order, totalCents: 5000 }])
    const [net, tax, untaxed] = cents
    expect(lines.slice(2)).toMatchObject([
      {
        kind: 'delivery',
        words: 'Delivery: Ground',
        netCents: net,
        taxCents: tax,
        ratePpm: 100_000,
        regionId: 'r',
      },
      {
        kind: 'delivery',
        words: 'Delivery: Ground, for untaxed parts',
        netCents: untaxed,
        taxCents: 0,
        ratePpm: null,
        regionId: null,
      },
    ])
    expect(invoiceLines({ taxContained, ...delivery, deliveryTaxCents: 0 }, [taxed, order])).toHaveLength(3)
  },
)

test('the lines add up to what is paid, and their taxes to its tax', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 })
  const anOrder = fc.record({
    totalCents: cents,
    quantity: fc.integer({ min: 1, max: 50 }),
    coreUnitCents: cents,
    share: cents,
    taxed: fc.boolean(),
  })
  fc.assert(
    fc.property(
      fc.boolean(),
      cents,
      cents,
      fc.array(anOrder, { minLength: 1, maxLength: 6 }),
      (taxContained, deliveryCents, most, drawn) => {
        const orders = drawn.map(({ share, taxed, ...one }): InvoicedOrder => {
          if (!taxed) return { ...order, ...one }
          const coreTaxCents = Math.min(share, one.coreUnitCents * one.quantity)
          return {
            ...order,
            ...one,
            coreTaxCents,
            taxCents: coreTaxCents + Math.min(share, one.totalCents),
            ratePpm: 70_000,
          }
        })
        // Of the taxed parts, as cartTax has it; without a price they have none of it.
        const partsCents = sum(orders.map(({ totalCents }) => totalCents))
        const taxedCents = sum(orders.map(({ totalCents, ratePpm }) => (ratePpm === null ? 0 : totalCents)))
        const deliveryTaxCents =
          partsCents === 0 ? 0 : Math.min(most, share(deliveryCents, taxedCents, partsCents))
        const lines = invoiceLines(
          { taxContained, deliveryName: null, deliveryCents, deliveryTaxCents },
          orders,
        )
        const tax = sum(orders.map(({ taxCents }) => taxCents)) + deliveryTaxCents
        const bare =
          sum(orders.map((one) => one.totalCents + one.coreUnitCents * one.quantity)) + deliveryCents
        expect(sum(lines.map(({ taxCents }) => taxCents))).toBe(tax)
        expect(sum(lines.map(({ netCents, taxCents }) => netCents + taxCents))).toBe(
          bare + (taxContained ? 0 : tax),
        )
        expect(lines.every(({ netCents }) => netCents >= 0)).toBe(true)
      },
    ),
  )
})
