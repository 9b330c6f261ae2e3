// Long because it is one table: every action that the model knows.

import fc from 'fast-check'
import { expect } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import { eventAbout, intentOf, payByCard, postEvent } from '../support/card-payments.ts'
import { signInAs } from '../support/users.ts'
import * as model from './shop-model.ts'
import { at, expectSameOrders, expectSameStock, type Real } from './shop-views.ts'

/**
 * The input of a command: the actor, the product, order and other user (modulo their counts), a number and a
 * flag.
 */
const CommandInputArbitrary = fc.record({
  who: fc.nat(3),
  other: fc.nat(3),
  product: fc.nat(5),
  order: fc.nat(7),
  number: fc.integer({ min: -3, max: 12 }),
  flag: fc.boolean(),
  /** Whether another user tries it on the owner's order. */
  stranger: fc.constantFrom(false, false, false, true),
})
type CommandInput = typeof CommandInputArbitrary extends fc.Arbitrary<infer T> ? T : never

/** A command with everything that it refers to. */
type Scene = CommandInput & { shop: model.Shop; real: Real; person: model.User }

const productOf = ({ shop, product }: Scene) => at(shop.products, product)
const orderOf = ({ shop, order }: Scene) => at(shop.orders, order)
/** The scene with the order's owner acting, unless a stranger tries. */
function actingAsOwner(scene: Scene, { owner }: model.Order): Scene {
  return scene.stranger ? scene : { ...scene, person: owner, who: scene.shop.users.indexOf(owner) }
}
const intentOfOrder = (order: model.Order, index: number) => at(order.intents, index)
/** Cents from a small number: also too cheap for a card, and too expensive. */
const centsOf = (number: number) => (number < 0 ? 1 : number === 0 ? 60_000_000 : number * 1999)

type Request = [method: string, path: string, body?: object, headers?: Record<string, string> | undefined]

/** Makes a call as the actor and compares the response. An ended token is refused before anything else. */
async function request(
  { real, person, who }: Scene,
  [method, path, body, headers]: Request,
  rule: () => model.Expected,
): Promise<any> {
  const response = await at(real.users, who).call(method, path, body, headers)
  const expected = person.signedIn ? rule() : { status: 401, code: 'unauthenticated' }
  const outcome =
    response.status < 400
      ? { status: response.status }
      : { status: response.status, code: response.body.code }
  const what = `${method} ${path} ${JSON.stringify(body)} returned ${JSON.stringify(response.body)}`
  expect(outcome, what).toEqual(
    expected.code === undefined
      ? { status: expected.status }
      : { status: expected.status, code: expected.code },
  )
  if (expected.body) expect(response.body, what).toMatchObject(expected.body)
  expected.made?.(response.body.insertedId ?? response.body.returnId)
  return response.status < 400 ? response.body : null
}

function expectSame(outcome: unknown, expected: unknown, what: string): void {
  expect(outcome, what).toEqual(expected)
}

