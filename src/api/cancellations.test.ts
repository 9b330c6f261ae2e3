// Long because cancellations and refunds are two views of one ledger, and share its purchases.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { processProviderEvents } from '#domain/payments/process-provider-events.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import {
  confirmPayment,
  setFaults,
  simulatorOf,
  WITHOUT_WEBHOOKS,
} from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { countWaiting } from '../../tests/support/queue-behind-lock.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { countOutcomes, expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
let alternator: string
let pads: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  alternator = await stockProduct(store, { name: 'Alternator', price: 189.5, available: 1000 })
  pads = await stockProduct(store, { name: 'Brake Pads', price: 38.9, unit: 'set of 4', available: 1000 })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
})

/** Refunds of this card wait at the bank at first; of the other, they fail after they were done. */
const PENDING_CARD = '4000000000007726'
const FAILING_CARD = '4000000000005126'

/** Three alternators with deposits, a set of brake pads and delivery, paid; 6.25 % of tax. Total $796.98. */
async function paidPurchase(
  card?: string,
): Promise<{ id: string; first: string; second: string; intent: string }> {
  const wanted = [
    { productId: alternator, quantity: 3, coreUnitCents: 4500, taxCents: 4397, coreTaxCents: 844 },
    { productId: pads },
  ]
  const { id, orderIds } = await purchase(store, customer, wanted, { deliveryCents: 62 })
  const { transactionId: intent } = await charge(store, customer, id, card)
  expect((await confirmPayment(customer, id, intent)).status).toBe(200)
  const [first = '', second = ''] = orderIds
  return { id, first, second, intent }
}

/** An order that was paid before the store had invoices. */
async function paidWithoutInvoice(): Promise<string> {
  const id = await orderPaid(store, customer, pads)
  await sql`alter table documents disable trigger user`.execute(store.db)
  await sql`alter table document_lines disable trigger user`.execute(store.db)
  await sql`delete from document_lines where order_id = ${id}`.execute(store.db)
  await sql`delete from documents where purchase_id = ${id}`.execute(store.db)
  await sql`update document_numbers set last = last - 1 where kind = 'invoice'`.execute(store.db)
  await sql`alter table documents enable trigger user`.execute(store.db)
  await sql`alter table document_lines enable trigger user`.execute(store.db)
  return id
}

type Line = { orderId: string; quantity: number }
const cancel = (id: string, lines: Line[], { by = customer, key = '', reason = '' } = {}) =>
  by.call(
    'POST',
    `/purchase/${id}/cancellations`,
    { lines, ...(reason && { reason }) },
    key === '' ? {} : { 'Idempotency-Key': key },
  )
const refund = (id: string, body: object, by = admin) =>
  by.call('POST', `/purchase/${id}/refunds`, { note: 'It came late', ...body })
const shown = async (id: string, by = customer) => (await by.call('GET', `/purchase/${id}`)).body
const available = async (productId: string) =>
  (
    await store.db
      .selectFrom('products')
      .select('available')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  ).available
const atProvider = async (intent: string): Promise<number> => {
  const { data } = await stripeAt(simulatorOf(store)).charges.list({ payment_intent: intent })
  return (data[0]?.amount_refunded ?? 0) / 100
}
/** Refunds as in the provider's dashboard: cents, or all that is left. */
const inDashboard = async (intent: string, cents?: number, isRead = false) => {
  await stripeAt(simulatorOf(store)).refunds.create({
    payment_intent: intent,
    ...(cents !== undefined && { amount: cents }),
  })
  if (isRead) await processProviderEvents(store.shop)
}
const held = async () => (await admin.call('GET', '/reports/takings?by=day')).body.at(-1).depositsHeld
const creditNotes = async (id: string) => {
  const { documents } = await shown(id)
  const notes = documents.filter(({ kind }: { kind: string }) => kind === 'credit_note')
  return Promise.all(
    notes.map(async ({ _id }: { _id: string }) => (await customer.call('GET', `/document/${_id}`)).body),
  )
}
const mails = async (text: string, to = customer.email) => {
  await sendOrderMails(store)
  return (await mailsTo(store, to)).filter(({ subject }) => subject.includes(text))
}
/** Lets the simulator's refunds of a payment reach their last state, and reads its events. */
async function settleAtProvider(intent: string): Promise<void> {
  await sql`update simulator.refunds set settles_at = now() where intent_id = ${intent} and settles_at is not null`.execute(
    store.db,
  )
  await stripeAt(simulatorOf(store)).events.list({ limit: 1 })
}

