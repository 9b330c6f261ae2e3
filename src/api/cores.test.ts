// Long because it has every way of a deposit, from the sale to its end.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeOrderMail } from '#domain/mails/write-order-mail.server.ts'
import { recordRefunds } from '#domain/payments/record-refunds.server.ts'
import { cancelLateReturns } from '#domain/returns/cancel-late-returns.server.ts'
import { keepCores } from '#domain/returns/keep-cores.server.ts'
import { simulatorOf, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { paidPurchase, shippedDaysAgo } from '../../tests/support/paid-purchase.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
let alternator: string
/** Regions of 6.25 % where the tax of a core alone stays, and where it is given back. */
let keeping: string
let refunding: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  alternator = await stockProduct(store, { name: 'Alternator', price: 189.5, available: 1000 })
  const region = async (name: string, coreTaxRefunded: boolean) =>
    (
      await admin.call('POST', '/tax-regions', {
        country: 'US',
        region: name,
        name,
        rate: 6.25,
        deliveryTaxed: false,
        coreTaxed: true,
        coreTaxRefunded,
        validFrom: '2026-01-01',
      })
    ).body.insertedId
  keeping = await region('OH', false)
  refunding = await region('VA', true)
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
})

/** Alternators at $189.50 with a deposit of $45.00 each, 6.25 % of tax and delivery; paid and shipped. */
async function bought({ quantity = 3, regionId = keeping, contained = false, ships = true } = {}) {
  const coreTaxCents = Math.round(quantity * 4500 * 0.0625)
  const { id, total, intent } = await paidPurchase(
    store,
    customer,
    [
      {
        productId: alternator,
        quantity,
        coreUnitCents: 4500,
        taxCents: Math.round(quantity * 18950 * 0.0625) + coreTaxCents,
        coreTaxCents,
        taxRegionId: regionId,
      },
    ],
    { contained },
  )
  if (ships) await admin.call('POST', `/purchase/${id}/shipments`, { parcels: [{}] })
  return { id, total, intent }
}

const ask = (id: string, quantity: number, { core = true, by = customer } = {}) =>
  by.call('POST', `/purchase/${id}/returns`, {
    lines: [{ orderId: id, quantity, ...(core ? { core } : { reason: 'not_needed' }) }],
  })
const receive = (returnId: string, orderId: string, count: number, { core = true, refund = true } = {}) =>
  admin.call('POST', `/return/${returnId}/receipt`, {
    lines: [{ orderId, core, received: count, restocked: core ? 0 : count, writtenOff: core ? count : 0 }],
    refund,
  })
/** Sends back and receives; the amount that is given back, in dollars. */
async function sendBack(id: string, quantity: number, core = true): Promise<number> {
  const { status, body } = await ask(id, quantity, { core })
  expect(status, JSON.stringify(body)).toBe(201)
  return (await receive(body.returnId, id, quantity, { core })).body.amount ?? 0
}
const shown = async (id: string) => (await customer.call('GET', `/purchase/${id}`)).body
const coresOf = async (id: string) => (await shown(id)).lines[0].cores
const available = async () =>
  (
    await store.db
      .selectFrom('products')
      .select('available')
      .where('id', '=', alternator)
      .executeTakeFirstOrThrow()
  ).available
const held = async () => (await admin.call('GET', '/reports/takings?by=day')).body.at(-1).depositsHeld
const mails = async (text: string) => {
  await sendOrderMails(store)
  return (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes(text))
}

