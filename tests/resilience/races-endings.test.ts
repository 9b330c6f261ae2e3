// Long because all its races are ends of one order (paid, shipped, deleted, expired), with the same setup on
// two stores.

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expireHolds } from '#domain/payments/expire-holds.server.ts'
import {
  type BrowserIntent,
  eventAbout,
  faultsLeft,
  intentFor,
  intentOf,
  payByCard,
  setFaults,
} from '../support/card-payments.ts'
import { order, stockProduct } from '../support/orders.ts'
import { race } from '../support/race.ts'
import {
  expectEveryRule,
  openStorePair,
  type StorePair,
  countOutcomes,
  outcomeOf,
} from '../support/store-pair.ts'
import { type ApiResponse, type User, signIn } from '../support/users.ts'

let stores: StorePair
let customer: User
let admin: User

beforeAll(async () => {
  stores = await openStorePair()
  ;[customer, admin] = await Promise.all([signIn(stores.first), signIn(stores.first, { admin: true })])
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

const askFor = (id: string, at: number) =>
  stores.by(customer, at)('POST', '/create-payment-intent', { orderId: id, totalPrice: 25.5 })
const confirm = (id: string, transactionId: string, at: number) =>
  stores.by(customer, at)('PATCH', `/order/${id}`, { orderId: id, transactionId })
const deleteIt = (id: string, at: number) => stores.by(customer, at)('DELETE', `/order/${id}`)
const orderRow = (id: string) =>
  stores.first.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const available = async (productId: string) =>
  (
    await stores.first.db
      .selectFrom('products')
      .select('available')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  ).available

/** An order at the provider: the states of its intents, and the cents charged minus those refunded. */
async function atProvider(orderId: string): Promise<{ states: string[]; netCents: number }> {
  const found = await sql<{ status: string; net: number }>`
    select i.status, coalesce(sum(c.amount - c.amount_refunded) filter (where c.status = 'succeeded'), 0)::int as net
    from simulator.intents i left join simulator.charges c on c.intent_id = i.id
    where i.metadata->>'order_id' = ${orderId} group by i.id, i.status`.execute(stores.first.db)
  return {
    states: found.rows.map(({ status }) => status).toSorted(),
    netCents: found.rows.reduce((sum, { net }) => sum + net, 0),
  }
}

/** The browser's way: the card, then PATCH, whatever the card's response was. */
async function payAndConfirm(id: string, intent: BrowserIntent, at: number) {
  const card = await payByCard(stores.first, intent)
  return { charged: card.intent.status === 'succeeded', confirmed: await confirm(id, intent.id, at) }
}

/** Expects one of the two legal ends of an order that is paid and deleted concurrently. Returns which. */
async function expectPaidOrDeleted(
  id: string,
  productId: string,
  payer: { charged: boolean; confirmed: ApiResponse | null },
  deleted: ApiResponse,
): Promise<'paid' | 'deleted'> {
  const row = await orderRow(id)
  const provider = await atProvider(id)
  if (row.deleted_at) {
    expect(outcomeOf(deleted)).toBe('200')
    expect(row).toMatchObject({ paid_at: null, transaction_id: null, hold: 'released' })
    expect(payer.charged).toBe(false)
    expect([null, '404 not_found', '409 payment_not_confirmed']).toContain(
      payer.confirmed && outcomeOf(payer.confirmed),
    )
    expect(provider.netCents).toBe(0)
    for (const state of provider.states) expect(state).toBe('canceled')
    expect(await available(productId)).toBe(10)
    return 'deleted'
  }
  expect(outcomeOf(deleted)).toBe('409 order_is_paid')
  expect(payer).toMatchObject({ charged: true, confirmed: { status: 200 } })
  expect(row).toMatchObject({ hold: 'sold' })
  expect(row.paid_at).not.toBeNull()
  expect(provider.netCents).toBe(2550)
  expect(provider.states.filter((state) => state === 'succeeded')).toHaveLength(1)
  expect(await available(productId)).toBe(9)
  return 'paid'
}

describe('paying an order that is deleted at the same moment', () => {
  test('ends with a paid order and a refused deletion, or with a deleted order and an uncharged card', () =>
    race(40, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const id = await order(customer, productId)
      const intent = await intentFor(customer, id)
      let payer = { charged: false, confirmed: null as ApiResponse | null }
      const [deleted] = await together(
        [
          () => deleteIt(id, number),
          async () => {
            payer = await payAndConfirm(id, intent, number + 1)
            return payer.confirmed
          },
        ],
        40,
      )
      if (!deleted) throw new Error('The deletion got no response')
      await expectPaidOrDeleted(id, productId, payer, deleted)
    }))

  test('an order that is paid, deleted and shipped concurrently is paid if shipped, and neither if deleted', () =>
    race(20, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const id = await order(customer, productId)
      const intent = await intentFor(customer, id)
      let payer = { charged: false, confirmed: null as ApiResponse | null }
      const [deleted, , shipped] = await together(
        [
          () => deleteIt(id, number),
          async () => {
            payer = await payAndConfirm(id, intent, number + 1)
            return payer.confirmed
          },
          () => stores.by(admin, number)('PATCH', `/order/shipped/${id}`),
        ],
        20,
      )
      if (!deleted || !shipped) throw new Error('A request got no response')
      const end = await expectPaidOrDeleted(id, productId, payer, deleted)
      const isShipped = (await orderRow(id)).shipped_at !== null
      expect(['200', '409 not_paid', '404 not_found']).toContain(outcomeOf(shipped))
      expect(isShipped).toBe(outcomeOf(shipped) === '200')
      if (isShipped) expect(end).toBe('paid')
    }))
})

