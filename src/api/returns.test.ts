// Long because it has every way of a return, from asking to the money.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelLateReturns } from '#domain/returns/cancel-late-returns.server.ts'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { paidPurchase, shippedDaysAgo } from '../../tests/support/paid-purchase.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { countOutcomes, expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let storeEmail: string
let customer: User
let admin: User
let struts: string
let pads: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  storeEmail = (await store.shop.orderEmail()) ?? ''
  struts = await stockProduct(store, { name: 'Strut', price: 33.33, available: 1000 })
  pads = await stockProduct(store, { name: 'Brake Pads', price: 38.9, unit: 'set of 4', available: 1000 })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
})

/** Three struts with $6.25 of tax and a set of brake pads, paid. */
async function bought(): Promise<{ id: string; first: string; second: string }> {
  const { id, orderIds } = await paidPurchase(store, customer, [
    { productId: struts, quantity: 3, taxCents: 625 },
    { productId: pads },
  ])
  const [first = '', second = ''] = orderIds
  return { id, first, second }
}
async function shipped() {
  const placed = await bought()
  await ship(placed.id)
  return placed
}
const ship = async (id: string, parcels: object[] = [{}]) =>
  expect((await admin.call('POST', `/purchase/${id}/shipments`, { parcels })).status).toBe(201)

type Asked = { orderId: string; quantity?: number; reason?: string; words?: string; core?: boolean }
const ask = (id: string, lines: Asked[], { by = customer, key = '' } = {}) =>
  by.call(
    'POST',
    `/purchase/${id}/returns`,
    { lines: lines.map((line) => ({ quantity: 1, reason: 'not_needed', ...line })) },
    key === '' ? {} : { 'Idempotency-Key': key },
  )
const asked = async (id: string, lines: Asked[], by = customer) => {
  const { status, body } = await ask(id, lines, { by })
  expect(status, JSON.stringify(body)).toBe(201)
  return String(body.returnId)
}
const decide = (returnId: string, state: string, { by = admin, note = '' } = {}) =>
  by.call('PATCH', `/return/${returnId}`, { state, ...(note && { note }) })
type Arrived = { orderId: string; restocked: number; writtenOff?: number; received?: number }
const receive = (returnId: string, lines: Arrived[], { refund = true, by = admin, key = '' } = {}) =>
  by.call(
    'POST',
    `/return/${returnId}/receipt`,
    {
      lines: lines.map(({ writtenOff = 0, ...line }) => ({
        received: line.restocked + writtenOff,
        writtenOff,
        ...line,
      })),
      refund,
    },
    key === '' ? {} : { 'Idempotency-Key': key },
  )
const shown = async (id: string, by = customer) => (await by.call('GET', `/purchase/${id}`)).body
const returnable = async (id: string, by = customer) =>
  (await by.call('GET', `/purchase/${id}/returnable`)).body.lines
const available = async (productId: string) =>
  (
    await store.db
      .selectFrom('products')
      .select('available')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  ).available
const mails = async (text: string, to = customer.email) => {
  await sendOrderMails(store)
  return (await mailsTo(store, to)).filter(({ subject }) => subject.includes(text))
}

