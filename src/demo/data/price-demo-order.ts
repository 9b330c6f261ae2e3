import { destinationOf } from '#domain/cart/destination.ts'
import { orderTotalCents } from '#domain/orders/order-total.ts'
import { PLAIN_FACTS } from '#domain/products/sale-facts.ts'
import { type CartPrice, type PricedLine, priceCart } from '#domain/sales/price-cart.ts'
import { DEFAULT_SALES_SETTINGS } from '#domain/sales/sales-settings.ts'
import { centsFromDollars } from '#domain/shared/money.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import { demoDelivery } from './demo-delivery.ts'
import type { DemoCheckout, DemoOrder } from './demo-order.ts'
import type { DemoProduct } from './demo-product.ts'
import { demoProducts } from './demo-products.ts'
import { demoSaleFacts } from './demo-sale-facts.ts'
import { demoTaxRegions } from './demo-tax-regions.ts'

/** What is charged for a demo order, in cents. */
export function demoTotalCents({ lines, checkout }: DemoOrder): number {
  if (checkout) return priceDemoCheckout(lines, checkout).totalCents
  const [line] = lines
  return line ? orderTotalCents(demoProduct(line.partNumber).priceCents, line.quantity) : 0
}

/**
 * What the parts of a demo purchase cost with the demo's delivery and tax. Its lines' `productId` are part
 * numbers.
 */
export function priceDemoCheckout(
  lines: DemoOrder['lines'],
  { method, address }: DemoCheckout,
): CartPrice & { methodId: string; deliveryName: string; deliveryCents: number } {
  const price = priceCart(lines.map(pricedLine), {
    delivery: demoDelivery,
    regions: demoTaxRegions,
    settings: DEFAULT_SALES_SETTINGS,
    destination: destinationOf(address),
    methodId: demoDelivery.methods.find(({ name }) => name === method)?.id ?? method,
    day: dayOf(new Date()),
  })
  const { methodId, deliveryName, deliveryCents } = price
  if (methodId === null || deliveryName === null || deliveryCents === null)
    throw new Error(`${method} does not deliver a demo purchase to ${address.region}`)
  return { ...price, methodId, deliveryName, deliveryCents }
}

/** @throws Error when the demo has no such part. */
export function demoProduct(partNumber: string): DemoProduct {
  const product = demoProducts.find((each) => each.partNumber === partNumber)
  if (!product) throw new Error(`The demo data name an unknown part: ${partNumber}`)
  return product
}

/** The deposit for the old part of a piece, in cents. */
export function demoCoreCents(partNumber: string): number {
  return centsFromDollars(demoSaleFacts(partNumber).coreDeposit ?? 0) ?? 0
}

function pricedLine({ partNumber, quantity }: DemoOrder['lines'][number]): PricedLine {
  const { name, priceCents } = demoProduct(partNumber)
  const { weightGrams, oversize, dangerous, taxed } = { ...PLAIN_FACTS, ...demoSaleFacts(partNumber) }
  return {
    productId: partNumber,
    name,
    quantity,
    unitCents: priceCents,
    coreUnitCents: demoCoreCents(partNumber),
    weightGrams,
    oversize,
    dangerous,
    taxed,
  }
}
