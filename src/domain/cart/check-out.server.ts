import { randomUUID } from 'node:crypto'
import type { Database } from '#db/connection.ts'
import { LOG_IN_FIRST, type Viewer } from '../accounts/viewer.ts'
import { type AddressInput, formatAddress } from '../addresses/address.ts'
import { readDelivery } from '../delivery/read-delivery.server.ts'
import { insertPurchase, purchaseLine } from '../orders/insert-purchase.server.ts'
import { lockOrderFacts, type SoldProduct } from '../orders/lock-order-facts.server.ts'
import type { OrderFit } from '../orders/order.ts'
import { type Placed, placeOnce } from '../orders/place-once.server.ts'
import { type CartPrice, priceCart } from '../sales/price-cart.ts'
import { stockTag } from '../shared/cache-tags.ts'
import { findStoredResponse, type IdempotencyKey } from '../shared/idempotency.server.ts'
import { centsFromDollars, dollarsFromCents } from '../shared/money.ts'
import { formatOrderNumber } from '../shared/order-number.ts'
import { ok, type Outcome, refused } from '../shared/outcome.ts'
import { today } from '../shared/today.server.ts'
import type { Shop } from '../shop.ts'
import type { CheckedOut, CheckoutInput } from './checkout.ts'
import { destinationOf } from './destination.ts'
import { judgeCheckout } from './judge-checkout.server.ts'
import type { StoredLine } from './merge-lines.ts'
import { pricedLines } from './pricing-facts.server.ts'
import { deliveryProblems, requireAddress } from './quote-cart.server.ts'
import { showCartLines } from './show-cart-lines.server.ts'
import { showPrice } from './show-quote.ts'
import { deleteCart, lockExistingCart, readCart, type StoredCart } from './stored-cart.server.ts'

type CheckoutShop = Pick<
  Shop,
  'db' | 'rules' | 'jobs' | 'vehicles' | 'content' | 'checkoutBulkhead' | 'counters' | 'publishChange'
>

/**
 * Orders everything in the viewer's own cart: one purchase, held until it is paid, in one transaction. What
 * the customer was shown (`revision`, `expectedTotal`) is what is stored, or nothing is. Access: signed-in
 * customers; the transaction checks their token again. Lock order: cart, products by id, account.
 * Refusals: not_found and invalid_input for the address; cart_empty; cart_changed, with the cart's purchase
 * when it has been ordered, or with a quote when the total differs; those of judgeCheckout.
 * @throws OverloadedError when too many checkouts wait.
 */
