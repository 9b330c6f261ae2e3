import { PIECE } from '../products/unit.ts'
import { share } from '../sales/share.ts'
import { sum } from '../shared/money.ts'
import type { IssuedLine } from './issued-line.ts'

/** What an invoice says of a purchase beyond its orders. Amounts in cents. */
export type InvoicedPurchase = {
  /** Whether all amounts have the tax in them; otherwise it is added. */
  taxContained: boolean
  /** Null for an order that was placed alone: its delivery is in its price. */
  deliveryName: string | null
  deliveryCents: number
  deliveryTaxCents: number
}

/** One order of a purchase. Amounts in cents. */
export type InvoicedOrder = {
  orderId: string
  name: string
  /** '' for a part without one. */
  partNumber: string
  quantity: number
  unit: string
  totalCents: number
  coreUnitCents: number
  /** Of the part and its deposit. */
  taxCents: number
  coreTaxCents: number
  ratePpm: number | null
  regionId: string | null
}

/**
 * The lines of the invoice of a purchase: each part, followed by its deposit, and the delivery. They add up
 * to what was paid, and their taxes to its tax, since neither is computed here: net and tax are only taken
 * apart. The delivery of parts of which only some are taxed has two lines: a line's tax is that of its net.
 */
export function invoiceLines(purchase: InvoicedPurchase, orders: readonly InvoicedOrder[]): IssuedLine[] {
  const apart = (cents: number, taxCents: number) => ({
    netCents: purchase.taxContained ? cents - taxCents : cents,
    taxCents,
  })
  const lines = orders.flatMap((order): IssuedLine[] => {
    const { orderId, quantity, ratePpm, regionId, coreTaxCents } = order
    const line = { orderId, quantity, ratePpm, regionId }
    const words = wordsOf(order)
    const part: IssuedLine = {
      ...line,
      kind: 'part',
      words,
      ...apart(order.totalCents, order.taxCents - coreTaxCents),
    }
    if (order.coreUnitCents === 0) return [part]
    const core: IssuedLine = {
      ...line,
      kind: 'core',
      words: `Core deposit: ${words}`,
      ...apart(order.coreUnitCents * quantity, coreTaxCents),
      ...(coreTaxCents === 0 && { ratePpm: null, regionId: null }),
    }
    return [part, core]
  })
  if (purchase.deliveryName === null && purchase.deliveryCents === 0) return lines
  // One region taxes the whole purchase.
  const taxed = purchase.deliveryTaxCents === 0 ? undefined : orders.find(({ ratePpm }) => ratePpm !== null)
  const delivery: IssuedLine = {
    orderId: null,
    kind: 'delivery',
    words: purchase.deliveryName === null ? 'Delivery' : `Delivery: ${purchase.deliveryName}`,
    quantity: null,
    ...apart(purchase.deliveryCents, purchase.deliveryTaxCents),
    ratePpm: taxed?.ratePpm ?? null,
    regionId: taxed?.regionId ?? null,
  }
  const untaxedCents = taxed ? purchase.deliveryCents - taxedDelivery(purchase, orders) : 0
  if (untaxedCents === 0) return [...lines, delivery]
  const words = `${delivery.words}, for untaxed parts`
  const untaxed = { ...delivery, words, netCents: untaxedCents, taxCents: 0, ratePpm: null, regionId: null }
  return [...lines, { ...delivery, netCents: delivery.netCents - untaxedCents }, untaxed]
}

/** The part of the delivery that was taxed, in cents: that of the taxed parts, as cartTax has it. */
function taxedDelivery({ deliveryCents }: InvoicedPurchase, orders: readonly InvoicedOrder[]): number {
  const partsCents = (some: readonly InvoicedOrder[]) => sum(some.map(({ totalCents }) => totalCents))
  return share(
    deliveryCents,
    partsCents(orders.filter(({ ratePpm }) => ratePpm !== null)),
    partsCents(orders),
  )
}

/** "Ceramic Brake Pads, BP-4410 (set of 4)" */
function wordsOf({ name, partNumber, unit }: InvoicedOrder): string {
  return `${name}${partNumber && `, ${partNumber}`}${unit === PIECE ? '' : ` (${unit})`}`
}
