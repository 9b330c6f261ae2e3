// Long because it has the rule of every call that the model knows.

/**
 * A model of the shop without a database: what the real store must return, call by call. Amounts in cents.
 * Every rule returns the expected response and changes the model as the store must have changed.
 */
export type Shop = {
  users: User[]
  products: Product[]
  orders: Order[]
  reviews: Review[]
  keys: Map<string, StoredResponse>
}

/** `signedIn`: whether this user's access token is still valid. */
export type User = { role: 'customer' | 'admin'; signedIn: boolean }
export type Product = { id: string; cents: number; minOrder: number; available: number; deleted: boolean }
export type Order = {
  id: string
  owner: User
  product: Product
  quantity: number
  totalCents: number
  state: 'unpaid' | 'paid' | 'shipped' | 'deleted'
  /** Whether its pieces are reserved. */
  held: boolean
  /** Whether its packing has begun. */
  packing: boolean
  /** Pieces of its quantity that were sent and canceled, and cents that were given back. */
  sent: number
  canceled: number
  givenCents: number
  /** What was asked to come back of it, oldest first; `quantity` of received ones is what arrived. */
  returns: Return[]
  /** Its payments at the provider; only the last one can be open. */
  intents: Intent[]
}
/**
 * `charged`: the card paid, unknown to the store; `booked`: the store knows; `confirmed`: also from its
 * payer.
 */
export type Intent = {
  id: string
  secret: string
  state: 'open' | 'charged' | 'booked' | 'canceled'
  confirmed: boolean
  /** Whether the last card was declined. */
  declined: boolean
}
export type Return = { id: string; quantity: number; state: 'approved' | 'canceled' | 'received' }
export type Review = { id: string; rating: number }
type StoredResponse = { body: string; response: Expected }

/** The expected response. `made` is called with the id of the created object. */
export type Expected = { status: number; code?: string; body?: object; made?: (id: string) => void }

/** Unpaid orders that one customer may have. */
export const MAX_UNPAID = 3

const refused = (status: number, code: string): Expected => ({ status, code })
const done = (body: object): Expected => ({ status: 200, body })
const NOT_FOUND = refused(404, 'not_found')

/** An empty shop with its users. */
export function emptyShop(users: User[]): Shop {
  return { users, products: [], orders: [], reviews: [], keys: new Map() }
}

/** The refusal for a customer, or null. */
export function refusedToAdminsOnly(who: User): Expected | null {
  return who.role === 'admin' ? null : refused(403, 'forbidden')
}

/** POST /order. `key`: an Idempotency-Key with the body that it was sent with. */
export function placeOrder(
  shop: Shop,
  owner: User,
  product: Product,
  request: {
    quantity: number
    totalCents: number | undefined
    key: { name: string; body: string } | undefined
  },
): Expected {
  const { quantity, key } = request
  if (quantity < 1) return refused(422, 'invalid_input')
  const stored = key && shop.keys.get(key.name)
  if (stored) {
    if (stored.body !== key.body) return refused(422, 'idempotency_key_reused')
    return stored.response
  }
  const response = placeUnder(shop, owner, product, request)
  if (key && response.status !== 201) shop.keys.set(key.name, { body: key.body, response })
  return response
}

function placeUnder(
  shop: Shop,
  owner: User,
  product: Product,
  { quantity, totalCents: expectedCents, key }: Parameters<typeof placeOrder>[3],
): Expected {
  if (product.deleted) return NOT_FOUND
  if (quantity < product.minOrder) return refused(422, 'below_min_order')
  if (quantity > product.available) return refused(409, 'insufficient_stock')
  const totalCents = product.cents * quantity
  if (totalCents < 50 || totalCents > 99_999_999) return refused(422, 'total_out_of_range')
  if (expectedCents !== undefined && expectedCents !== totalCents) return refused(409, 'price_changed')
  const unpaid = shop.orders.filter((order) => order.owner === owner && order.state === 'unpaid')
  if (unpaid.length >= MAX_UNPAID) return refused(429, 'too_many_unpaid_orders')
  product.available -= quantity
  return {
    status: 201,
    made(id) {
      shop.orders.push({
        id,
        owner,
        product,
        quantity,
        totalCents,
        state: 'unpaid',
        held: true,
        packing: false,
        sent: 0,
        canceled: 0,
        givenCents: 0,
        returns: [],
        intents: [],
      })
      if (key)
        shop.keys.set(key.name, { body: key.body, response: { status: 201, body: { insertedId: id } } })
    },
  }
}

/** The store learns the state of the order's payment. */
function settle(order: Order): void {
  const intent = order.intents.at(-1)
  if (intent?.state !== 'charged') return
  intent.state = 'booked'
  order.state = 'paid'
}

function endPayment(order: Order): void {
  settle(order)
  const intent = order.intents.at(-1)
  if (intent?.state === 'open') intent.state = 'canceled'
}

function returnPieces(order: Order): void {
  if (order.held) order.product.available += order.quantity
  order.held = false
}