describe('a cancellation of paid pieces', () => {
  test('gives back stock, price, deposit and tax of each piece, to the cent, and mails it', async () => {
    const { id, first, intent } = await paidPurchase()
    const before = await available(alternator)
    const one = await cancel(id, [{ orderId: first, quantity: 1 }], { reason: 'Ordered twice' })
    // A third of 568.50 + 35.53 and of 135.00 + 8.44.
    expect([one.status, one.body]).toEqual([
      201,
      { refundId: expect.any(String), amount: 249.15, creditNote: expect.stringMatching(/^CN-\d{4}-\d{6}$/) },
    ])
    expect(await available(alternator)).toBe(before + 1)
    const after = await shown(id)
    expect(after).toMatchObject({
      status: 'paid',
      refunded: 249.15,
      refunds: [{ _id: one.body.refundId, amount: 249.15, state: 'done', cause: 'cancel' }],
    })
    expect(after.refunds[0]).not.toHaveProperty('note')
    expect((await shown(id, admin)).refunds[0].note).toBe('Ordered twice')
    expect(after.lines.map(({ canceledQty }: { canceledQty: number }) => canceledQty)).toEqual([1, 0])
    expect(await atProvider(intent)).toBe(249.15)
    const [note] = await creditNotes(id)
    expect(note).toMatchObject({ number: one.body.creditNote, total: -249.15, net: -234.5, tax: -14.65 })
    expect(note.lines).toEqual([
      { kind: 'part', words: 'Alternator', quantity: 1, net: -189.5, tax: -11.84, rate: 6.25 },
      { kind: 'core', words: 'Core deposit: Alternator', quantity: 1, net: -45, tax: -2.81, rate: 6.25 },
    ])
    const [canceled] = await mails('were canceled')
    expect(canceled?.text).toContain('we canceled 1 piece of Alternator')
    expect(canceled?.text).toContain('Part: Alternator\nQuantity: 2 pieces')
    expect(canceled?.text).toContain('Given back: $249.15')
    expect(canceled?.text).not.toContain('Ordered twice')
    const [refunded] = await mails('refund')
    expect(refunded?.text).toContain(
      'we refunded $249.15 to your card. It is for the parts that were canceled.',
    )
  })

  test('of everything, in any steps, gives back exactly what was paid, with the delivery', async () => {
    const { id, first, second, intent } = await paidPurchase()
    const { total } = await shown(id)
    await cancel(id, [{ orderId: first, quantity: 2 }])
    await cancel(id, [{ orderId: second, quantity: 1 }])
    const last = await cancel(id, [{ orderId: first, quantity: 1 }])
    expect(last.status).toBe(201)
    expect(await shown(id)).toMatchObject({ status: 'canceled', refunded: total })
    expect(await atProvider(intent)).toBe(total)
    const notes = await creditNotes(id)
    expect(notes.at(-1).lines.slice(-2)).toMatchObject([
      { kind: 'delivery', net: -9.35, tax: -0.62 },
      { kind: 'delivery', net: -0.64, tax: 0 },
    ])
    const { body: pending } = await admin.call('GET', '/purchases?status=paid')
    expect(pending.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
    const { body: canceled } = await admin.call('GET', '/purchases?status=canceled')
    expect(canceled.map(({ _id }: { _id: string }) => _id)).toContain(id)
    expectProblem(await admin.call('PATCH', `/order/shipped/${first}`), 409, 'order_canceled')
  })

  test('whose refund failed, and was made in the dashboard, is given back once; the rest stays to return', async () => {
    const { id, first, second, intent } = await paidPurchase()
    await setFaults(store, 'error=always,on=refund')
    const { body } = await cancel(id, [{ orderId: second, quantity: 1 }])
    await sql`update refunds set state = 'failed', failure = 'expired_card' where id = ${body.refundId}`.execute(
      store.db,
    )
    await setFaults(store, '')
    await inDashboard(intent, Math.round(body.amount * 100), true)
    expect(await shown(id)).toMatchObject({
      refunded: body.amount,
      refunds: [{ _id: body.refundId, amount: body.amount, state: 'done', cause: 'cancel' }],
    })
    expect(await creditNotes(id)).toHaveLength(1)
    expect((await cancel(id, [{ orderId: first, quantity: 3 }])).status).toBe(201)
    const { total, refunded } = await shown(id)
    expect(refunded).toBe(total)
    expect(await atProvider(intent)).toBe(total)
  })

  test('by an admin says why in the email, and names an order of which nothing is left', async () => {
    const { id, first, second } = await paidPurchase()
    const lines = [
      { orderId: first, quantity: 3 },
      { orderId: second, quantity: 1 },
    ]
    const canceled = await admin.call('POST', `/purchase/${id}/cancellations`, {
      lines,
      reason: 'Our supplier has none left.',
    })
    expect(canceled.status).toBe(201)
    const [mail] = await mails('was canceled')
    expect(mail?.subject).toMatch(/^Your Driveline order DL-\d+ was canceled$/)
    expect(mail?.text).toContain('From the store: Our supplier has none left.')
  })

  test('of one part leaves it out of what is to ship, and the rest ships', async () => {
    const { id, first, second } = await paidPurchase()
    const { body: before } = await admin.call('GET', '/overview')
    await cancel(id, [{ orderId: second, quantity: 1 }])
    expectProblem(await admin.call('PATCH', `/order/shipped/${second}`), 409, 'order_canceled')
    expect((await customer.call('GET', `/orders/${second}`)).body).toMatchObject({
      canceledQty: 1,
      shipped: false,
    })
    expect((await admin.call('PATCH', `/order/shipped/${first}`)).body).toEqual({ modifiedCount: 1 })
    expect(await shown(id)).toMatchObject({ status: 'shipped' })
    const { body: after } = await admin.call('GET', '/overview')
    expect(after.orders).toMatchObject({
      toShip: before.orders.toShip - 1,
      shipped: before.orders.shipped + 1,
      partlyShipped: before.orders.partlyShipped,
    })
    expectProblem(await cancel(id, [{ orderId: first, quantity: 1 }]), 409, 'already_shipped')
  })

  test('of an order of one part works as for a purchase, and contains its tax', async () => {
    const id = await orderPaid(store, customer, alternator)
    const answer = await cancel(id, [{ orderId: id, quantity: 1 }])
    expect(answer.body).toMatchObject({ amount: 189.5 })
    expect(await shown(id)).toMatchObject({ status: 'canceled', refunded: 189.5 })
    const { body: movements } = await admin.call('GET', `/product/${alternator}/stock?limit=1`)
    expect(movements).toEqual([
      expect.objectContaining({
        kind: 'canceled',
        quantity: 1,
        action: 'cancel_pieces',
        orderId: id,
        actor: expect.objectContaining({ email: customer.email }),
      }),
    ])
  })

  test('is refused for more than is open, and changes nothing', async () => {
    const { id, first, second } = await paidPurchase()
    const unpaid = await order(customer, pads)
    const state = await shown(id)
    const stock = await available(pads)
    const many = await cancel(id, [
      { orderId: second, quantity: 1 },
      { orderId: first, quantity: 4 },
    ])
    expectProblem(many, 409, 'already_shipped')
    expect(many.body.errors).toEqual([
      {
        field: 'lines.1.quantity',
        code: 'too_high',
        message: 'Only 3 pieces of Alternator can be canceled.',
      },
    ])
    const other = await cancel(id, [{ orderId: randomUUID(), quantity: 1 }])
    expectProblem(other, 404, 'not_found')
    for (const lines of [
      [],
      [{ orderId: first, quantity: 0 }],
      [{ orderId: first, quantity: 1.5 }],
      [
        { orderId: first, quantity: 1 },
        { orderId: first, quantity: 1 },
      ],
    ])
      expectProblem(await cancel(id, lines), 422, 'invalid_input')
    expectProblem(await cancel(unpaid, [{ orderId: unpaid, quantity: 1 }]), 409, 'not_paid')
    const stranger = await signIn(store)
    expectProblem(await cancel(id, [{ orderId: first, quantity: 1 }], { by: stranger }), 404, 'not_found')
    expect(await shown(id)).toEqual(state)
    expect(await available(pads)).toBe(stock)
  })

  test('is for admins alone once the order is being packed', async () => {
    const { id, first } = await paidPurchase()
    expectProblem(await customer.call('POST', `/purchase/${id}/packing`), 403, 'forbidden')
    expect((await admin.call('POST', `/purchase/${first}/packing`)).body).toEqual({ modifiedCount: 1 })
    expect((await admin.call('POST', `/purchase/${id}/packing`)).body).toEqual({ modifiedCount: 0 })
    expect(await shown(id)).toMatchObject({ packingAt: expect.any(String) })
    expectProblem(await cancel(id, [{ orderId: first, quantity: 1 }]), 409, 'being_packed')
    expect((await cancel(id, [{ orderId: first, quantity: 1 }], { by: admin })).status).toBe(201)
  })

  test('happens once for a double click, with and without a key, and never beyond the order', async () => {
    const { id, first, intent } = await paidPurchase()
    const key = randomUUID()
    const same = await Promise.all(
      Array.from({ length: 8 }, () => cancel(id, [{ orderId: first, quantity: 1 }], { key })),
    )
    expect(new Set(same.map(({ body }) => body.refundId)).size).toBe(1)
    const rest = await Promise.all(
      Array.from({ length: 8 }, () => cancel(id, [{ orderId: first, quantity: 1 }])),
    )
    expect(countOutcomes(rest)).toEqual({ '201': 2, '409 already_shipped': 6 })
    const { lines, refunded } = await shown(id)
    expect(lines[0].canceledQty).toBe(3)
    expect(await atProvider(intent)).toBe(refunded)
  })

  test('locks the stock before the number of a document, as a payment does: neither waits forever', async () => {
    const id = await paidWithoutInvoice()
    const { canceling } = await store.db.transaction().execute(async (trx) => {
      await sql`select from products where id = ${pads} for no key update`.execute(trx)
      const canceling = cancel(id, [{ orderId: id, quantity: 1 }])
      // The provider's events about the refunds of the test before may wait for this part, too.
      await expect.poll(() => countWaiting(store.db), { interval: 5 }).toBeGreaterThan(0)
      await sql`select from document_numbers for update nowait`.execute(trx)
      return { canceling }
    })
    expect((await canceling).status).toBe(201)
  })

  test('and shipping at once never do both to a piece', async () => {
    const { id, second } = await paidPurchase()
    const [shipped, canceled] = await Promise.all([
      admin.call('PATCH', `/order/shipped/${second}`),
      cancel(id, [{ orderId: second, quantity: 1 }]),
    ])
    expect([200, 409]).toContain(shipped.status)
    expect(canceled.status).toBe(shipped.status === 200 ? 409 : 201)
  })
})

describe('a refund by an admin', () => {
  test('gives back pieces, a part of the delivery, and goodwill, each on its credit note', async () => {
    const { id, second, intent } = await paidPurchase()
    const stock = await available(pads)
    expect((await refund(id, { lines: [{ orderId: second, quantity: 1 }], delivery: 5 })).body).toMatchObject(
      {
        amount: 43.9,
      },
    )
    expect((await admin.call('GET', `/purchase/${id}/refundable`)).body).toMatchObject({
      left: 753.08,
      lines: [
        { kind: 'part', quantity: 3, net: 568.5, tax: 35.53, credited: { quantity: 0, net: 0, tax: 0 } },
        { kind: 'core', quantity: 3, net: 135, tax: 8.44 },
        { kind: 'part', quantity: 1, credited: { quantity: 1, net: 38.9, tax: 0 } },
        { kind: 'delivery', net: 9.35, tax: 0.62, credited: { quantity: 0, net: 4.41, tax: 0.29 } },
        { kind: 'delivery', net: 0.64, tax: 0, credited: { quantity: 0, net: 0.3, tax: 0 } },
      ],
    })
    expect((await refund(id, { goodwill: 10.01 })).body).toMatchObject({ amount: 10.01 })
    expect((await refund(id, { delivery: 5.61 })).body).toMatchObject({ amount: 5.61 })
    expect(await atProvider(intent)).toBe(59.52)
    expect(await available(pads)).toBe(stock)
    const [pieces, goodwill, delivery] = await creditNotes(id)
    expect(pieces.lines).toEqual([
      { kind: 'part', words: 'Brake Pads (set of 4)', quantity: 1, net: -38.9, tax: 0 },
      { kind: 'delivery', words: 'Delivery: Ground', net: -4.41, tax: -0.29, rate: 6.25 },
      { kind: 'delivery', words: 'Delivery: Ground, for untaxed parts', net: -0.3, tax: 0 },
    ])
    expect(goodwill.lines).toEqual([{ kind: 'goodwill', words: 'Goodwill', net: -10.01, tax: 0 }])
    expect(delivery.lines).toMatchObject([
      { net: -4.94, tax: -0.33 },
      { net: -0.34, tax: 0 },
    ])
    expect(await shown(id)).toMatchObject({ status: 'paid', refunded: 59.52 })
  })

  test.each([
    ['the pieces', (second: string) => ({ lines: [{ orderId: second, quantity: 2 }] }), 'lines.0.quantity'],
    ['the delivery', () => ({ delivery: 10.62 }), 'delivery'],
    ['the payment', () => ({ goodwill: 796.99 }), null],
  ])('is refused beyond %s, and gives nothing back', async (_, body, field) => {
    const { id, second, intent } = await paidPurchase()
    const answer = await refund(id, body(second))
    expectProblem(answer, 422, 'refund_too_large')
    expect(answer.body.errors?.[0]?.field ?? null).toBe(field)
    expect(await shown(id)).toMatchObject({ refunded: 0, refunds: [] })
    expect(await atProvider(intent)).toBe(0)
  })

  test('of an order that was paid before the store had invoices issues one, unless it is refused', async () => {
    const id = await paidWithoutInvoice()
    expectProblem(await refund(id, { goodwill: 1000 }), 422, 'refund_too_large')
    expect((await shown(id)).documents, 'nothing is stored').toEqual([])
    expect((await refund(id, { goodwill: 10 })).status).toBe(201)
    expect((await shown(id)).documents.map(({ kind }: { kind: string }) => kind)).toEqual([
      'invoice',
      'credit_note',
    ])
  })

  test('needs a note and something to give back, and is for admins', async () => {
    const { id, second } = await paidPurchase()
    expectProblem(await refund(id, { goodwill: 5, note: ' ' }), 422, 'invalid_input')
    expectProblem(await refund(id, {}), 422, 'invalid_input')
    for (const goodwill of [0, -1, 0.001, 'five', 1e9])
      expect((await refund(id, { goodwill })).status).toBe(422)
    const huge = await refund(id, { goodwill: 1e15 })
    expectProblem(huge, 422, 'invalid_input')
    expect(huge.body.detail).toContain('At most $999,999.99')
    expectProblem(await refund(id, { goodwill: 5 }, customer), 403, 'forbidden')
    const unpaid = await order(customer, pads)
    expectProblem(await refund(unpaid, { goodwill: 5 }), 409, 'not_paid')
    expect(await shown(second)).toMatchObject({ refunds: [] })
  })

  test('that is sent twice with one key is decided and sent once', async () => {
    const { id, intent } = await paidPurchase()
    const key = { 'Idempotency-Key': randomUUID() }
    const send = (goodwill: number) =>
      admin.call('POST', `/purchase/${id}/refunds`, { goodwill, note: 'It came late' }, key)
    const same = [...(await Promise.all([send(20), send(20), send(20)])), await send(20)]
    expect(countOutcomes(same)).toEqual({ '201': 4 })
    for (const { body } of same) expect(body).toEqual(same[0]?.body)
    expectProblem(await send(21), 422, 'idempotency_key_reused')
    expect((await shown(id)).refunds).toMatchObject([{ _id: same[0]?.body.refundId, amount: 20 }])
    expect(await creditNotes(id)).toHaveLength(1)
    expect(await atProvider(intent)).toBe(20)
    expect(await mails('refund')).toHaveLength(1)
  })

  test('in parallel with others gives back no cent more than was paid', async () => {
    const { id, first, second, intent } = await paidPurchase()
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => refund(id, { goodwill: 200 })),
      cancel(id, [{ orderId: first, quantity: 3 }]),
      cancel(id, [{ orderId: second, quantity: 1 }]),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { total, refunded } = await shown(id)
    expect(await atProvider(intent)).toBe(refunded)
    expect(refunded).toBeLessThanOrEqual(total)
  })

  test('of everything says that what is open is no longer shipped; a part of it, that all stays', async () => {
    const { id } = await paidPurchase()
    await refund(id, { goodwill: 100 })
    const [first] = await mails('refund')
    expect(first?.text).toContain('the order stays as it is')
    await refund(id, { goodwill: (await shown(id)).total - 100 })
    expect(await shown(id)).toMatchObject({ status: 'refunded' })
    const [second] = (await mails('refund')).filter(({ text }) => text !== first?.text)
    expect(second?.text).toContain('what has not shipped yet is no longer shipped')
    expect(second?.text).not.toContain('stays as it is')
  })

  test('that was given as goodwill before counts when everything is canceled', async () => {
    const { id, first, second } = await paidPurchase()
    const { total } = await shown(id)
    await refund(id, { goodwill: 100 })
    const lines = [
      { orderId: first, quantity: 3 },
      { orderId: second, quantity: 1 },
    ]
    expect((await cancel(id, lines)).body).toMatchObject({ amount: Math.round((total - 100) * 100) / 100 })
    expect((await creditNotes(id))[1].lines.at(-1)).toMatchObject({ kind: 'goodwill', net: 100 })
    expect(await shown(id)).toMatchObject({ status: 'canceled', refunded: total })
  })
})