describe('an old part that comes back', () => {
  test.each([
    ['its deposit, and its tax stays where the region says so', {}, 45, 0],
    ['its tax too, where the region says so', { refunds: true }, 47.81, -2.81],
    ['its whole price, where the tax is contained', { contained: true }, 45, -2.81],
  ])(
    'alone gives back %s',
    async (
      _,
      { refunds = false, contained = false }: { refunds?: boolean; contained?: boolean },
      amount,
      tax,
    ) => {
      // A deposit of $45.00 with $2.81 of tax.
      const { id } = await bought({ quantity: 1, contained, regionId: refunds ? refunding : keeping })
      const stock = await available()
      const deposits = await held()
      expect(await coresOf(id)).toEqual({ open: 1, until: expect.any(String) })
      expect(await sendBack(id, 1)).toBe(amount)
      expect(await available()).toBe(stock)
      expect(Math.round((deposits - (await held())) * 100)).toBe(4500)
      const after = await shown(id)
      expect(after.refunds).toMatchObject([{ cause: 'core', state: 'done' }])
      expect(after.lines[0]).not.toHaveProperty('cores')
      expect(after.lines[0]).not.toHaveProperty('returnedQty')
      const note = after.documents.at(-1)
      const { body } = await customer.call('GET', `/document/${note._id}`)
      expect(body.lines).toMatchObject([{ kind: 'core', quantity: 1 }])
      expect(body.lines[0].tax).toBeCloseTo(tax, 5)
      expectProblem(await ask(id, 1), 409, 'nothing_to_return')
      const [arrived] = await mails('has arrived')
      expect(arrived?.text).toContain('we got 1 old part of Alternator')
      await expectEveryRule(store)
    },
  )

  test('is in its part that comes back, unless it came back before', async () => {
    const { id, total } = await bought()
    expect(await sendBack(id, 1)).toBe(45)
    // One part with its core: a third of 568.50 + 35.53 and of 135.00 + 8.44, the second of three.
    expect(await sendBack(id, 1, false)).toBe(249.16)
    expect(await coresOf(id)).toMatchObject({ open: 1 })
    // Of the two that are left, one has its core.
    expect(await sendBack(id, 2, false)).toBe(450.5)
    expect(await coresOf(id)).toBeUndefined()
    // All but the delivery, and the tax of the core that came back alone.
    expect((await shown(id)).refunded).toBeCloseTo(total - 9.99 - 2.81, 5)
  })

  test('is asked for once: not while its part is on its way, nor before it has shipped', async () => {
    const { id } = await bought({ ships: false })
    expectProblem(await ask(id, 1), 409, 'nothing_to_return')
    expect(await coresOf(id)).toBeUndefined()
    await admin.call('POST', `/purchase/${id}/shipments`, {
      parcels: [{ lines: [{ orderId: id, quantity: 2 }] }],
    })
    expect(await coresOf(id)).toMatchObject({ open: 2 })
    const { body } = await ask(id, 1, { core: false })
    expect(await coresOf(id)).toMatchObject({ open: 1 })
    const many = await ask(id, 2)
    expectProblem(many, 409, 'nothing_to_return')
    expect(many.body.errors).toEqual([
      {
        field: 'lines.0.quantity',
        code: 'too_high',
        message: 'Only 1 old part of Alternator can be sent back.',
      },
    ])
    await customer.call('PATCH', `/return/${body.returnId}`, { state: 'canceled' })
    await customer.call('POST', `/purchase/${id}/cancellations`, { lines: [{ orderId: id, quantity: 1 }] })
    expect((await ask(id, 2)).status).toBe(201)
    expect(await coresOf(id)).toBeUndefined()
  })

  test('is never put into stock, and keeps its deposit if it is received without a refund', async () => {
    const { id } = await bought({ quantity: 1 })
    const [stock, deposits] = [await available(), await held()]
    const { body } = await ask(id, 1)
    const restocked = await admin.call('POST', `/return/${body.returnId}/receipt`, {
      lines: [{ orderId: id, core: true, received: 1, restocked: 1, writtenOff: 0 }],
      refund: true,
    })
    expectProblem(restocked, 422, 'invalid_input')
    expect(restocked.body.errors[0].field).toBe('lines.0.restocked')
    expect((await receive(body.returnId, id, 1, { refund: false })).body).toEqual({})
    expect([await available(), await held()]).toEqual([stock, deposits])
    expectProblem(await ask(id, 1), 409, 'nothing_to_return')
  })

  test('came with its part, also if that was received without a refund', async () => {
    const { id } = await bought({ quantity: 2 })
    const deposits = await held()
    const { body } = await ask(id, 1, { core: false })
    await receive(body.returnId, id, 1, { core: false, refund: false })
    expect(await coresOf(id)).toMatchObject({ open: 1 })
    expect(await sendBack(id, 1)).toBe(45)
    expectProblem(await ask(id, 1), 409, 'nothing_to_return')
    expect(deposits - (await held())).toBe(45)
  })

  test('gives back its deposit also if goodwill gave the money back before', async () => {
    const { id, total, intent } = await bought({ quantity: 1 })
    const deposits = await held()
    const all = { goodwill: total, note: 'It came late' }
    expect((await admin.call('POST', `/purchase/${id}/refunds`, all)).status).toBe(201)
    expect(await sendBack(id, 1, false)).toBe(0)
    expect(deposits - (await held())).toBe(45)
    const after = await shown(id)
    expect(after.refunds).toHaveLength(1)
    expect(after.documents.at(-1)).toMatchObject({ kind: 'credit_note', total: 0 })
    const { body: note } = await customer.call('GET', `/document/${after.documents.at(-1)._id}`)
    // 189.50 with 11.84 of tax, and 45.00 with 2.81.
    expect(note).toMatchObject({ total: 0, tax: -14.65 })
    expect(note.lines.at(-1)).toMatchObject({ kind: 'goodwill', net: 249.15 })
    expectProblem(await ask(id, 1), 409, 'nothing_to_return')
    expect((await stripeAt(simulatorOf(store)).refunds.list({ payment_intent: intent })).data).toHaveLength(1)
  })

  test('has no reason, so its part is not flagged', async () => {
    const { id } = await bought()
    const line = { orderId: id, quantity: 1, reason: 'does_not_fit' }
    const refused = await customer.call('POST', `/purchase/${id}/returns`, {
      lines: [line, { ...line, core: true }],
    })
    expectProblem(refused, 422, 'invalid_input')
    expect(refused.body.errors).toMatchObject([{ field: 'lines.1.reason' }])
  })

  test('comes within the days of cores; after them an admin’s request waits', async () => {
    const { id } = await bought()
    await shippedDaysAgo(store, id, 180)
    // The days of the part are over.
    expectProblem(await ask(id, 1, { core: false }), 409, 'return_window_over')
    expect((await ask(id, 1)).status).toBe(201)
    await shippedDaysAgo(store, id, 181)
    const late = await ask(id, 1)
    expectProblem(late, 409, 'return_window_over')
    expect(late.body.detail).toContain('the old part of Alternator until')
    expect(await coresOf(id)).toBeUndefined()
    const { body: ofOwner } = await customer.call('GET', `/purchase/${id}/returnable`)
    expect(ofOwner.lines).toMatchObject([{ cores: 0, coresUntil: expect.any(String) }])
    const { body } = await ask(id, 1, { by: admin })
    expect((await admin.call('GET', `/return/${body.returnId}`)).body.state).toBe('requested')
  })
})