export async function checkOut(
  shop: CheckoutShop,
  viewer: Viewer,
  input: CheckoutInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<CheckedOut>> {
  // Before anything that may have changed since, such as the address book.
  const earlier = idempotencyKey && (await findStoredResponse<CheckedOut>(shop, viewer, idempotencyKey))
  if (earlier) return earlier
  const address = input.address ? ok(input.address) : await requireAddress(shop, viewer, input.addressId)
  if (!address.ok) return address
  const fits = await bestFits(shop, await readCart(shop.db, viewer.id))
  const day = await today(shop)
  const asked = { viewer, input, address: address.value, fits, day }
  // Most wait in the queue while a part is locked.
  const inQueue = (run: () => Promise<Outcome<CheckedOut>>) => shop.checkoutBulkhead('', run)
  return placeOnce(shop, viewer, idempotencyKey, inQueue, (trx) => placeCart(trx, shop, asked))
}

/** The best verdict on each part of a cart that its cars have, by product id. */
export async function bestFits(
  shop: Pick<Shop, 'db' | 'vehicles'>,
  { lines: stored, cars }: { lines: readonly StoredLine[]; cars: StoredCart['cars'] },
): Promise<Map<string, OrderFit>> {
  if (cars.length === 0) return new Map()
  const { lines } = await showCartLines(shop, stored, cars)
  return new Map(
    lines.flatMap(({ productId, fits: [best] }): [string, OrderFit][] =>
      best ? [[productId, { vehicle: best.vehicle, verdict: best.verdict, reason: best.reason }]] : [],
    ),
  )
}

type Asked = {
  viewer: Viewer
  input: CheckoutInput
  address: AddressInput
  fits: ReadonlyMap<string, OrderFit>
  /** Of the store. */
  day: string
}

async function placeCart(
  trx: Database,
  shop: CheckoutShop,
  { viewer, input, address, fits, day }: Asked,
): Promise<Outcome<Placed<CheckedOut>>> {
  const cart = await lockExistingCart(trx, viewer.id)
  const stale = await refuseStale(trx, shop, { viewer, cart, revision: input.revision })
  if (stale) return stale
  const productIds = cart.lines.map(({ productId }) => productId)
  const { tokenHash } = viewer
  const { sold, customer, ...read } = await lockOrderFacts(trx, shop.rules, { productIds, tokenHash, day })
  if (!customer) return refused('unauthenticated', LOG_IN_FIRST)
  const facts = { ...read, day, delivery: (await readDelivery(trx)).table }
  const destination = destinationOf(address)
  const lines = pricedLines(cart.lines, sold)
  const price = priceCart(lines, { ...facts, destination, methodId: input.methodId })
  const [obstacle] = deliveryProblems(facts, lines, destination)
  const judged = judgeCheckout(
    {
      lines: cart.lines,
      sold,
      customer,
      price,
      methodId: input.methodId,
      expectedCents: centsFromDollars(input.expectedTotal),
      undeliverable: obstacle?.message ?? null,
    },
    shop.rules,
  )
  if (judged) return withQuote(judged, price)
  const purchase = purchaseOf({ cart, sold, price, fits })
  const number = await insertPurchase(trx, shop, {
    ...purchase,
    customer,
    cartRevision: cart.revision,
    coreDays: price.coreCents > 0 ? facts.settings.coreDays : null,
    phone: input.phone ?? address.phone,
    address: printedFor(customer, address),
    shipTo: address,
    audit: { after: { totalCents: price.totalCents, parts: purchase.lines.length } },
  })
  await deleteCart(trx, viewer.id)
  const insertedIds = purchase.lines.map(({ orderId }) => orderId)
  const [purchaseId = ''] = insertedIds
  return ok({
    answer: { purchaseId, number, insertedIds, total: dollarsFromCents(price.totalCents) },
    changes: purchase.lines.map(({ productId, quantity }) => {
      const { available = 0, minOrder = 1 } = sold.find(({ id }) => id === productId) ?? {}
      return stockTag(productId, { available: available - quantity, minOrder }, -quantity)
    }),
  })
}

/** The address as it is printed below the customer's name: without a recipient of the same name. */
export function printedFor({ name }: { name: string }, address: AddressInput): string {
  const [recipient = '', ...lines] = formatAddress(address).split('\n')
  return recipient.toLowerCase() === name.trim().toLowerCase()
    ? lines.join('\n')
    : [recipient, ...lines].join('\n')
}

/** The refusal for a cart that is empty, or is not the one on the customer's screen; null when it is. */
async function refuseStale(
  trx: Database,
  { rules }: CheckoutShop,
  { viewer, cart, revision }: { viewer: Viewer; cart: StoredCart; revision: number },
): Promise<Outcome<never> | null> {
  if (cart.lines.length > 0 && cart.revision === revision) return null
  const placed = await trx
    .selectFrom('purchases')
    .innerJoin('orders', 'orders.id', 'purchases.id')
    .select(['purchases.id', 'purchases.number'])
    .where('cart_revision', '=', String(revision))
    .where('account_id', '=', viewer.id)
    .where('orders.deleted_at', 'is', null)
    .executeTakeFirst()
  if (placed)
    return refused(
      'cart_changed',
      `You placed this order a moment ago: ${formatOrderNumber(placed.number, rules.orderPrefix)}.`,
      { purchaseId: placed.id },
    )
  return cart.lines.length === 0
    ? refused('cart_empty', 'Your cart is empty.')
    : refused('cart_changed', 'Your cart has changed in another tab or on another device. Look at it again.')
}

function withQuote(judged: Outcome<never>, price: CartPrice): Outcome<never> {
  if (judged.ok || judged.refusal.code !== 'cart_changed') return judged
  return { ok: false, refusal: { ...judged.refusal, quote: showPrice(price) } }
}

/** What is stored of a cart that its rules allow. */
function purchaseOf({
  cart,
  sold,
  price,
  fits,
}: {
  cart: StoredCart
  sold: readonly SoldProduct[]
  price: CartPrice
  fits: ReadonlyMap<string, OrderFit>
}) {
  const products = new Map(sold.map((product) => [product.id, product]))
  const taxes = new Map(price.lines.map((line) => [line.productId, line]))
  const { partsCents, coreCents, taxCents, taxContained, totalCents, methodId, deliveryName, deliveryDays } =
    price
  if (methodId === null || deliveryName === null || deliveryDays === null)
    throw new Error('A cart without a delivery was allowed')
  return {
    delivery: {
      methodId,
      name: deliveryName,
      ...deliveryDays,
      cents: price.deliveryCents ?? 0,
      taxCents: price.deliveryTaxCents,
    },
    partsCents,
    coreCents,
    taxCents,
    taxContained,
    totalCents,
    lines: cart.lines.map(({ productId, quantity }) => {
      const product = products.get(productId)
      const tax = taxes.get(productId)
      if (!product || !tax) throw new Error('A part that is not sold was allowed')
      const fit = fits.get(productId) ?? null
      return purchaseLine(product, tax, { orderId: randomUUID(), quantity, fit })
    }),
  }
}