test('a cancellation that gives back nothing more reverses its lines, with tax and deposits', async () => {
  const { id, first, second } = await paidPurchase()
  const { total } = await shown(id)
  const deposits = await held()
  await setFaults(store, `${WITHOUT_WEBHOOKS};error=always,on=refund`)
  try {
    // It is not on its way yet, so the order is not refunded.
    await refund(id, { goodwill: total })
    const lines = [
      { orderId: first, quantity: 3 },
      { orderId: second, quantity: 1 },
    ]
    const { body } = await cancel(id, lines)
    expect(body).toEqual({ amount: 0, creditNote: expect.any(String) })
  } finally {
    await setFaults(store, WITHOUT_WEBHOOKS)
  }
  expect(deposits - (await held())).toBe(135)
  expect((await creditNotes(id))[1]).toMatchObject({ total: 0, tax: -44.59 })
  await expect
    .poll(async () => {
      await sendDueRefunds(store.shop).catch(() => undefined)
      return (await shown(id)).refunds
    })
    .toMatchObject([{ amount: total, state: 'done' }])
  expect(await shown(id)).toMatchObject({ status: 'canceled', refunded: total })
})

describe('a refund at the card provider', () => {
  test('that waits at the bank is pending, and is mailed once it is done', async () => {
    const { id, intent } = await paidPurchase(PENDING_CARD)
    await refund(id, { goodwill: 20 })
    expect((await shown(id)).refunds).toMatchObject([{ amount: 20, state: 'pending' }])
    expect(await mails('refund')).toEqual([])
    await expectEveryRule(store)
    await settleAtProvider(intent)
    await expect
      .poll(async () => {
        await processProviderEvents(store.shop)
        await settleAtProvider(intent)
        return (await shown(id)).refunds[0].state
      })
      .toBe('done')
    expect(await mails('refund')).toHaveLength(1)
  })

  test('that fails after it was done is owed: admins are told, send it again, or pay otherwise', async () => {
    const { id, intent } = await paidPurchase(FAILING_CARD)
    const { refundId } = (await refund(id, { goodwill: 20 })).body
    expect((await shown(id)).refunds).toMatchObject([{ state: 'done' }])
    expectProblem(await admin.call('PATCH', `/refund/${refundId}`, { retry: true }), 409, 'refund_state')
    const failed = async () => {
      await settleAtProvider(intent)
      await processProviderEvents(store.shop)
      return (await shown(id, admin)).refunds[0]
    }
    await expect.poll(async () => (await failed()).state).toBe('failed')
    expect(await shown(id, admin)).toMatchObject({
      refunded: 0,
      refunds: [{ failure: 'expired_or_canceled_card' }],
    })
    expect(await creditNotes(id), 'what is owed stays in the books').toHaveLength(1)
    expect(await mails('A refund of $20.00', (await store.shop.orderEmail()) ?? '')).toHaveLength(1)
    expect(await mails('refund'), 'of when it was done').toHaveLength(1)
    expectProblem(await customer.call('PATCH', `/refund/${refundId}`, { retry: true }), 403, 'forbidden')
    for (const body of [
      {},
      { retry: true, settledOtherwise: 'check' },
      { retry: false },
      { settledOtherwise: ' \n ' },
    ])
      expectProblem(await admin.call('PATCH', `/refund/${refundId}`, body), 422, 'invalid_input')
    expect((await admin.call('PATCH', `/refund/${refundId}`, { retry: true })).body).toEqual({
      modifiedCount: 1,
    })
    expect((await shown(id)).refunds).toMatchObject([{ state: 'done' }])
    await expect.poll(async () => (await failed()).state).toBe('failed')
    expect(await mails('refund'), 'of when it was done again').toHaveLength(2)
    const settled = { settledOtherwise: 'By check no. 12' }
    expect((await admin.call('PATCH', `/refund/${refundId}`, settled)).body).toEqual({ modifiedCount: 1 })
    const [last] = (await shown(id, admin)).refunds
    expect(last).toMatchObject({ state: 'settled_otherwise', note: 'It came late\nBy check no. 12' })
    expect(await mails('refund')).toHaveLength(2)
    await expectEveryRule(store)
    expectProblem(await admin.call('PATCH', `/refund/${randomUUID()}`, { retry: true }), 404, 'not_found')
  })

  test('is sent by the next round when the provider could not be reached, once', async () => {
    const { id, first, intent } = await paidPurchase()
    await setFaults(store, `${WITHOUT_WEBHOOKS};error=always,on=refund`)
    try {
      expect((await cancel(id, [{ orderId: first, quantity: 1 }])).status).toBe(201)
      expect((await shown(id)).refunds).toMatchObject([{ amount: 249.15, state: 'due' }])
    } finally {
      await setFaults(store, WITHOUT_WEBHOOKS)
    }
    await expect
      .poll(async () => {
        await sendDueRefunds(store.shop).catch(() => undefined)
        return (await shown(id)).refunds[0].state
      })
      .toBe('done')
    await sendDueRefunds(store.shop)
    expect(await atProvider(intent)).toBe(249.15)
  })

  test('whose response is lost is not sent twice, even when its key is forgotten', async () => {
    const { id, first, intent } = await paidPurchase()
    await setFaults(store, `${WITHOUT_WEBHOOKS};lose-reply=always,on=refund`)
    await cancel(id, [{ orderId: first, quantity: 1 }])
    await sql`delete from simulator.answers`.execute(store.db)
    await setFaults(store, WITHOUT_WEBHOOKS)
    await Promise.all([sendDueRefunds(store.shop), sendDueRefunds(store.shop)])
    expect(await atProvider(intent)).toBe(249.15)
    expect((await shown(id)).refunds).toMatchObject([{ state: 'done' }])
  })

  test('that the provider refuses fails, and the books say that it is owed', async () => {
    const { id, intent } = await paidPurchase()
    const { total } = await shown(id)
    await stripeAt(simulatorOf(store)).refunds.create({ payment_intent: intent })
    const { refundId } = (await refund(id, { goodwill: 20 })).body
    expect((await shown(id, admin)).refunds).toMatchObject([{ _id: refundId, state: 'failed' }])
    expect(await mails('refund'), 'its customer got nothing').toEqual([])
    const { number } = await shown(id)
    expect(await mails(`for order ${number} failed`, (await store.shop.orderEmail()) ?? '')).toHaveLength(1)
    await processProviderEvents(store.shop)
    expect(await shown(id)).toMatchObject({
      refunded: total,
      refunds: [{ amount: 20 }, { cause: 'provider' }],
    })
  })

  test('that was made in its dashboard gets a credit note: of everything, or as goodwill', async () => {
    const { id, intent } = await paidPurchase()
    const { total } = await shown(id)
    await inDashboard(intent, 1500)
    await processProviderEvents(store.shop)
    expect((await creditNotes(id))[0].lines).toEqual([
      { kind: 'goodwill', words: 'Refunded to the card', net: -15, tax: 0 },
    ])
    expectProblem(await refund(id, { goodwill: total }), 422, 'refund_too_large')
    const { id: whole, intent: other } = await paidPurchase()
    await inDashboard(other)
    await processProviderEvents(store.shop)
    const [note] = await creditNotes(whole)
    expect(note).toMatchObject({ total: 0 - total })
    expect(note.lines).toHaveLength(5)
  })

  test.each([
    ['after goodwill', async (id: string) => refund(id, { goodwill: 100 })],
    [
      'in steps that are read one by one',
      async (_: string, intent: string) => inDashboard(intent, 10000, true),
    ],
    ['in steps that are read together', async (_: string, intent: string) => inDashboard(intent, 10000)],
  ])('of all that is left reverses every line, with tax and deposits: %s', async (_, before) => {
    const { id, intent } = await paidPurchase()
    const deposits = await held()
    await before(id, intent)
    await inDashboard(intent, undefined, true)
    const [first, last] = await creditNotes(id)
    expect(first.lines).toMatchObject([{ kind: 'goodwill', net: -100, tax: 0 }])
    expect(last).toMatchObject({ total: -696.98, tax: -44.59 })
    expect(last.lines.map((line: { kind: string; net: number }) => [line.kind, line.net])).toEqual([
      ['part', -568.5],
      ['core', -135],
      ['part', -38.9],
      ['delivery', -9.35],
      ['delivery', -0.64],
      ['goodwill', 100],
    ])
    expect(deposits - (await held())).toBe(135)
    expect((await admin.call('GET', `/purchase/${id}/refundable`)).body.left).toBe(0)
  })
})

test('every rule of the store holds after all of this', () => expectEveryRule(store))
