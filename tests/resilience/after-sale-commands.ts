import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { simulatorOf } from '../support/card-payments.ts'
import { stripeAt } from '../support/running-simulator.ts'
import type { TestStore } from '../support/test-store.ts'
import type { User } from '../support/users.ts'
import * as model from './after-sale-model.ts'
import { at, expectBalancedBooks } from './shop-views.ts'

/** The books are checked after so many commands. */
const VERIFIED_EVERY = 20

/** A paid purchase of the real store. */
export type Bought = { id: string; orderIds: string[]; productIds: string[]; intent: string }
/** The real store, its customer, and their purchases in the order of the model's. */
export type Real = { store: TestStore; admin: User; customer: User; purchases: Bought[]; commands: number }
/** The model of these purchases. */
export type Lives = { lives: model.Life[] }

/** The purchase (modulo three), pieces of both parts, an amount, another choice, and a flag. */
const CommandInput = fc.record({
  of: fc.nat(2),
  pieces: fc.tuple(fc.nat(3), fc.nat(2)),
  cents: fc.integer({ min: 1, max: 700 }),
  other: fc.nat(7),
  flag: fc.boolean(),
})
type CommandInput = typeof CommandInput extends fc.Arbitrary<infer T> ? T : never

/** A command with everything that it refers to. */
type Scene = CommandInput & Pick<Real, 'store' | 'admin' | 'customer'> & { life: model.Life; bought: Bought }

async function request(
  who: User,
  [method, path, body]: [method: string, path: string, body: object],
  expected: model.Expected,
): Promise<void> {
  const response = await who.call(method, path, body)
  const what = `${method} ${path} ${JSON.stringify(body)} returned ${JSON.stringify(response.body)}`
  const { status, body: answer } = response
  expect({ status, ...(status >= 400 && { code: answer.code }) }, what).toEqual({
    status: expected.status,
    ...(expected.code !== undefined && { code: expected.code }),
  })
  if (expected.amount !== undefined) expect(answer.amount ?? 0, what).toBe(expected.amount / 100)
  expected.made?.(answer.refundId ?? answer.returnId)
}

/** The chosen pieces of both parts, at least one. */
const chosen = ({ pieces: [first, second] }: Scene) => (first + second === 0 ? [1, 0] : [first, second])
const linesOf = ({ bought }: Scene, pieces: readonly number[]) =>
  pieces.flatMap((quantity, index) =>
    quantity > 0 ? [{ orderId: at(bought.orderIds, index), quantity }] : [],
  )

