import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stockProduct } from '../../../tests/support/orders.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { ShopRules } from '../shop-rules.ts'
import { judgeOrder, type OrderFacts } from './judge-order.server.ts'
import { type NewOrder, storeOrder } from './place-order.server.ts'

let store: TestStore
let rules: ShopRules
/** A product and an unverified customer for other orders. */
let elsewhere: string
let another: string

beforeAll(async () => {
  store = await openTestStore()
  rules = { ...store.shop.rules, maxUnpaidOrders: 3, unverifiedSharePercent: 50 }
  elsewhere = await stockProduct(store)
  another = await insertAccount({ verified: false })
})
afterAll(() => store.close())

/** Mostly the first value, so that later checks are reached, too. */
const mostly = <T extends string | number>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) })

/** All facts that decide an order, with values near every limit. */
const State = fc.record({
  token: mostly('valid', 'expired', 'deleted'),
  verified: fc.boolean(),
  unpaidOrders: mostly<number>(0, 1, 2, 3, 4),
  product: mostly('on sale', 'deleted', 'hidden', 'missing', 'malformed'),
  priceCents: mostly<number>(50, 1, 16, 17, 25, 33_333_333, 33_333_334, 50_000_000, 99_999_999),
  available: mostly<number>(8, 0, 1, 2, 3, 5),
  minOrder: mostly<number>(1, 2, 3, 4),
  quantity: mostly<number>(1, 2, 3, 4, 5, 8, 9, 1_000_000, 2_147_483_647),
  expected: mostly('right', 'none', 'a cent more', 'no cents'),
  cart: mostly('not needed', 'deposit', 'oversize'),
  heldByAnother: fc.nat(6),
  heldByMe: fc.nat(2),
  fit: fc.constantFrom(null, { vehicle: '2009 Honda Civic', verdict: 'fits' as const, reason: 'Listed' }),
})
type State = typeof State extends fc.Arbitrary<infer T> ? T : never

test('an order is stored exactly when the facts in the database allow it', async () => {
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(State, async (state) => {
      const { order, facts } = await plant(state)
      const verdict = judgeOrder(order, facts, rules)
      codes.add(!verdict ? 'stored' : verdict.ok ? 'allowed' : verdict.refusal.code)
      const outcome = await store.db
        .transaction()
        .execute((trx) => storeOrder(trx, { ...store.shop, rules }, order))
      const [row] = await store.db.selectFrom('orders').select('number').where('id', '=', order.id).execute()
      expect(row !== undefined).toBe(verdict === null)
      const left = state.available - order.quantity
      expect(outcome).toEqual(
        verdict ?? {
          ok: true,
          value: {
            answer: { insertedId: order.id, number: `DL-${row?.number}` },
            changes: [left < state.minOrder ? 'products' : `product:${order.productId}`],
          },
        },
      )
    }),
    { numRuns: 300 },
  )
  // Every outcome must have occurred, otherwise the test proves less than it claims.
  expect([...codes].toSorted()).toEqual([
    'below_min_order',
    'email_not_verified',
    'insufficient_stock',
    'not_found',
    'price_changed',
    'stored',
    'too_many_unpaid_orders',
    'total_out_of_range',
    'unauthenticated',
    'use_cart',
  ])
}, 60_000)

/**
 * Creates the state in the database.
 * @returns the order, and the facts that its transaction must find.
 */
async function plant(state: State): Promise<{ order: NewOrder; facts: OrderFacts }> {
  const { verified, priceCents, available, minOrder, quantity } = state
  const accountId = await insertAccount({ verified })
  const price = dollarsFromCents(priceCents)
  const productId = await stockProduct(store, {
    price,
    available,
    minOrder,
    hidden: state.product === 'hidden',
  })
  if (state.product === 'deleted')
    await sql`update products set deleted_at = now() where id = ${productId}`.execute(store.db)
  const coreCents = state.cart === 'deposit' ? 1500 : 0
  const oversize = state.cart === 'oversize'
  await sql`update products set core_cents = ${coreCents}, oversize = ${oversize} where id = ${productId}`.execute(
    store.db,
  )
  const tokenHash = randomBytes(32)
  if (state.token !== 'deleted')
    await store.db
      .insertInto('access_tokens')
      .values({
        token_hash: tokenHash,
        account_id: accountId,
        expires_at: new Date(Date.now() + (state.token === 'valid' ? 3_600_000 : -1000)),
      })
      .execute()
  await place(Array.from({ length: state.unpaidOrders }, () => [elsewhere, accountId, 1]))
  // The pieces that the customer holds are an unpaid order, too.
  const held = state.heldByMe + state.heldByAnother
  if (state.heldByMe > 0) await place([[productId, accountId, state.heldByMe]])
  if (state.heldByAnother > 0) await place([[productId, another, state.heldByAnother]])
  const total = priceCents * quantity
  const ids = {
    'on sale': productId,
    deleted: productId,
    hidden: productId,
    missing: randomUUID(),
    malformed: null,
  }
  const unpaidOrders = state.unpaidOrders + (state.heldByMe > 0 ? 1 : 0)
  const onSale = state.product === 'on sale'
  return {
    order: {
      id: randomUUID(),
      tokenHash,
      productId: ids[state.product],
      quantity,
      day: '2026-11-29',
      expectedCents: { none: null, right: total, 'a cent more': total + 1, 'no cents': 0 }[state.expected],
      phone: '(217) 555-0100',
      address: '1 Main Street',
      fit: state.fit,
    },
    facts: {
      customer:
        state.token === 'valid'
          ? {
              unpaidOrders: Math.min(unpaidOrders, rules.maxUnpaidOrders),
              held: new Map(verified ? [] : [[productId, { held, own: state.heldByMe }]]),
            }
          : null,
      product: onSale
        ? { id: productId, priceCents, available, minOrder, unit: 'piece', coreCents, oversize }
        : null,
      plainOrders: 'all_in',
    },
  }
}

async function insertAccount({ verified }: { verified: boolean }): Promise<string> {
  const id = randomUUID()
  await store.db
    .insertInto('accounts')
    .values({ id, email: `${id}@orders.test`, name: 'Casey Morgan', email_verified: verified })
    .execute()
  return id
}

/** Inserts unpaid orders directly, placed while their customers were unverified. */
async function place(rows: [productId: string, accountId: string, quantity: number][]): Promise<void> {
  if (rows.length === 0) return
  await store.db
    .insertInto('orders')
    .values(
      rows.map(([productId, accountId, quantity]) => ({
        product_id: productId,
        account_id: accountId,
        picture: '/images/x.webp',
        product_name: 'Ceramic Brake Pads',
        unit_price_cents: 100,
        quantity,
        total_cents: 100 * quantity,
        customer_name: 'Casey Morgan',
        customer_email: 'casey@orders.test',
        customer_phone: '(217) 555-0100',
        customer_address: '1 Main Street',
        unverified: true,
        hold_expires_at: new Date(Date.now() + 3_600_000),
      })),
    )
    .execute()
}