/**
 * POST /create-payment-intent. On 201 the caller records the returned intent with `recordIntent`. After a
 * declined card the store reads the provider's events, since their webhooks may be lost, and so learns of
 * every charge.
 */
export function requestIntent(shop: Shop, who: User, order: Order, totalCents: number): Expected {
  if (order.state === 'deleted' || order.owner !== who) return NOT_FOUND
  if (order.state !== 'unpaid') return refused(409, 'already_paid')
  if (totalCents !== order.totalCents) return refused(422, 'invalid_input')
  if (!order.held) {
    if (order.product.available < order.quantity) return refused(409, 'insufficient_stock')
    order.product.available -= order.quantity
    order.held = true
  }
  // One that was canceled since is replaced by a new one, which no card was declined for.
  const last = order.intents.at(-1)
  if (last?.declined && last.state === 'open') shop.orders.forEach(settle)
  settle(order)
  if (order.intents.at(-1)?.state === 'booked') return refused(409, 'already_paid')
  return { status: 201, body: { orderId: order.id } }
}

/** An order has one open intent, which is returned again. True when this one may be. */
export function recordIntent(order: Order, id: string, secret: string): boolean {
  const last = order.intents.at(-1)
  if (last?.state === 'open') return last.id === id
  if (order.intents.some((intent) => intent.id === id)) return false
  order.intents.push({ id, secret, state: 'open', declined: false, confirmed: false })
  return true
}

/** A card is sent to the provider. True when it must be charged. */
export function payByCard(intent: Intent, isGood: boolean): boolean {
  if (intent.state !== 'open') return false
  intent.declined = !isGood
  if (isGood) intent.state = 'charged'
  return isGood
}

/** PATCH /order/{id} with the transaction of this or another order. */
export function confirmPayment(who: User, order: Order, of: Order, intent: Intent): Expected {
  if (order.state === 'deleted' || order.owner !== who) return NOT_FOUND
  if (of !== order) return refused(409, 'transaction_reused')
  if (intent.state === 'booked') return confirmOnce(intent)
  if (order.state !== 'unpaid') return refused(409, 'already_paid')
  if (intent.state !== 'charged') return refused(409, 'payment_not_confirmed')
  settle(order)
  return confirmOnce(intent)
}

/** The payer's first call returns modifiedCount 1, even after a webhook. */
function confirmOnce(intent: Intent): Expected {
  const modifiedCount = intent.confirmed ? 0 : 1
  intent.confirmed = true
  return done({ modifiedCount })
}

/** POST /webhooks/stripe about an intent of this order. */
export function deliverWebhook(order: Order, intent: Intent): Expected {
  if (intent.state === 'charged') settle(order)
  return done({ received: true })
}

/** DELETE /order/{id}. */
export function deleteOrder(who: User, order: Order): Expected {
  if (order.state === 'deleted' || (order.owner !== who && who.role !== 'admin')) return NOT_FOUND
  if (order.state === 'unpaid') endPayment(order)
  if (order.state !== 'unpaid') return refused(409, 'order_is_paid')
  order.state = 'deleted'
  returnPieces(order)
  return done({ deletedCount: 1 })
}

/** A day passes for an unpaid order, and the background jobs run. */
export function expireHold(order: Order): void {
  if (order.state !== 'unpaid' || !order.held) return
  endPayment(order)
  if (order.state === 'unpaid') returnPieces(order)
}

/** PATCH /order/shipped/{id}. */
export function shipOrder(who: User, order: Order): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  if (order.state === 'deleted') return NOT_FOUND
  if (order.state === 'shipped') return done({ modifiedCount: 0 })
  const refusal = refuseShipping(order)
  if (refusal) return refusal
  order.sent += openPieces(order)
  shipWhenNothingIsOpen(order)
  return done({ modifiedCount: 1 })
}

/** POST /purchase/{id}/shipments: parcels with these quantities, all of them or none. */
export function shipPieces(who: User, order: Order, parcels: readonly number[]): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  if (parcels.some((quantity) => quantity < 1)) return refused(422, 'invalid_input')
  if (order.state === 'deleted') return NOT_FOUND
  const refusal = refuseShipping(order)
  if (refusal) return refusal
  const pieces = parcels.reduce((sum, quantity) => sum + quantity, 0)
  if (pieces > openPieces(order)) return refused(409, 'already_shipped')
  order.sent += pieces
  shipWhenNothingIsOpen(order)
  return { status: 201 }
}

function refuseShipping(order: Order): Expected | null {
  if (order.state === 'unpaid') return refused(409, 'not_paid')
  if (order.canceled === order.quantity) return refused(409, 'order_canceled')
  return order.givenCents === order.totalCents ? refused(409, 'order_refunded') : null
}

function openPieces({ quantity, sent, canceled }: Order): number {
  return quantity - sent - canceled
}