const actions = {
  async ship(scene: Scene) {
    const pieces = chosen(scene)
    const body = { parcels: [{ lines: linesOf(scene, pieces) }] }
    await request(
      scene.admin,
      ['POST', `/purchase/${scene.bought.id}/shipments`, body],
      model.ship(scene.life, pieces),
    )
  },
  async cancel(scene: Scene) {
    const pieces = chosen(scene)
    const body = { lines: linesOf(scene, pieces) }
    const who = scene.flag ? scene.customer : scene.admin
    await request(
      who,
      ['POST', `/purchase/${scene.bought.id}/cancellations`, body],
      model.cancel(scene.life, pieces),
    )
  },
  async refundPieces(scene: Scene) {
    const pieces = chosen(scene)
    const body = { lines: linesOf(scene, pieces), note: 'Scratched' }
    const expected = model.refund(scene.life, { pieces, deliveryCents: 0, goodwillCents: 0 })
    await request(scene.admin, ['POST', `/purchase/${scene.bought.id}/refunds`, body], expected)
  },
  async refundAmount(scene: Scene) {
    const { life, cents, flag, other } = scene
    // Now and then all that is left.
    const amount = other === 0 ? Math.max(1, model.leftCents(life)) : cents
    const body = { [flag ? 'goodwill' : 'delivery']: amount / 100, note: 'It came late' }
    const [deliveryCents, goodwillCents] = flag ? [0, amount] : [amount, 0]
    const expected = model.refund(life, { pieces: [], deliveryCents, goodwillCents })
    await request(scene.admin, ['POST', `/purchase/${scene.bought.id}/refunds`, body], expected)
  },
  async askReturn(scene: Scene) {
    const { flag, other } = scene
    const asked = chosen(scene).flatMap((quantity, index) =>
      quantity > 0 ? [{ at: index, core: false, quantity }] : [],
    )
    // Old parts alone, or with parts.
    const cores = [{ at: other === 0 ? 1 : 0, core: true, quantity: 1 + (other % 2) }]
    const lines: model.ReturnLine[] = flag ? (other % 3 === 0 ? [...asked, ...cores] : cores) : asked
    const body = {
      lines: lines.map(({ at: index, core, quantity }) => ({
        orderId: at(scene.bought.orderIds, index),
        core,
        quantity,
        ...(!core && { reason: 'not_needed' }),
      })),
    }
    const expected = model.askReturn(scene.life, lines)
    await request(scene.customer, ['POST', `/purchase/${scene.bought.id}/returns`, body], expected)
  },
  async cancelReturn({ life, other, flag, customer, admin }: Scene) {
    const back = at(life.returns, other)
    const who = flag ? customer : admin
    await request(who, ['PATCH', `/return/${back.id}`, { state: 'canceled' }], model.cancelReturn(back))
  },
  async receive(scene: Scene) {
    const { life, bought, other, flag, cents } = scene
    // Mostly one that has not arrived, whole; now and then a piece less or more.
    const coming = life.returns.filter(({ state }) => state === 'approved')
    const back = at(coming.length > 0 && other < 6 ? coming : life.returns, other)
    const difference = cents % 5 === 0 ? (flag ? 1 : -1) : 0
    const arrived = back.lines.map(({ at: index, core, quantity }): model.Arrived => {
      const received = Math.max(0, quantity + difference)
      const restocked = core ? 0 : Math.max(0, received - (other % 2))
      return { at: index, core, restocked, writtenOff: received - restocked }
    })
    const isRefunded = cents % 4 > 0
    const body = {
      lines: arrived.map(({ at: index, ...line }) => ({
        ...line,
        orderId: at(bought.orderIds, index),
        received: line.restocked + line.writtenOff,
      })),
      refund: isRefunded,
    }
    const expected = model.receive(life, back, arrived, isRefunded)
    await request(scene.admin, ['POST', `/return/${back.id}/receipt`, body], expected)
  },
  /** Banks do what they do with pending and failing refunds, and the store reads it. */
  async settle(scene: Scene) {
    const { life, bought, store } = scene
    await sql`update simulator.refunds set settles_at = now()
              where intent_id = ${bought.intent} and settles_at is not null`.execute(store.db)
    await stripeAt(simulatorOf(store)).events.list({ limit: 1 })
    model.settle(life)
    await expectRefunds(scene)
  },
  async decideFailed({ life, other, flag, admin }: Scene) {
    const failed = life.refunds.filter(({ state }) => state === 'failed')
    const one = at(failed.length > 0 ? failed : life.refunds, other)
    const body = flag ? { retry: true } : { settledOtherwise: 'By check' }
    await request(admin, ['PATCH', `/refund/${one.id}`, body], model.decideFailed(one, flag))
  },
} satisfies Record<string, (scene: Scene) => Promise<void>>

const refundsOf = ({ refunds }: model.Life) =>
  refunds.map(({ id, cents, state }) => ({ id, amount: cents / 100, state }))

/** The store has learned what became of the refunds. */
async function expectRefunds({ life, store, admin, bought }: Scene): Promise<void> {
  await expect
    .poll(async () => {
      await processProviderEvents(store.shop)
      return (await shown(admin, bought.id)).refunds
    })
    .toEqual(refundsOf(life))
}

