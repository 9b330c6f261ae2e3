import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  creditOfCancellation,
  creditOfRefund,
  creditOfReturn,
  type InvoicedLine,
  leftOf,
  piecesLeft,
  worth,
} from './credit.ts'
import { invoiceLines } from './invoice-lines.ts'
import type { IssuedLine } from './issued-line.ts'

/** A ledger that credit notes change, as the database does. */
type Ledger = { lines: InvoicedLine[]; leftCents: number }

const cameBack = (parts: number, cores: number) => [
  { orderId: 'o', core: false, received: parts },
  { orderId: 'o', core: true, received: cores },
]
const cents = (max: number) => fc.integer({ min: 0, max })
/** A purchase of one part with its deposit and its delivery, each with any tax. */
const purchases = fc.record({
  quantity: fc.integer({ min: 1, max: 12 }),
  unitCents: fc.integer({ min: 1, max: 40_000 }),
  coreUnitCents: fc.integer({ min: 1, max: 9_000 }),
  partTax: cents(30_000),
  coreTax: cents(5_000),
  delivery: cents(3_000),
  deliveryTax: cents(300),
  taxContained: fc.boolean(),
  taxIsRefunded: fc.boolean(),
})
type Bought = typeof purchases extends fc.Arbitrary<infer T> ? T : never
/** What happens to it, in any order; counts are cut to what is left. */
const events = fc.array(
  fc.record({
    kind: fc.constantFrom('cancel', 'refund', 'return', 'core', 'both', 'keep', 'delivery'),
    count: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 12 },
)

function ledgerOf(bought: Bought): Ledger {
  const { quantity, unitCents, coreUnitCents, taxContained } = bought
  // A contained tax is a part of its price.
  const within = (tax: number, price: number) => (taxContained ? Math.min(tax, price) : tax)
  const coreTaxCents = within(bought.coreTax, coreUnitCents * quantity)
  const lines = invoiceLines(
    {
      taxContained,
      deliveryName: 'Ground',
      deliveryCents: bought.delivery,
      deliveryTaxCents: within(bought.deliveryTax, bought.delivery),
    },
    [
      {
        orderId: 'o',
        name: 'Alternator',
        partNumber: '',
        quantity,
        unit: 'piece',
        totalCents: unitCents * quantity,
        coreUnitCents,
        taxCents: within(bought.partTax, unitCents * quantity) + coreTaxCents,
        coreTaxCents,
        ratePpm: 62_500,
        regionId: null,
      },
    ],
  ).map((line, at) => ({
    ...line,
    id: String(at),
    credited: { quantity: 0, netCents: 0, taxCents: 0 },
    taxStays: line.kind === 'core' && !taxContained && !bought.taxIsRefunded,
  }))
  return { lines, leftCents: -worth(lines) }
}

const lineOf = ({ lines }: Ledger, kind: InvoicedLine['kind']): InvoicedLine => {
  const line = lines.find((one) => one.kind === kind)
  if (!line) throw new Error(`no ${kind}`)
  return line
}

function credit(ledger: Ledger, credits: readonly IssuedLine[]): void {
  for (const { reverses, quantity, netCents, taxCents } of credits) {
    expect(Math.max(netCents, taxCents)).toBeLessThanOrEqual(0)
    const line = ledger.lines.find(({ id }) => id === reverses)
    if (!line) throw new Error('a credit beyond the invoice')
    line.credited = {
      quantity: line.credited.quantity + (line.quantity === null ? 0 : (quantity ?? 0)),
      netCents: line.credited.netCents - netCents,
      taxCents: line.credited.taxCents - taxCents,
    }
    expect(line.credited.netCents).toBeLessThanOrEqual(line.netCents)
    expect(line.credited.taxCents).toBeLessThanOrEqual(line.taxCents)
  }
  ledger.leftCents -= worth(credits)
  expect(ledger.leftCents).toBeGreaterThanOrEqual(0)
}

test('whatever is canceled, refunded, returned and kept, in any steps, all of it is exactly the invoice', () => {
  fc.assert(
    fc.property(purchases, events, (bought, happened) => {
      const ledger = ledgerOf(bought)
      const total = ledger.leftCents
      const [part, core, delivery] = [
        lineOf(ledger, 'part'),
        lineOf(ledger, 'core'),
        lineOf(ledger, 'delivery'),
      ]
      let alone = 0
      const sendBack = (parts: number, cores: number) => {
        const taxBefore = core.credited
        const credits = creditOfReturn(ledger, cameBack(parts, cores))
        credit(ledger, credits)
        // M6: the deposit of a core alone is what was paid for it, without its tax where that stays.
        const byItself = credits.filter(
          ({ kind, ratePpm }) => kind === 'core' && ratePpm === null && core.ratePpm !== null,
        )
        for (const { quantity, netCents, taxCents } of byItself) {
          expect([-netCents, taxCents]).toEqual([bought.coreUnitCents * (quantity ?? 0), 0])
          alone += quantity ?? 0
        }
        if (parts === 0 && cores > 0 && credits.length > 0 && !core.taxStays && bought.taxContained)
          expect(worth(credits)).toBe(bought.coreUnitCents * (core.credited.quantity - taxBefore.quantity))
      }
      for (const { kind, count } of [...happened, { kind: 'both', count: 12 } as const]) {
        const parts = Math.min(count, piecesLeft(part))
        const cores = Math.min(count, piecesLeft(core))
        const pieces = new Map([['o', parts]])
        if (kind === 'cancel' && parts > 0) credit(ledger, creditOfCancellation(ledger, pieces, false))
        if (kind === 'refund' && parts > 0) {
          const given = creditOfRefund(ledger, { pieces, deliveryCents: 0, goodwillCents: 0 })
          if ('of' in given) throw new Error('too much')
          credit(ledger, given.credit)
        }
        if (kind === 'delivery' && leftOf(delivery) > 0) {
          const deliveryCents = Math.min(count * 100, leftOf(delivery))
          const given = creditOfRefund(ledger, { pieces: new Map(), deliveryCents, goodwillCents: 0 })
          if ('of' in given) throw new Error('too much')
          credit(ledger, given.credit)
        }
        if (kind === 'return') sendBack(parts, 0)
        if (kind === 'core') sendBack(0, cores)
        if (kind === 'both') sendBack(parts, cores)
        if (kind === 'keep') {
          core.kept = (core.kept ?? 0) + Math.min(1, cores)
        }
      }
      expect([piecesLeft(part), piecesLeft(core), leftOf(part)]).toEqual([0, 0, 0])
      const taxThatStays = core.taxCents - core.credited.taxCents
      const kept = core.kept ?? 0
      // What stays: the delivery, deposits that were kept, and the tax of cores that came back alone.
      expect(ledger.leftCents).toBe(leftOf(delivery) + leftOf(core))
      expect(total).toBeGreaterThanOrEqual(ledger.leftCents)
      if (kept === 0) expect(leftOf(core)).toBe(taxThatStays)
      if (kept === 0 && alone === 0) expect(leftOf(core)).toBe(0)
      if (kept === 0 && core.quantity === alone) expect(taxThatStays).toBe(core.taxCents)
    }),
    { numRuns: 2_000 },
  )
})

test('a refund of all that is left before a return leaves nothing for it', () => {
  const ledger = ledgerOf({
    quantity: 2,
    unitCents: 1_000,
    coreUnitCents: 500,
    partTax: 125,
    coreTax: 0,
    delivery: 0,
    deliveryTax: 0,
    taxContained: false,
    taxIsRefunded: false,
  })
  ledger.leftCents = 700
  const credits = creditOfReturn(ledger, cameBack(2, 0))
  expect(worth(credits)).toBe(700)
  expect(credits.at(-1)).toMatchObject({ kind: 'goodwill', netCents: 2_425, words: 'Given back before' })
  ledger.leftCents = -1
  expect(worth(creditOfReturn(ledger, cameBack(1, 1)))).toBe(0)
})