describe('a return', () => {
  test('is approved at once, and what arrives is back in stock, and given back to the cent', async () => {
    const { id, first } = await shipped()
    const stock = await available(struts)
    const { status, body } = await ask(id, [{ orderId: first, quantity: 2, words: 'One too many' }])
    expect([status, body]).toEqual([
      201,
      { returnId: expect.any(String), number: expect.stringMatching(/^RT-\d{4,}$/) },
    ])
    const { returnId, number } = body
    const [approved] = await mails(`return ${number}`)
    expect(approved?.text).toContain('you can send back 2 pieces of Strut. Print the slip')
    expect(approved?.text).toMatch(/No printer\? Write RT-\d+ on the parcel/)
    expect(approved?.text).toContain(`/dashboard/returns/${returnId}/slip`)
    expect(approved?.text).toContain('Send it by: ')
    expect(approved?.text).toContain('You pay the postage, unless')
    expect(await mails('waits', storeEmail)).toEqual([])
    const open = (await shown(id)).returns
    expect(open).toEqual([
      {
        _id: returnId,
        number,
        state: 'approved',
        createdAt: expect.any(String),
        decidedAt: expect.any(String),
        sendBy: expect.any(String),
        lines: [
          {
            orderId: first,
            name: 'Strut',
            unit: 'piece',
            core: false,
            quantity: 2,
            reason: 'not_needed',
            words: 'One too many',
            received: 0,
            restocked: 0,
            writtenOff: 0,
          },
        ],
      },
    ])
    // Two thirds of $99.99 + $6.25, of which $4.17 are tax.
    expect((await receive(returnId, [{ orderId: first, restocked: 2 }])).body).toEqual({
      refundId: expect.any(String),
      amount: 70.83,
    })
    expect(await available(struts)).toBe(stock + 2)
    const after = await shown(id)
    expect(after).toMatchObject({
      refunded: 70.83,
      refunds: [{ amount: 70.83, state: 'done', cause: 'return' }],
      returns: [{ state: 'received', refunded: 70.83, lines: [{ received: 2, restocked: 2 }] }],
      lines: [{ returnedQty: 2 }, {}],
    })
    expect(after.lines[1]).not.toHaveProperty('returnedQty')
    const note = after.documents.find(({ kind }: { kind: string }) => kind === 'credit_note')
    expect((await customer.call('GET', `/document/${note._id}`)).body.lines).toEqual([
      { kind: 'part', words: 'Strut', quantity: 2, net: -66.66, tax: -4.17, rate: 6.25 },
    ])
    const { body: movements } = await admin.call('GET', `/product/${struts}/stock?limit=1`)
    expect(movements).toMatchObject([
      { kind: 'returned', quantity: 2, action: 'receive_return', orderId: first },
    ])
    const [arrived] = await mails('has arrived')
    expect(arrived?.text).toContain('we got 2 pieces of Strut. We give $70.83 back to your card')
    expect(await mails('refund')).toHaveLength(1)
    expect(await mails('return')).toHaveLength(2)
  })

  test('is received, restocked and refunded in quantities of their own; what is missing can be asked again', async () => {
    const { id, first } = await shipped()
    const stock = await available(struts)
    const returnId = await asked(id, [{ orderId: first, quantity: 3 }])
    const receipt = await receive(returnId, [{ orderId: first, restocked: 1, writtenOff: 1 }], {
      refund: false,
    })
    expect([receipt.status, receipt.body]).toEqual([201, {}])
    expect(await available(struts)).toBe(stock + 1)
    expect(await shown(id)).toMatchObject({
      refunded: 0,
      refunds: [],
      returns: [{ state: 'received', refunded: 0, lines: [{ received: 2, restocked: 1, writtenOff: 1 }] }],
      lines: [{ returnedQty: 2 }, {}],
    })
    const [arrived] = await mails('has arrived')
    expect(arrived?.text).toContain('we got 2 pieces of Strut. Nothing is refunded')
    expect(await returnable(id)).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
    expectProblem(await ask(id, [{ orderId: first, quantity: 2 }]), 409, 'nothing_to_return')
    await asked(id, [{ orderId: first, quantity: 1 }])
  })

  test('is never of more than has shipped, and names the line', async () => {
    const { id, first, second } = await bought()
    expectProblem(await ask(id, [{ orderId: first }]), 409, 'nothing_to_return')
    await ship(id, [{ lines: [{ orderId: first, quantity: 2 }] }])
    expect(await returnable(id)).toMatchObject([
      { orderId: first, quantity: 2, cores: 0, until: expect.any(String) },
      { orderId: second, quantity: 0, cores: 0 },
    ])
    const more = await ask(id, [{ orderId: first, quantity: 3 }])
    expectProblem(more, 409, 'nothing_to_return')
    expect(more.body.errors).toEqual([
      { field: 'lines.0.quantity', code: 'too_high', message: 'Only 2 pieces of Strut can be returned.' },
    ])
    // Partly shipped: what has shipped can be returned, and the rest canceled.
    const returnId = await asked(id, [{ orderId: first, quantity: 2 }])
    expect(
      (
        await customer.call('POST', `/purchase/${id}/cancellations`, {
          lines: [{ orderId: first, quantity: 1 }],
        })
      ).status,
    ).toBe(201)
    const refused = await customer.call('POST', `/purchase/${id}/cancellations`, {
      lines: [{ orderId: first, quantity: 1 }],
    })
    expectProblem(refused, 409, 'already_shipped')
    expect(refused.body.detail).toBe('Strut has shipped, so it can no longer be canceled. Return it instead.')
    expect((await receive(returnId, [{ orderId: first, restocked: 2 }])).body).toMatchObject({
      amount: 70.83,
    })
    expect((await shown(id)).refunded).toBe(106.24)
  })

  test('of one piece, asked for twice at once, is asked for once; and a key is one request', async () => {
    const { id, first, second } = await shipped()
    const many = await Promise.all(Array.from({ length: 8 }, () => ask(id, [{ orderId: second }])))
    expect(countOutcomes(many)).toEqual({ '201': 1, '409 nothing_to_return': 7 })
    const key = randomUUID()
    const same = await Promise.all(Array.from({ length: 4 }, () => ask(id, [{ orderId: first }], { key })))
    expect(new Set(same.map(({ body }) => body.returnId)).size).toBe(1)
    expect(await returnable(id)).toMatchObject([{ quantity: 2 }, { quantity: 0 }])
    expect(await mails('return')).toHaveLength(2)
  })

  test('that is received twice at once, or while more is asked, gives back once', async () => {
    const { id, first } = await shipped()
    const returnId = await asked(id, [{ orderId: first, quantity: 3 }])
    const [again, ...receipts] = await Promise.all([
      ask(id, [{ orderId: first, quantity: 3 }]),
      ...Array.from({ length: 6 }, () => receive(returnId, [{ orderId: first, restocked: 3 }])),
    ])
    expect(countOutcomes(receipts)).toEqual({ '201': 1, '409 return_state': 5 })
    expectProblem(again, 409, 'nothing_to_return')
    expect(await shown(id)).toMatchObject({ refunded: 106.24, refunds: [{ amount: 106.24 }] })
    const { id: other, second } = await shipped()
    const key = randomUUID()
    const one = await asked(other, [{ orderId: second }])
    const same = await Promise.all(
      Array.from({ length: 4 }, () => receive(one, [{ orderId: second, restocked: 1 }], { key })),
    )
    expect(new Set(same.map(({ body }) => body.refundId)).size).toBe(1)
  })

  test('gives back nothing that an admin gave back before', async () => {
    const { id, first, second } = await shipped()
    const note = 'It was scratched'
    const refund = (body: object) => admin.call('POST', `/purchase/${id}/refunds`, { note, ...body })
    await refund({ lines: [{ orderId: second, quantity: 1 }] })
    const back = await asked(id, [{ orderId: second, reason: 'damaged' }])
    expect((await receive(back, [{ orderId: second, restocked: 0, writtenOff: 1 }])).body).toEqual({})
    const [arrived] = await mails('has arrived')
    expect(arrived?.text).toContain('What you paid for it was given back before.')
    const { total, refunded } = await shown(id)
    // All but a dollar, as goodwill.
    await refund({ goodwill: Math.round((total - refunded - 1) * 100) / 100 })
    const rest = await asked(id, [{ orderId: first, quantity: 3 }])
    expect((await receive(rest, [{ orderId: first, restocked: 3 }])).body).toMatchObject({ amount: 1 })
    expect((await shown(id)).refunded).toBe(total)
  })

  test('is not visible to another customer, and not for orders that were never shipped', async () => {
    const { id, first } = await shipped()
    const returnId = await asked(id, [{ orderId: first }])
    const stranger = await signIn(store)
    expectProblem(await ask(id, [{ orderId: first }], { by: stranger }), 404, 'not_found')
    expectProblem(await stranger.call('GET', `/purchase/${id}/returnable`), 404, 'not_found')
    expectProblem(await stranger.call('GET', `/return/${returnId}`), 404, 'not_found')
    expectProblem(await decide(returnId, 'canceled', { by: stranger }), 404, 'not_found')
    expectProblem(await receive(returnId, [], { by: customer }), 403, 'forbidden')
    expectProblem(await customer.call('GET', '/returns'), 403, 'forbidden')
    expect((await customer.call('GET', `/return/${returnId}`)).body).toMatchObject({
      purchase: { _id: id },
      customer: { email: customer.email },
    })
    const unpaid = await order(customer, pads)
    expectProblem(await ask(unpaid, [{ orderId: unpaid }]), 409, 'nothing_to_return')
    const paid = await orderPaid(store, customer, pads)
    expectProblem(await ask(paid, [{ orderId: paid }]), 409, 'nothing_to_return')
    expectProblem(await ask(id, [{ orderId: paid }]), 404, 'not_found')
    for (const lines of [
      [],
      [{ orderId: first, quantity: 0 }],
      [{ orderId: first, reason: 'core' }],
      [{ orderId: first, words: 'x'.repeat(501) }],
      [{ orderId: first }, { orderId: first }],
    ])
      expectProblem(await ask(id, lines), 422, 'invalid_input')
    expectProblem(
      await customer.call('POST', `/purchase/${id}/returns`, { lines: [{ orderId: first, quantity: 1 }] }),
      422,
      'invalid_input',
    )
  })

  test('of an order of one part works as for a purchase', async () => {
    const id = await orderPaid(store, customer, pads, 2)
    await admin.call('PATCH', `/order/shipped/${id}`)
    const returnId = await asked(id, [{ orderId: id }])
    expect((await receive(returnId, [{ orderId: id, restocked: 1 }])).body).toMatchObject({ amount: 38.9 })
  })
})