describe('starting the payment of an order that is deleted concurrently', () => {
  test('deletes the order, and no intent of it can be paid afterwards', () =>
    race(15, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const id = await order(customer, productId)
      const [deleted, ...intentAnswer] = await together([
        () => deleteIt(id, number),
        ...Array.from({ length: [1, 2, 6][number % 3] ?? 1 }, (_, i) => () => askFor(id, number + i)),
      ])
      expect(deleted).toMatchObject({ status: 200, body: { deletedCount: 1 } })
      for (const response of intentAnswer) {
        // The response came before or after the deletion.
        expect(['201', '404 not_found']).toContain(outcomeOf(response))
        if (response.status !== 201) continue
        const late = await payByCard(stores.first, intentOf(response.body.clientSecret))
        expect(late).toMatchObject({ status: 400, error: { code: 'payment_intent_unexpected_state' } })
      }
      expect(await orderRow(id)).toMatchObject({ paid_at: null, hold: 'released' })
      expect((await atProvider(id)).netCents).toBe(0)
      expect(await available(productId)).toBe(10)
    }))

  test('an order whose payment starts and succeeds while it is deleted ends paid or deleted', () =>
    race(12, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const id = await order(customer, productId)
      let payer = { charged: false, confirmed: null as ApiResponse | null }
      const [deleted] = await together(
        [
          () => deleteIt(id, number),
          async () => {
            const intentAnswer = await askFor(id, number + 1)
            expect(['201', '404 not_found']).toContain(outcomeOf(intentAnswer))
            if (intentAnswer.status === 201)
              payer = await payAndConfirm(id, intentOf(intentAnswer.body.clientSecret), number + 1)
            return intentAnswer
          },
        ],
        40,
      )
      if (!deleted) throw new Error('The deletion got no response')
      await expectPaidOrDeleted(id, productId, payer, deleted)
    }))
})