async function shown(who: User, id: string) {
  const { status, refunded, lines, refunds, returns } = (await who.call('GET', `/purchase/${id}`)).body
  return {
    status,
    refunded,
    lines: lines.map(({ shippedQty, canceledQty, returnedQty = 0 }: any) => [
      shippedQty,
      canceledQty,
      returnedQty,
    ]),
    refunds: refunds.map(({ _id, amount, state }: any) => ({ id: _id, amount, state })),
    returns: returns.map(({ _id, state }: any) => ({ id: _id, state })),
  }
}

/** The purchase, what can still be given back of it, and the stock are the model's. */
async function expectSame({ life, bought, store, admin }: Scene): Promise<void> {
  const arrived = life.returns.filter(({ state }) => state === 'received').flatMap(({ lines }) => lines)
  expect(await shown(admin, bought.id)).toEqual({
    status: model.statusOf(life),
    refunded: model.refundedCents(life) / 100,
    lines: life.lines.map(({ sent, canceled }, index) => [
      sent,
      canceled,
      arrived.reduce((sum, line) => sum + (line.at === index && !line.core ? line.quantity : 0), 0),
    ]),
    refunds: refundsOf(life),
    returns: life.returns.map(({ id, state }) => ({ id, state })),
  })
  const { left, lines } = (await admin.call('GET', `/purchase/${bought.id}/refundable`)).body
  expect({
    left,
    given: lines.map(({ kind, credited }: any) =>
      kind === 'delivery' ? Math.round((credited.net + credited.tax) * 100) : credited.quantity,
    ),
  }).toEqual({
    left: model.leftCents(life) / 100,
    given: [
      ...life.lines.flatMap(({ part, core }) => [part.given, ...(core ? [core.given] : [])]),
      life.delivery.given,
    ],
  })
  const stock = await store.db
    .selectFrom('products')
    .select('available')
    .where('id', 'in', bought.productIds)
    .orderBy('name', 'desc')
    .execute()
  expect(stock).toEqual(life.lines.map(({ available }) => ({ available })))
}

class Doing implements fc.AsyncCommand<Lives, Real> {
  readonly name: keyof typeof actions
  readonly input: CommandInput
  constructor(name: keyof typeof actions, input: CommandInput) {
    this.name = name
    this.input = input
  }
  check({ lives }: Lives): boolean {
    const { returns, refunds } = at(lives, this.input.of)
    if (this.name === 'receive' || this.name === 'cancelReturn') return returns.length > 0
    if (this.name === 'settle') return refunds.some(({ isOpen }) => isOpen)
    return this.name !== 'decideFailed' || refunds.length > 0
  }
  async run({ lives }: Lives, real: Real): Promise<void> {
    const { of } = this.input
    const { store, admin, customer } = real
    const scene = {
      ...this.input,
      life: at(lives, of),
      bought: at(real.purchases, of),
      store,
      admin,
      customer,
    }
    await actions[this.name](scene)
    // Only a command lets refunds reach their last state.
    await sql`update simulator.refunds set settles_at = 'infinity' where settles_at is not null`.execute(
      store.db,
    )
    await expectSame(scene)
    real.commands += 1
    if (real.commands % VERIFIED_EVERY === 0) await expectBalancedBooks(store)
  }
  toString(): string {
    return `${this.name}(${JSON.stringify(this.input)})`
  }
}

/** The relative frequency of the actions. */
const FREQUENCY: Partial<Record<string, number>> = { ship: 5, cancel: 2, askReturn: 5, receive: 5, settle: 2 }

/** Without fast-check's bias towards short runs and small numbers. */
export const commands = fc.noBias(
  fc.commands(
    (Object.keys(actions) as (keyof typeof actions)[]).flatMap((name) =>
      Array.from({ length: FREQUENCY[name] ?? 1 }, () => CommandInput.map((input) => new Doing(name, input))),
    ),
    { maxCommands: 100, size: 'max' },
  ),
)