describe('the days of returns', () => {
  test('end with the day, counted from the last parcel with the part, by the database’s clock', async () => {
    const { id, first, second } = await bought()
    await ship(id, [{ lines: [{ orderId: first, quantity: 2 }] }])
    await shippedDaysAgo(store, id, 31)
    const over = await ask(id, [{ orderId: first }])
    expectProblem(over, 409, 'return_window_over')
    expect(over.body.detail).toMatch(/^You could send back Strut until \w{3} \d{1,2}, \d{4}\. Write to us/)
    expect(await returnable(id)).toMatchObject([{ quantity: 0 }, { quantity: 0 }])
    // The last piece of it was sent later.
    await ship(id)
    await shippedDaysAgo(store, id, 30)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 86_400_000 })
    try {
      await asked(id, [{ orderId: first, quantity: 3 }, { orderId: second }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('over, an admin’s request waits for a decision, of which the customer hears', async () => {
    const { id, first, second } = await shipped()
    await shippedDaysAgo(store, id, 40)
    expect(await returnable(id, admin)).toMatchObject([{ quantity: 3 }, { quantity: 1 }])
    const returnId = await asked(id, [{ orderId: first, words: 'On the phone' }], admin)
    const { body: waiting } = await customer.call('GET', `/return/${returnId}`)
    expect(waiting).toMatchObject({ state: 'requested' })
    expect(waiting).not.toHaveProperty('sendBy')
    const [toStore] = await mails(`${waiting.number} of order`, storeEmail)
    expect(toStore?.text).toContain('I no longer need it: On the phone')
    expect(await mails('return')).toEqual([])
    expectProblem(await receive(returnId, [{ orderId: first, restocked: 1 }]), 409, 'return_state')
    expectProblem(await decide(returnId, 'approved', { by: customer }), 403, 'forbidden')
    const both = await Promise.all([
      decide(returnId, 'approved', { note: 'As an exception' }),
      decide(returnId, 'approved', { note: 'As an exception' }),
    ])
    expect(countOutcomes(both)).toEqual({ '200': 1, '409 return_state': 1 })
    const [approved] = await mails('return')
    expect(approved?.text).toContain('From the store: As an exception')
    const other = await asked(id, [{ orderId: second }], admin)
    await decide(other, 'declined', { note: 'It was installed' })
    const [declined] = await mails('was declined')
    expect(declined?.text).toContain('we cannot take back 1 set of 4 of Brake Pads')
    expect(declined?.text).toContain('It was installed')
    // It can be asked for again.
    await asked(id, [{ orderId: second }], admin)
  })

  test('a return that does not arrive in time is canceled, once, and can be asked for again', async () => {
    const { id, first } = await shipped()
    const returnId = await asked(id, [{ orderId: first }])
    const other = await asked(id, [{ orderId: first }])
    const approvedDaysAgo = (days: number) => sql`
      update returns set decided_at = now() - make_interval(days => ${days}::integer) where id = ${returnId}`
    const stateOf = async (one: string) => (await customer.call('GET', `/return/${one}`)).body
    await approvedDaysAgo(27).execute(store.db)
    await cancelLateReturns(store.shop)
    expect((await stateOf(returnId)).state).toBe('approved')
    await approvedDaysAgo(30).execute(store.db)
    await Promise.all([cancelLateReturns(store.shop), cancelLateReturns(store.shop)])
    expect(await stateOf(returnId)).toMatchObject({ state: 'canceled', note: 'It did not arrive in time.' })
    expect((await stateOf(other)).state).toBe('approved')
    const { body: audit } = await admin.call('GET', `/audit?q=${id}`)
    expect(audit.filter(({ action }: { action: string }) => action === 'cancel_return')).toHaveLength(1)
    const [canceled, ...others] = await mails('was canceled')
    expect(others).toEqual([])
    expect(canceled?.text).toContain('your return of 1 piece of Strut was canceled')
    expect(canceled?.text).toContain('From the store: It did not arrive in time.')
    await asked(id, [{ orderId: first }])
  })

  test('one that the store canceled is mailed; one that its customer canceled is not', async () => {
    const { id, first, second } = await shipped()
    const byAdmin = await asked(id, [{ orderId: first }])
    await decide(byAdmin, 'canceled', { note: 'We agreed on a discount' })
    await decide(await asked(id, [{ orderId: second }]), 'canceled', { by: customer })
    const canceled = await mails('was canceled')
    expect(canceled.map(({ text }) => text)).toEqual([expect.stringContaining('We agreed on a discount')])
    await expectEveryRule(store)
  })

  test.each(['by its customer', 'by an admin', 'before it was approved'])(
    'a parcel of a return that was canceled %s is received once, with its refund',
    async (how) => {
      const { id, first, second } = await shipped()
      if (how === 'before it was approved') await shippedDaysAgo(store, id, 40)
      const stock = await available(struts)
      const returnId = await asked(id, [{ orderId: first, quantity: 2 }, { orderId: second }], admin)
      await decide(returnId, 'canceled', { by: how === 'by its customer' ? customer : admin, note: 'Late' })
      const both = await Promise.all([1, 2].map(() => receive(returnId, [{ orderId: first, restocked: 2 }])))
      expect(countOutcomes(both)).toEqual({ '201': 1, '409 return_state': 1 })
      const { body } = await customer.call('GET', `/return/${returnId}`)
      expect(body).toMatchObject({ state: 'received', refunded: 70.83, decidedAt: expect.any(String) })
      expect(body).not.toHaveProperty('note')
      expect(await available(struts)).toBe(stock + 2)
      expect(await mails('has arrived')).toHaveLength(1)
      expect(await returnable(id, admin)).toMatchObject([{ quantity: 1 }, { quantity: 1 }])
      await expectEveryRule(store)
    },
  )

  test('of a canceled one, only what is not asked back again is received; of a declined one, nothing', async () => {
    const { id, first, second } = await shipped()
    const returnId = await asked(id, [{ orderId: first, quantity: 2 }, { orderId: second }])
    await decide(returnId, 'canceled')
    await asked(id, [{ orderId: first, quantity: 2 }, { orderId: second }])
    const late = await receive(returnId, [{ orderId: first, restocked: 2 }])
    expectProblem(late, 422, 'invalid_input')
    expect(late.body.detail).toBe('Only 1 piece of Strut can arrive.')
    const none = await receive(returnId, [{ orderId: second, restocked: 1 }])
    expect(none.body.detail).toContain('Nothing of Brake Pads can arrive')
    expect((await receive(returnId, [{ orderId: first, restocked: 1 }])).status).toBe(201)
    await expectEveryRule(store)

    const other = await shipped()
    await shippedDaysAgo(store, other.id, 40)
    const declined = await asked(other.id, [{ orderId: other.first }], admin)
    await decide(declined, 'declined')
    expectProblem(await receive(declined, [{ orderId: other.first, restocked: 1 }]), 409, 'return_state')
  })

  test('within them, an admin’s request is approved at once', async () => {
    const { id, first } = await shipped()
    const returnId = await asked(id, [{ orderId: first }], admin)
    expect((await admin.call('GET', `/return/${returnId}`)).body.state).toBe('approved')
  })

  test('a part that cannot be returned comes back only if the store was wrong, and then waits', async () => {
    const battery = await stockProduct(store, { name: 'Battery', price: 120 })
    await store.db.updateTable('products').set({ returnable: false }).where('id', '=', battery).execute()
    const id = await orderPaid(store, customer, battery)
    await admin.call('PATCH', `/order/shipped/${id}`)
    expect(await returnable(id)).toMatchObject([
      { quantity: 1, only: ['damaged', 'defective', 'wrong_part_sent'] },
    ])
    const refused = await ask(id, [{ orderId: id }])
    expectProblem(refused, 409, 'not_returnable')
    expect(refused.body.errors[0].field).toBe('lines.0.orderId')
    const returnId = await asked(id, [{ orderId: id, reason: 'damaged' }])
    expect((await customer.call('GET', `/return/${returnId}`)).body.state).toBe('requested')
    await decide(returnId, 'approved')
    const [approved] = await mails('return')
    expect(approved?.text).toContain('Keep the receipt of the postage: we pay it.')
  })

  test('a store that promises none is written to', async () => {
    const { id, first } = await shipped()
    const content = await store.shop.content()
    const { returnDays: _, ...without } = content
    const spy = vi.spyOn(store.shop, 'content').mockResolvedValue(without)
    try {
      const refused = await ask(id, [{ orderId: first }])
      expectProblem(refused, 409, 'not_returnable')
      expect(refused.body.detail).toContain('Write to us')
      const returnId = await asked(id, [{ orderId: first }], admin)
      expect((await admin.call('GET', `/return/${returnId}`)).body.state).toBe('requested')
    } finally {
      spy.mockRestore()
    }
  })
})

test('a return is canceled by its owner or an admin until it arrives, and then frees its pieces', async () => {
  const { id, first, second } = await shipped()
  const coming = async () => (await admin.call('GET', '/overview')).body.toDo.returnsComing
  const before = await coming()
  const [own, byAdmin] = [
    await asked(id, [{ orderId: first, quantity: 3 }]),
    await asked(id, [{ orderId: second }]),
  ]
  expect(await coming()).toBe(before + 2)
  expect((await decide(own, 'canceled', { by: customer })).body).toEqual({ modifiedCount: 1 })
  expect((await decide(byAdmin, 'canceled')).status).toBe(200)
  expect(await coming()).toBe(before)
  for (const state of ['canceled', 'approved', 'declined'])
    expectProblem(await decide(own, state), 409, 'return_state')
  const back = await asked(id, [{ orderId: first, quantity: 3 }])
  expectProblem(await decide(back, 'declined'), 409, 'return_state')
  await receive(back, [{ orderId: first, restocked: 3 }])
  const late = await decide(back, 'canceled', { by: customer })
  expectProblem(late, 409, 'return_state')
  expect(late.body.detail).toMatch(/^Return RT-\d+ has been received already\.$/)
})

test('a customer starts at most 50 returns of an order, also at once; an admin may start more', async () => {
  const { id } = await paidPurchase(store, customer, [{ productId: struts, quantity: 60 }])
  await ship(id)
  const canceled = await asked(id, [{ orderId: id }])
  await decide(canceled, 'canceled', { by: customer })
  for (let started = 1; started < 45; started += 1) await asked(id, [{ orderId: id }])
  const last = await Promise.all(Array.from({ length: 8 }, () => ask(id, [{ orderId: id }])))
  expect(countOutcomes(last)).toEqual({ '201': 5, '409 too_many_returns': 3 })
  expect((await ask(id, [{ orderId: id }])).body.detail).toBe(
    'This order has 50 returns already. Write to us to send back more.',
  )
  await asked(id, [{ orderId: id }], admin)
})

test('a receipt counts each piece once, and says which line is wrong', async () => {
  const { id, first, second } = await shipped()
  const returnId = await asked(id, [{ orderId: first, quantity: 2 }])
  const cases: [Arrived[], string][] = [
    [[{ orderId: first, restocked: 3 }], 'lines.0.received'],
    [[{ orderId: first, restocked: 1, received: 2 }], 'lines.0.writtenOff'],
    [[{ orderId: first, restocked: 0 }], 'lines'],
    [
      [
        { orderId: first, restocked: 1 },
        { orderId: first, restocked: 1 },
      ],
      'lines.1.orderId',
    ],
  ]
  for (const [lines, field] of cases) {
    const refused = await receive(returnId, lines)
    expectProblem(refused, 422, 'invalid_input')
    expect(refused.body.errors[0].field).toBe(field)
  }
  expectProblem(await receive(returnId, [{ orderId: second, restocked: 1 }]), 404, 'not_found')
  expectProblem(await receive(randomUUID(), [{ orderId: first, restocked: 1 }]), 404, 'not_found')
  expect((await receive(returnId, [{ orderId: first, restocked: 2 }])).status).toBe(201)
})

test('returns are listed and found by their number, their order or their customer', async () => {
  const { id, first } = await shipped()
  const returnId = await asked(id, [{ orderId: first }])
  const newer = await asked(id, [{ orderId: first }])
  const { body: own } = await customer.call('GET', `/return/${returnId}`)
  const list = async (query: string) =>
    (await admin.call('GET', `/returns?${query}`)).body.map(({ _id }: { _id: string }) => _id)
  const digits = own.number.slice(3)
  for (const q of [own.number, `rt ${digits}`, `Return no. ${digits}`, `#${digits}`])
    expect(await list(`q=${encodeURIComponent(q)}`), q).toContain(returnId)
  for (const q of [own.purchase.number, customer.email])
    expect(await list(`q=${encodeURIComponent(q)}`), q).toEqual([newer, returnId])
  expect(await list('limit=1')).toEqual([newer])
  expect((await list(`limit=1&after=${newer}`))[0]).toBe(returnId)
  await decide(newer, 'canceled')
  expect(await list(`q=${encodeURIComponent(customer.email)}&state=canceled`)).toEqual([newer])
})

test('a part that does not fit the car that it was ordered for is flagged, until an admin has looked', async () => {
  const vehicle = { year: 2012, make: 'Honda', model: 'Civic' }
  await store.db
    .insertInto('vehicles')
    .values({ ...vehicle, displacement_l: '1.8', cylinders: 4, fuel: 'Regular', drive: '' })
    .execute()
  const placed = await customer.call('POST', '/order', {
    productId: struts,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
    vehicle,
  })
  const id = String(placed.body.insertedId)
  const { transactionId } = await charge(store, customer, id)
  await confirmPayment(customer, id, transactionId)
  await admin.call('PATCH', `/order/shipped/${id}`)
  const flags = async (query = '') => {
    const { body } = await admin.call('GET', `/fitment-flags?limit=5${query}`)
    return body.filter(({ purchaseId }: { purchaseId: string }) => purchaseId === id)
  }
  const other = await asked(id, [{ orderId: id, reason: 'not_needed' }])
  await decide(other, 'canceled', { by: customer })
  expect(await flags()).toEqual([])
  const misfit = [{ orderId: id, reason: 'does_not_fit', words: 'Too long' }]
  const canceled = await asked(id, misfit)
  expect(await flags()).toHaveLength(1)
  await decide(canceled, 'canceled', { by: customer })
  const late = await asked(id, misfit)
  await sql`update returns set decided_at = now() - interval '30 days' where id = ${late}`.execute(store.db)
  await cancelLateReturns(store.shop)
  expect(await flags()).toEqual([])
  const returnId = await asked(id, misfit)
  const [flag] = await flags()
  expect(flag).toEqual({
    _id: expect.any(String),
    product: { _id: struts, name: 'Strut' },
    vehicle: '2012 Honda Civic',
    said: 'unknown',
    reason: expect.any(String),
    words: 'Too long',
    return: { _id: returnId, number: expect.any(String) },
    purchaseId: id,
    state: 'open',
    at: expect.any(String),
  })
  const close = (state: string) => admin.call('PATCH', `/fitment-flag/${flag._id}`, { state })
  expectProblem(await close('open'), 422, 'invalid_input')
  expect((await close('fitment_changed')).body).toEqual({ modifiedCount: 1 })
  expect((await close('dismissed')).body).toEqual({ modifiedCount: 0 })
  expect(await flags()).toEqual([])
  expect(await flags('&state=fitment_changed')).toMatchObject([{ state: 'fitment_changed' }])
  const { body: audit } = await admin.call('GET', `/audit?subject=product&limit=1`)
  expect(audit).toMatchObject([{ action: 'close_fitment_flag', after: { state: 'fitment_changed' } }])
  await decide(returnId, 'canceled')
  expect(await flags('&state=fitment_changed'), 'what was decided stays').toHaveLength(1)
  await shippedDaysAgo(store, id, 31)
  const declined = await asked(id, misfit, admin)
  expect(await flags()).toHaveLength(1)
  await decide(declined, 'declined')
  expect(await flags()).toEqual([])
  const dismissed = await flags('&state=dismissed')
  expect(dismissed.map((one: { return: { _id: string } }) => one.return._id)).toEqual([
    declined,
    late,
    canceled,
  ])
})

test('every rule of the store holds after all of this', () => expectEveryRule(store))
