import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmPayment, setFaults } from '../support/card-payments.ts'
import { charge, stockProduct } from '../support/orders.ts'
import { purchase } from '../support/purchases.ts'
import { openTestStore, type TestStore } from '../support/test-store.ts'
import { signIn, type User } from '../support/users.ts'
import { type Bought, commands, type Lives, type Real } from './after-sale-commands.ts'
import type * as model from './after-sale-model.ts'
import { at, expectBalancedBooks } from './shop-views.ts'

/** Days after the sale, each with three purchases: one of each card. */
const DAYS = 6
/** When to stop shrinking a failure, and on a very slow machine to stop altogether, in ms. */
const LONGEST = 60_000

const CARDS = { good: '4242424242424242', pending: '4000000000007726', failing: '4000000000005126' }
const STOCK = 1000

let store: TestStore
let admin: User

beforeAll(async () => {
  store = await openTestStore()
  // The store reads what the provider has done when a command says so.
  await setFaults(store, 'lose-webhook=always')
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())

/**
 * Amounts that three or seven pieces do not divide: 7 × $33.33 and 3 × $19.99, a deposit of $11.11 each for
 * the former, delivery of $9.99, and 6.25 % of tax on everything.
 */
async function openDay(isContained: boolean): Promise<{ model: Lives; real: Real }> {
  const customer = await signIn(store)
  const lives: model.Life[] = []
  const purchases: Bought[] = []
  for (const card of ['good', 'pending', 'failing'] as const) {
    const productIds = [
      await stockProduct(store, { name: 'Strut', price: 33.33, available: STOCK }),
      await stockProduct(store, { name: 'Pads', price: 19.99, available: STOCK }),
    ]
    const taxOf = (cents: number) => Math.round(isContained ? (cents * 6.25) / 106.25 : (cents * 6.25) / 100)
    const [struts, deposits, pads, delivery] = [7 * 3333, 7 * 1111, 3 * 1999, 999]
    const placed = await purchase(
      store,
      customer,
      [
        {
          productId: at(productIds, 0),
          quantity: 7,
          coreUnitCents: 1111,
          taxCents: taxOf(struts) + taxOf(deposits),
          coreTaxCents: taxOf(deposits),
        },
        { productId: at(productIds, 1), quantity: 3, taxCents: taxOf(pads) },
      ],
      { contained: isContained, deliveryCents: taxOf(delivery) },
    )
    const { transactionId: intent } = await charge(store, customer, placed.id, CARDS[card])
    expect((await confirmPayment(customer, placed.id, intent)).status).toBe(200)
    purchases.push({ id: placed.id, orderIds: placed.orderIds, productIds, intent })
    const charged = (cents: number): model.Charged => ({
      gross: isContained ? cents : cents + taxOf(cents),
      tax: taxOf(cents),
      given: 0,
      taxStays: !isContained,
    })
    const line = { sent: 0, canceled: 0 }
    const life: model.Life = {
      card,
      lines: [
        { ...line, quantity: 7, part: charged(struts), core: charged(deposits), available: STOCK - 7 },
        { ...line, quantity: 3, part: charged(pads), core: null, available: STOCK - 3 },
      ],
      delivery: { gross: charged(delivery).gross, given: 0 },
      total: 0,
      refunds: [],
      returns: [],
    }
    life.total =
      life.delivery.gross +
      life.lines.reduce((sum, { part, core }) => sum + part.gross + (core?.gross ?? 0), 0)
    expect(placed.total).toBe(life.total / 100)
    lives.push(life)
  }
  return { model: { lives }, real: { store, admin, customer, purchases, commands: 0 } }
}

// A failure prints its seed and the shortest list of commands that still fails; `{ seed, path }` next to
// numRuns replays it.
test('whatever is done after a sale, in any order, gives back what the model does, and the books balance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), commands, async (isContained, done) => {
      const day = await openDay(isContained)
      await fc.asyncModelRun(() => day, done)
      await expectBalancedBooks(store)
    }),
    { numRuns: DAYS, interruptAfterTimeLimit: LONGEST },
  )
})