function shipWhenNothingIsOpen(order: Order): void {
  if (order.sent > 0 && openPieces(order) === 0) order.state = 'shipped'
}

/** POST /purchase/{id}/packing. */
export function packOrder(who: User, order: Order): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  if (order.state === 'deleted') return NOT_FOUND
  const modifiedCount = order.state !== 'unpaid' && !order.packing ? 1 : 0
  if (modifiedCount > 0) order.packing = true
  return done({ modifiedCount })
}

/** POST /purchase/{id}/cancellations. */
export function cancelOrder(who: User, order: Order, quantity: number): Expected {
  if (quantity < 1) return refused(422, 'invalid_input')
  if (order.state === 'deleted' || (order.owner !== who && who.role !== 'admin')) return NOT_FOUND
  if (order.state === 'unpaid') return refused(409, 'not_paid')
  if (order.givenCents === order.totalCents) return refused(409, 'order_refunded')
  if (order.packing && who.role !== 'admin') return refused(409, 'being_packed')
  if (quantity > openPieces(order)) return refused(409, 'already_shipped')
  const worth = (order.totalCents / order.quantity) * quantity
  const cents = Math.min(worth, order.totalCents - order.givenCents)
  order.canceled += quantity
  shipWhenNothingIsOpen(order)
  order.product.available += quantity
  order.givenCents += cents
  return { status: 201, body: { amount: cents / 100 } }
}

/** POST /purchase/{id}/refunds, of goodwill. */
export function refundOrder(who: User, order: Order, cents: number): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  if (cents < 1) return refused(422, 'invalid_input')
  if (order.state === 'deleted') return NOT_FOUND
  if (order.state === 'unpaid') return refused(409, 'not_paid')
  if (cents > order.totalCents - order.givenCents) return refused(422, 'refund_too_large')
  order.givenCents += cents
  return { status: 201, body: { amount: cents / 100 } }
}

/** POST /purchase/{id}/returns. `made` is called with the id of the return. */
export function askReturn(who: User, order: Order, quantity: number): Expected {
  if (quantity < 1) return refused(422, 'invalid_input')
  if (order.state === 'deleted' || (order.owner !== who && who.role !== 'admin')) return NOT_FOUND
  if (quantity > returnable(order)) return refused(409, 'nothing_to_return')
  return { status: 201, made: (id) => order.returns.push({ id, quantity, state: 'approved' }) }
}

/** Sent pieces that neither came back nor are asked back. */
function returnable({ sent, returns }: Order): number {
  const back = returns.filter(({ state }) => state !== 'canceled')
  return sent - back.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** PATCH /return/{id}: it is canceled. */
export function cancelReturn(who: User, order: Order, back: Return): Expected {
  if (order.owner !== who && who.role !== 'admin') return NOT_FOUND
  if (back.state !== 'approved') return refused(409, 'return_state')
  back.state = 'canceled'
  return done({ modifiedCount: 1 })
}

/** POST /return/{id}/receipt, of so many pieces in stock again and others written off. */
export function receiveReturn(
  who: User,
  order: Order,
  back: Return,
  { restocked, writtenOff, refund }: { restocked: number; writtenOff: number; refund: boolean },
): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  if (back.state === 'received') return refused(409, 'return_state')
  const arrived = restocked + writtenOff
  // A canceled one may arrive all the same, as far as it was not asked for again.
  const most = back.state === 'approved' ? back.quantity : Math.min(back.quantity, returnable(order))
  if (arrived < 1 || arrived > most) return refused(422, 'invalid_input')
  Object.assign(back, { state: 'received', quantity: arrived })
  order.product.available += restocked
  const worth = (order.totalCents / order.quantity) * arrived
  const cents = refund ? Math.min(worth, order.totalCents - order.givenCents) : 0
  order.givenCents += cents
  return { status: 201, body: cents > 0 ? { amount: cents / 100 } : {} }
}

/** PATCH /product/{id}/stock, PUT and DELETE /product/{id}: `change` applies it. */
export function changeProduct(who: User, product: Product, change: () => Expected): Expected {
  return refusedToAdminsOnly(who) ?? (product.deleted ? NOT_FOUND : change())
}

/** Pieces are received or found missing. */
export function restock(product: Product, quantity: number): Expected {
  if (product.available + quantity < 0) return refused(409, 'stock_conflict')
  product.available += quantity
  return done({ modifiedCount: 1, available: product.available })
}

/** POST /review. */
export function addReview(shop: Shop, who: User, rating: number): Expected {
  if (who.role === 'admin') return refused(403, 'forbidden')
  if (rating < 1 || rating > 5) return refused(422, 'invalid_input')
  return { status: 201, made: (id) => shop.reviews.push({ id, rating }) }
}

/** PUT /user/admin/{email}. */
export function promote(who: User, other: User): Expected {
  const no = refusedToAdminsOnly(who)
  if (no) return no
  const modifiedCount = other.role === 'admin' ? 0 : 1
  other.role = 'admin'
  return done({ modifiedCount })
}