describe('the deposit of an old part that never comes', () => {
  test('is kept after the days that it was sold with, whatever they are for later orders', async () => {
    const { id } = await bought()
    await shippedDaysAgo(store, id, 100)
    const until = (await coresOf(id)).until
    const { body: settings } = await admin.call('GET', '/sales-settings')
    const { body } = await admin.call('PUT', '/sales-settings', { ...settings, coreDays: 30 })
    const before = await held()
    await keepCores(store.shop)
    expect(await held()).toBe(before)
    expect(await coresOf(id)).toEqual({ open: 3, until })
    expect(await sendBack(id, 1)).toBe(45)
    await admin.call('PUT', '/sales-settings', { ...settings, revision: body.revision })
  })

  test('waits for a parcel that is late, after its return was canceled', async () => {
    const { id } = await bought({ quantity: 1 })
    await shippedDaysAgo(store, id, 179)
    const { returnId } = (await ask(id, 1)).body
    const decided = async (days: number) =>
      sql`update returns set decided_at = now() - make_interval(days => ${days}::integer) where id = ${returnId}`.execute(
        store.db,
      )
    const runJobs = async () => {
      await cancelLateReturns(store.shop)
      await keepCores(store.shop)
    }
    await shippedDaysAgo(store, id, 208)
    await decided(29)
    await runJobs()
    expect((await shown(id)).returns).toMatchObject([{ state: 'canceled' }])
    const [canceled] = await mails('was canceled')
    expect(canceled?.text).toContain('we write to you when it arrives')
    expect((await receive(returnId, id, 1)).body).toMatchObject({ amount: 45 })

    const { id: other } = await bought({ quantity: 1 })
    await shippedDaysAgo(store, other, 179)
    const { returnId: lost } = (await ask(other, 1)).body
    await shippedDaysAgo(store, other, 223)
    await sql`update returns set decided_at = now() - interval '44 days' where id = ${lost}`.execute(store.db)
    const before = await held()
    await runJobs()
    expect(before - (await held())).toBe(45)
  })

  test('is not asked for once all that was paid has been given back', async () => {
    const { id, total } = await bought({ quantity: 1 })
    const all = { goodwill: total, note: 'It came late' }
    await admin.call('POST', `/purchase/${id}/refunds`, all)
    await shippedDaysAgo(store, id, 167)
    await keepCores(store.shop)
    expect(await mails('deposit')).toEqual([])
    expect(await coresOf(id)).toBeUndefined()
  })

  test('is kept 14 days after its days, except for those on their way', async () => {
    const { id } = await bought()
    await ask(id, 1)
    await shippedDaysAgo(store, id, 194)
    const before = await held()
    await keepCores(store.shop)
    expect(await held()).toBe(before)
    await shippedDaysAgo(store, id, 195)
    await keepCores(store.shop)
    await keepCores(store.shop)
    expect(before - (await held())).toBe(90)
    const { body: audit } = await admin.call('GET', `/audit?q=${id}&limit=1`)
    expect(audit).toMatchObject([
      { action: 'keep_cores', after: { pieces: '2 old parts of Alternator', amountCents: 9000 } },
    ])
    expect(audit[0]).not.toHaveProperty('actor')
    // What is given back later for the parts is without the deposits that were kept.
    const { body: refundable } = await admin.call('GET', `/purchase/${id}/refundable`)
    expect(refundable.lines[1]).toMatchObject({ kind: 'core', kept: 2, taxStays: true })
    const { body } = await admin.call('POST', `/purchase/${id}/refunds`, {
      lines: [{ orderId: id, quantity: 3 }],
      note: 'It was scratched',
    })
    expect(body.amount).toBeCloseTo(568.5 + 35.53 + 45 + 2.81, 5)
  })

  test('is announced once, 14 days before its days end, unless it came meanwhile', async () => {
    const { id } = await bought({ quantity: 2 })
    const { id: other } = await bought({ quantity: 1 })
    for (const purchase of [id, other]) await shippedDaysAgo(store, purchase, 165)
    await keepCores(store.shop)
    expect(await mails('deposit')).toEqual([])
    await sendBack(other, 1)
    for (const purchase of [id, other]) await shippedDaysAgo(store, purchase, 167)
    await keepCores(store.shop)
    await keepCores(store.shop)
    const reminders = await mails('deposit')
    expect(reminders).toHaveLength(1)
    expect(reminders[0]?.text).toContain('you paid a deposit of $90.00 for old parts')
    expect(reminders[0]?.text).toMatch(/Alternator: 2 old parts by \w{3} \d{1,2}, \d{4}/)
    // It was due when the email was to be written.
    await sendBack(id, 2)
    const job = { orderId: id, kind: 'core_ending' as const, about: '' }
    expect(await writeOrderMail(store.shop, job, true)).toBeNull()
    const skipped = await store.db
      .selectFrom('order_mails')
      .select('skipped')
      .where('order_id', '=', id)
      .where('kind', '=', 'core_ending')
      .execute()
    expect(skipped).toEqual([{ skipped: 'returned meanwhile' }])
  })

  test('is given back, not kept, when everything is refunded at the provider', async () => {
    const { id, intent } = await bought({ quantity: 2 })
    await sendBack(id, 1)
    const before = await held()
    await stripeAt(simulatorOf(store)).refunds.create({ payment_intent: intent })
    await recordRefunds(store.shop, intent)
    expect(before - (await held())).toBe(45)
    const after = await shown(id)
    expect(after.refunded).toBe(after.total)
    expect(after.lines[0]).not.toHaveProperty('cores')
  })
})

test('every rule of the store holds after all of this', () => expectEveryRule(store))