describe('a hold that ends', () => {
  const endHold = (id: string) =>
    sql`update orders set hold_expires_at = now() - interval '1 second' where id = ${id}`.execute(
      stores.first.db,
    )
  /** The history of an order's hold. */
  const holdStory = async (id: string) => {
    const notes = await stores.first.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject', '=', `order:${id}`)
      .where('action', 'in', ['lapse_hold', 'retake_hold'])
      .orderBy('id')
      .execute()
    return notes.map(({ action }) => action).join(' ')
  }
  const sweep = (at: number) => async () => {
    await expireHolds(stores.of(at).shop)
    return null
  }

  test('ends with the pieces sold, or released without a charge, while its order is being paid', () =>
    race(20, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const id = await order(customer, productId)
      const intent = await intentFor(customer, id)
      await endHold(id)
      let payer = { charged: false, confirmed: null as ApiResponse | null }
      await together<unknown>([
        sweep(number),
        sweep(number + 1),
        async () => {
          payer = await payAndConfirm(id, intent, number)
        },
      ])
      const row = await orderRow(id)
      const { netCents } = await atProvider(id)
      if (row.paid_at) {
        expect(payer).toMatchObject({ charged: true, confirmed: { status: 200 } })
        expect(row.hold).toBe('sold')
        expect(netCents).toBe(2550)
        expect(await available(productId)).toBe(9)
      } else {
        expect(payer.charged).toBe(false)
        expect(payer.confirmed && outcomeOf(payer.confirmed)).toBe('409 payment_not_confirmed')
        expect(row.hold).toBe('released')
        expect(netCents).toBe(0)
        expect(await available(productId)).toBe(10)
      }
    }))

  test('stays and can be paid when it is renewed, while two processes expire holds concurrently', () =>
    race(8, async ({ number, together }) => {
      const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
      const ids = await Promise.all(Array.from({ length: 4 }, () => order(customer, productId)))
      // One of the two is delayed at the first order, while the other releases what both have seen expired.
      await askFor(ids[0] ?? '', number)
      await setFaults(stores.first, 'delay=150,times=1,on=cancel')
      for (const id of ids) await endHold(id)
      const [, , ...intentAnswer] = await together<ApiResponse | null>(
        [sweep(number), sweep(number + 1), ...ids.map((id, i) => () => askFor(id, number + i))],
        100,
      )
      for (const [i, id] of ids.entries()) {
        const response = intentAnswer[i]
        if (!response) throw new Error('A request got no response')
        expect(outcomeOf(response)).toBe('201')
        const intent = intentOf(response.body.clientSecret)
        const row = await orderRow(id)
        const story = await holdStory(id)
        expect(['', 'lapse_hold', 'lapse_hold retake_hold']).toContain(story)
        // Expired, released, and requested before that: the intent is canceled. In all other cases it can be
        // paid.
        expect(row.hold).toBe(story === 'lapse_hold' ? 'released' : 'held')
        if (story.endsWith('retake_hold')) expect(row.hold_expires_at.getTime()).toBeGreaterThan(Date.now())
        const paid = await payAndConfirm(id, intent, number)
        expect(paid.charged).toBe(row.hold === 'held')
        expect(outcomeOf(paid.confirmed)).toBe(paid.charged ? '200' : '409 payment_not_confirmed')
      }
    }))

  test('stays when it was released and renewed, however late another process handles it', async () => {
    const productId = await stockProduct(stores.first, { price: 25.5, available: 10 })
    const ids: string[] = []
    for (let i = 0; i < 5; i += 1) ids.push(await order(customer, productId))
    const last = ids.at(-1) ?? ''
    // One process is canceling four payments, with the fifth order still on its list.
    for (const id of ids.slice(0, 4)) await askFor(id, 0)
    await setFaults(stores.first, 'delay=2000,times=4,on=cancel')
    for (const id of ids) await endHold(id)
    const late = expireHolds(stores.first.shop)
    await expect.poll(() => faultsLeft(stores.first), { interval: 5 }).toBe('')
    await expireHolds(stores.of(1).shop)
    const response = await askFor(last, 1)
    expect(outcomeOf(response)).toBe('201')
    await late
    expect(await holdStory(last)).toBe('lapse_hold retake_hold')
    expect((await orderRow(last)).hold).toBe('held')
    const paid = await payAndConfirm(last, intentOf(response.body.clientSecret), 0)
    expect(paid).toMatchObject({ charged: true, confirmed: { status: 200 } })
    expect(await available(productId)).toBe(9)
  })
})

test('a charge that finds its pieces sold to others is refunded once, however many processes see it', () =>
  race(20, async ({ number, together }) => {
    const productId = await stockProduct(stores.first, { price: 25.5, available: 1 })
    const id = await order(customer, productId)
    const intent = await intentFor(customer, id)
    // No call leads to this state: the hold ends while its payment is still open, as after a bug of ours.
    await sql`with ended as (update orders set hold = 'released' where id = ${id} returning id, product_id),
      moved as (insert into stock_movements (product_id, order_id, kind, quantity) select product_id, id, 'released', 1 from ended)
      update products set available = available + 1 where id = ${productId}`.execute(stores.first.db)
    await order(customer, productId)
    expect((await payByCard(stores.first, intent, undefined, 'lose-webhook=always')).status).toBe(200)
    const event = eventAbout(intent.id)
    const responses = await together([
      ...Array.from({ length: 4 }, (_, i) => () => confirm(id, intent.id, number + i)),
      ...Array.from({ length: 4 }, (_, i) => () => stores.postWebhook(event, number + i)),
    ])
    expect(countOutcomes(responses)).toEqual({ '409 payment_mismatch': 4, '200': 4 })
    expect(await orderRow(id)).toMatchObject({ paid_at: null, hold: 'released' })
    expect((await atProvider(id)).netCents).toBe(0)
    const refunds = await sql<{
      amount: number
    }>`select amount from simulator.refunds where intent_id = ${intent.id}`.execute(stores.first.db)
    expect(refunds.rows).toEqual([{ amount: 2550 }])
  }))