/** The actions by name. */
const actions = {
  async addProduct(scene: Scene) {
    const { real, shop, person, number, flag } = scene
    const [cents, minOrder, available] = [centsOf(number), flag ? 1 : 3, Math.max(0, number * 2)]
    const product = { picture: real.picture, name: 'Strut', about: 'A strut.', minOrder, available }
    await request(
      scene,
      ['POST', '/product', { ...product, price: cents / 100 }],
      () =>
        model.refusedToAdminsOnly(person) ?? {
          status: 201,
          made: (id) => shop.products.push({ id, cents, minOrder, available, deleted: false }),
        },
    )
  },
  async editProduct(scene: Scene) {
    const { real, person, number, flag } = scene
    const product = productOf(scene)
    const [cents, minOrder] = [centsOf(number), flag ? 1 : 2]
    const body = { picture: real.picture, name: 'Strut', about: 'A strut.', minOrder, price: cents / 100 }
    await request(scene, ['PUT', `/product/${product.id}`, body], () =>
      model.changeProduct(person, product, () => {
        const modifiedCount = product.cents === cents && product.minOrder === minOrder ? 0 : 1
        Object.assign(product, { cents, minOrder })
        return { status: 200, body: { modifiedCount } }
      }),
    )
  },
  async restockProduct(scene: Scene) {
    const { person, number } = scene
    const product = productOf(scene)
    const quantity = number === 0 ? 5 : number
    await request(scene, ['PATCH', `/product/${product.id}/stock`, { quantity }], () =>
      model.changeProduct(person, product, () => model.restock(product, quantity)),
    )
  },
  async deleteProduct(scene: Scene) {
    const product = productOf(scene)
    await request(scene, ['DELETE', `/product/${product.id}`], () =>
      model.changeProduct(scene.person, product, () => {
        product.deleted = true
        return { status: 200, body: { deletedCount: 1 } }
      }),
    )
  },
  async placeOrder(scene: Scene) {
    const { shop, who, person, number, flag, order } = scene
    const product = productOf(scene)
    const quantity = Math.abs(number)
    // Two in three send the total they saw, one in six a wrong one; half send one of three keys.
    const totalCents = order % 3 === 0 ? undefined : product.cents * quantity + (order === 5 ? 1 : 0)
    const body = {
      productId: product.id,
      orderQty: quantity,
      customerPhone: '555-0100',
      customerAddress: '1 Main Street',
      ...(totalCents === undefined ? {} : { totalPrice: totalCents / 100 }),
    }
    const key = flag ? { name: `${who} ${order % 3}`, body: JSON.stringify(body) } : undefined
    const headers = key && { 'Idempotency-Key': `key-${order % 3}` }
    await request(scene, ['POST', '/order', body, headers], () =>
      model.placeOrder(shop, person, product, { quantity, totalCents, key }),
    )
  },
  async requestIntent(scene: Scene) {
    const { shop } = scene
    const order = orderOf(scene)
    const totalCents = order.totalCents + (scene.number === 12 ? 1 : 0)
    const body = { orderId: order.id, totalPrice: totalCents / 100 }
    const payer = actingAsOwner(scene, order)
    const response = await request(payer, ['POST', '/create-payment-intent', body], () =>
      model.requestIntent(shop, payer.person, order, totalCents),
    )
    if (!response) return
    const { id, client_secret } = intentOf(response.clientSecret)
    expectSame(model.recordIntent(order, id, client_secret), true, 'the one open intent, or a new one')
  },
  async sendCard({ real, shop, order, other, flag }: Scene) {
    const intent = intentOfOrder(at(withIntents(shop), order), other)
    const { status } = await payByCard(
      real.store,
      { id: intent.id, client_secret: intent.secret },
      flag ? '4242424242424242' : '4000000000000002',
    )
    expectSame(status === 200, model.payByCard(intent, flag), 'the card is charged')
  },
  async confirmPayment(scene: Scene) {
    const { shop, number, other } = scene
    const of = at(withIntents(shop), scene.order)
    const order = number < 9 ? of : at(shop.orders, number)
    const intent = intentOfOrder(of, other)
    const body = { orderId: order.id, transactionId: intent.id }
    const payer = actingAsOwner(scene, order)
    await request(payer, ['PATCH', `/order/${order.id}`, body], () =>
      model.confirmPayment(payer.person, order, of, intent),
    )
  },
  async deliverWebhook({ real, shop, order, other }: Scene) {
    const of = at(withIntents(shop), order)
    const intent = intentOfOrder(of, other)
    const { status } = await postEvent(real.store, eventAbout(intent.id))
    expectSame(status, model.deliverWebhook(of, intent).status, 'the event is taken')
  },
  async deleteOrder(scene: Scene) {
    const order = orderOf(scene)
    const owner = actingAsOwner(scene, order)
    await request(owner, ['DELETE', `/order/${order.id}`], () => model.deleteOrder(owner.person, order))
  },
  async shipOrder(scene: Scene) {
    const order = orderOf(scene)
    await request(scene, ['PATCH', `/order/shipped/${order.id}`], () => model.shipOrder(scene.person, order))
  },
  async shipPiecesOfOrder(scene: Scene) {
    const order = orderOf(scene)
    // One parcel, or two.
    const parcels = scene.flag ? [scene.number] : [1, Math.max(1, scene.number - 2)]
    const body = { parcels: parcels.map((quantity) => ({ lines: [{ orderId: order.id, quantity }] })) }
    await request(scene, ['POST', `/purchase/${order.id}/shipments`, body], () =>
      model.shipPieces(scene.person, order, parcels),
    )
  },
  async packOrder(scene: Scene) {
    const order = orderOf(scene)
    await request(scene, ['POST', `/purchase/${order.id}/packing`], () =>
      model.packOrder(scene.person, order),
    )
  },
  async cancelOrder(scene: Scene) {
    const order = orderOf(scene)
    const quantity = Math.min(scene.number, order.quantity + 1)
    const body = { lines: [{ orderId: order.id, quantity }] }
    const owner = actingAsOwner(scene, order)
    await request(owner, ['POST', `/purchase/${order.id}/cancellations`, body], () =>
      model.cancelOrder(owner.person, order, quantity),
    )
  },
  async refundOrder(scene: Scene) {
    const order = orderOf(scene)
    // All that is left, or a small amount.
    const cents = scene.flag ? order.totalCents - order.givenCents : scene.number * 100
    const body = { goodwill: cents / 100, note: 'It came late' }
    await request(scene, ['POST', `/purchase/${order.id}/refunds`, body], () =>
      model.refundOrder(scene.person, order, cents),
    )
  },
  /** What leads to a return, in one: by chance it rarely happens. */
  async buyAndShip(scene: Scene): Promise<void> {
    const { shop } = scene
    const buying = { ...scene, number: 5, flag: true, order: shop.orders.length, stranger: false }
    await actions.placeOrder({ ...buying, flag: false, order: 0 })
    const placed = shop.orders[buying.order]
    if (!placed) return
    await actions.requestIntent(buying)
    if (placed.intents.length === 0) return
    const paying = { ...buying, order: withIntents(shop).indexOf(placed), other: placed.intents.length - 1 }
    await actions.sendCard(paying)
    await actions.confirmPayment(paying)
    const [who, person] = [3, at(shop.users, 3)]
    await actions.shipOrder({ ...buying, who, person })
  },
  async askReturnOfOrder(scene: Scene) {
    // Mostly of one that was sent.
    const sent = scene.shop.orders.filter((one) => one.sent > 0)
    const order = at(sent.length > 0 && scene.number < 9 ? sent : scene.shop.orders, scene.order)
    const quantity = Math.min(scene.number, 3)
    const body = { lines: [{ orderId: order.id, quantity, reason: 'not_needed' }] }
    const owner = actingAsOwner(scene, order)
    await request(owner, ['POST', `/purchase/${order.id}/returns`, body], () =>
      model.askReturn(owner.person, order, quantity),
    )
  },
  async cancelReturn(scene: Scene) {
    const order = at(withReturns(scene.shop), scene.order)
    const back = at(order.returns, scene.other)
    const owner = actingAsOwner(scene, order)
    await request(owner, ['PATCH', `/return/${back.id}`, { state: 'canceled' }], () =>
      model.cancelReturn(owner.person, order, back),
    )
  },
  async receiveReturn(scene: Scene) {
    const { shop, person, number, flag } = scene
    const order = at(withReturns(shop), scene.order)
    const back = at(order.returns, scene.other)
    const [restocked, writtenOff] = [Math.max(number, 0) % 3, flag ? 1 : 0]
    const line = { orderId: order.id, received: restocked + writtenOff, restocked, writtenOff }
    const body = { lines: [line], refund: number > 3 }
    await request(scene, ['POST', `/return/${back.id}/receipt`, body], () =>
      model.receiveReturn(person, order, back, { restocked, writtenOff, refund: number > 3 }),
    )
  },
  async aDayGoesBy(scene: Scene) {
    const { store } = scene.real
    const order = orderOf(scene)
    await store.db
      .updateTable('orders')
      .set({ hold_expires_at: new Date(0) })
      .where('id', '=', order.id)
      .where('hold', '=', 'held')
      .execute()
    await expireHolds(store.shop)
    model.expireHold(order)
  },
  async review(scene: Scene) {
    const { shop, person, number: rating } = scene
    await request(scene, ['POST', '/review', { rating, text: 'Fits.' }], () =>
      model.addReview(shop, person, rating),
    )
  },
  async promote(scene: Scene) {
    const { real, shop, person, other } = scene
    const { email } = at(real.users, other)
    await request(scene, ['PUT', `/user/admin/${email}`], () => model.promote(person, at(shop.users, other)))
  },
  async logOut({ real, who, person }: Scene) {
    const { cookie } = at(real.users, who)
    const headers = { cookie, origin: real.store.url, 'Content-Type': 'application/json' }
    const response = await fetch(`${real.store.url}/auth/sign-out`, { method: 'POST', headers, body: '{}' })
    expectSame(response.status < 500, true, 'logging out')
    person.signedIn = false
  },
  async signIn({ real, who, person }: Scene) {
    if (person.signedIn) return
    real.users[who] = await signInAs(real.store, at(real.users, who))
    person.signedIn = true
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>

const withIntents = (shop: model.Shop) => shop.orders.filter((order) => order.intents.length > 0)

const withReturns = (shop: model.Shop) => shop.orders.filter((order) => order.returns.length > 0)

/** The precondition of a command. */
function isPossible(name: keyof typeof actions, shop: model.Shop): boolean {
  if (name === 'placeOrder' || name === 'buyAndShip') return true
  if (/Card$|Payment$|Webhook$/.test(name)) return withIntents(shop).length > 0
  if (/^(?:cancel|receive)Return$/.test(name)) return withReturns(shop).length > 0
  return /Order$|Intent$|^aDay/.test(name) ? shop.orders.length > 0 : true
}

class Doing implements fc.AsyncCommand<model.Shop, Real> {
  readonly name: keyof typeof actions
  readonly input: CommandInput
  constructor(name: keyof typeof actions, input: CommandInput) {
    this.name = name
    this.input = input
  }
  check(shop: Readonly<model.Shop>): boolean {
    return isPossible(this.name, shop)
  }
  async run(shop: model.Shop, real: Real): Promise<void> {
    await actions[this.name]({ ...this.input, shop, real, person: at(shop.users, this.input.who) })
    await expectSameStock(shop, real)
    await expectSameOrders(shop, real, this.input.who)
  }
  toString(): string {
    return `${this.name}(${JSON.stringify(this.input)})`
  }
}

/** The relative frequency of the actions. */
const FREQUENCY: Partial<Record<string, number>> = {
  placeOrder: 8,
  requestIntent: 6,
  sendCard: 5,
  confirmPayment: 5,
  deleteOrder: 3,
  shipOrder: 2,
  shipPiecesOfOrder: 4,
  cancelOrder: 4,
  refundOrder: 2,
  buyAndShip: 4,
  askReturnOfOrder: 6,
  receiveReturn: 6,
  deliverWebhook: 2,
  aDayGoesBy: 4,
  restockProduct: 2,
  signIn: 2,
}

/**
 * Actions in any order; those of buying are more frequent. Without fast-check's bias towards short runs and
 * small numbers.
 */
export const commands = fc.noBias(
  fc.commands(
    (Object.keys(actions) as (keyof typeof actions)[]).flatMap((name) =>
      Array.from({ length: FREQUENCY[name] ?? 1 }, () =>
        CommandInputArbitrary.map((input) => new Doing(name, input)),
      ),
    ),
    { maxCommands: 100, size: 'max' },
  ),
)
