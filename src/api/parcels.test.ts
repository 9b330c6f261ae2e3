// Long because it has every way in which a parcel is shipped or refused.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, newKey, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { countOutcomes, expectEveryRule } from '../../tests/support/store-pair.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let plugs: string
let rotor: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  plugs = await stockProduct(store, { name: 'Spark Plug', price: 8.5, available: 1000 })
  rotor = await stockProduct(store, { name: 'Vented Rotor', price: 62, available: 1000 })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
})

type Line = { orderId: string; quantity: number }
type Parcel = { lines?: Line[]; carrier?: string; trackingNumber?: string }

/** Eight spark plugs and two rotors. */
const placed = () =>
  purchase(store, customer, [
    { productId: plugs, quantity: 8 },
    { productId: rotor, quantity: 2 },
  ])
async function paid(): Promise<{
  id: string
  number: string
  total: number
  /** Some of the eight plugs. */
  ofPlugs: (quantity: number) => Line
  ofRotor: (quantity: number) => Line
}> {
  const { id, orderIds, ...rest } = await placed()
  const { transactionId } = await charge(store, customer, id)
  expect((await confirmPayment(customer, id, transactionId)).status).toBe(200)
  const [first = '', second = ''] = orderIds
  return {
    id,
    ...rest,
    ofPlugs: (quantity) => ({ orderId: first, quantity }),
    ofRotor: (quantity) => ({ orderId: second, quantity }),
  }
}
const ship = (id: string, parcels: Parcel[], headers: Record<string, string> = {}) =>
  admin.call('POST', `/purchase/${id}/shipments`, { parcels }, headers)
const shown = async (id: string) => (await customer.call('GET', `/purchase/${id}`)).body
const cancel = (id: string, lines: Line[]) => admin.call('POST', `/purchase/${id}/cancellations`, { lines })
const available = async (productId: string) =>
  (await customer.call('GET', `/product/${productId}`)).body.available
const shippings = async (id: string) =>
  (await admin.call('GET', `/orders/${id}/record`)).body.changes.filter(
    ({ action }: { action: string }) => action === 'ship_order',
  )
async function shippedMails() {
  await sendOrderMails(store)
  return (await mailsTo(store, customer.email)).filter(({ subject }) => subject.includes('shipped'))
}
const UPS = { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' }
const DHL = { carrier: 'DHL', trackingNumber: '4419206753' }

describe('a purchase of several pieces', () => {
  test('ships in parcels with quantities, and has shipped when nothing is open', async () => {
    const { id, ofPlugs, ofRotor } = await paid()
    const stock = await available(plugs)
    const first = await ship(id, [{ lines: [ofPlugs(5)], ...UPS }])
    expect([first.status, first.body]).toEqual([201, { insertedIds: [expect.any(String)] }])
    const partly = await shown(id)
    expect(partly).toMatchObject({
      status: 'partly_shipped',
      lines: [{ shippedQty: 5 }, { shippedQty: 0 }],
      shipments: [
        { _id: first.body.insertedIds[0], ...UPS, lines: [ofPlugs(5)], trackingUrl: expect.any(String) },
      ],
    })
    // The order of one part, as the specification's calls have it.
    const ofPart = (await customer.call('GET', `/orders/${ofPlugs(5).orderId}`)).body
    expect(ofPart).toMatchObject({ shipped: false, shippedQty: 5, ...UPS })
    expect(ofPart).not.toHaveProperty('shippedAt')

    const others = await ship(id, [{ lines: [ofRotor(1), ofPlugs(2)] }, DHL])
    expect(others.body.insertedIds).toHaveLength(2)
    const { shipments, ...whole } = await shown(id)
    expect(whole).toMatchObject({ status: 'shipped', lines: [{ shippedQty: 8 }, { shippedQty: 2 }] })
    expect(shipments.map(({ lines }: Parcel) => lines)).toEqual([
      [ofPlugs(5)],
      // By the order of the parts.
      [ofPlugs(2), ofRotor(1)],
      [ofPlugs(1), ofRotor(1)],
    ])
    const part = (await customer.call('GET', `/orders/${ofPlugs(5).orderId}`)).body
    expect(part).toMatchObject({ shipped: true, shippedAt: shipments[2].shippedAt, ...DHL })
    expect(part).not.toHaveProperty('shippedQty')
    expect(await available(plugs)).toBe(stock)
    expect(await shippings(id)).toMatchObject([
      {
        before: { status: 'partly_shipped' },
        after: { status: 'shipped', pieces: '1 piece of Spark Plug, 1 piece of Vented Rotor', ...DHL },
      },
      { before: { status: 'partly_shipped' }, after: { status: 'partly_shipped' } },
      { before: { status: 'paid' }, after: { status: 'partly_shipped', pieces: '5 pieces of Spark Plug' } },
    ])
  })

  test('has its address corrected as long as something is open, whatever was canceled of it', async () => {
    const { id, ofPlugs, ofRotor } = await paid()
    const correct = (customerAddress: string) =>
      customer.call('PATCH', `/order/address/${id}`, { customerAddress })
    await cancel(id, [ofPlugs(8)])
    expect((await correct('2 Side Street, Peoria, IL 61602')).body).toEqual({ modifiedCount: 1 })
    expect(await shown(id)).toMatchObject({ address: '2 Side Street, Peoria, IL 61602' })
    await ship(id, [{ lines: [ofRotor(1)] }])
    await sendOrderMails(store)
    expect((await correct('3 Far Road, Peoria, IL 61602')).body).toEqual({ modifiedCount: 1 })
    await ship(id, [{}])
    expect((await shippedMails()).map(({ text }) => text)).toEqual([
      expect.stringContaining('Ship to: 3 Far Road'),
      expect.stringContaining('Ship to: 2 Side Street'),
    ])
    expectProblem(await correct('4 Late Lane, Peoria, IL 61602'), 409, 'already_shipped')
    expect(await shown(id)).toMatchObject({ status: 'shipped', address: '3 Far Road, Peoria, IL 61602' })

    const split = await paid()
    await ship(split.id, [{ lines: [split.ofPlugs(8)] }])
    await customer.call('PATCH', `/order/address/${split.id}`, {
      customerAddress: '5 New Street, Peoria, IL 61602',
    })
    await ship(split.id, [{}])
    expect(await shown(split.id)).toMatchObject({ address: '5 New Street, Peoria, IL 61602' })
    expect((await shippedMails()).slice(0, 2).map(({ text }) => text)).toEqual([
      expect.stringContaining('Ship to: 5 New Street'),
      expect.stringContaining('Ship to: 1 Main Street'),
    ])

    const other = await paid()
    await cancel(other.id, [other.ofPlugs(8), other.ofRotor(2)])
    const late = { customerAddress: '4 Late Lane, Peoria, IL 61602' }
    expectProblem(await customer.call('PATCH', `/order/address/${other.id}`, late), 409, 'already_shipped')
  })

  test('the audit of each parcel of one call says what the purchase was before it', async () => {
    const { id, ofPlugs } = await paid()
    await ship(id, [{ lines: [ofPlugs(1)] }, { lines: [ofPlugs(1)] }])
    expect((await shippings(id)).map(({ before }: { before: object }) => before)).toEqual([
      { status: 'partly_shipped' },
      { status: 'paid' },
    ])
  })

  test('is mailed once for each parcel, with what is in it and what is still to come', async () => {
    const { id, number, ofPlugs } = await paid()
    await ship(id, [{ lines: [ofPlugs(5)], ...UPS }])
    const [first, ...others] = await shippedMails()
    expect(others).toEqual([])
    expect(first?.subject).toBe(`Parts of your Driveline order ${number} have shipped`)
    for (const text of [
      'Part: Spark Plug\nQuantity: 5 pieces',
      `Tracking number: ${UPS.trackingNumber}`,
      'Still to come: 3 pieces of Spark Plug, 2 pieces of Vented Rotor',
    ])
      expect(first?.text).toContain(text)
    expect(first?.text).not.toContain('Part: Vented Rotor')
    await ship(id, [DHL])
    const mails = await shippedMails()
    expect(mails).toHaveLength(2)
    const [last] = mails.filter(({ text }) => text.includes(DHL.trackingNumber))
    expect(last?.subject, 'five plugs were not in it').toContain('Parts of your')
    expect(last?.text).toContain('Part: Spark Plug\nQuantity: 3 pieces')
    expect(last?.text).not.toContain('Still to come')
  })

  test('is mailed as shipped when one parcel has all that was not canceled', async () => {
    const { id, number, ofPlugs } = await paid()
    await cancel(id, [ofPlugs(3)])
    await ship(id, [UPS])
    const [mail] = await shippedMails()
    expect(mail?.subject).toBe(`Your Driveline order ${number} has shipped`)
    expect(mail?.text).toContain('Part: Spark Plug\nQuantity: 5 pieces')
  })

  test('has shipped once the rest is canceled, with the date of its last parcel', async () => {
    const { id, ofPlugs, ofRotor } = await paid()
    await ship(id, [{ lines: [ofPlugs(5), ofRotor(2)] }])
    const [{ shippedAt }] = (await shown(id)).shipments
    expect((await cancel(id, [ofPlugs(3)])).status).toBe(201)
    expect(await shown(id)).toMatchObject({
      status: 'shipped',
      lines: [{ shippedQty: 5, canceledQty: 3 }, { shippedQty: 2 }],
    })
    const part = (await customer.call('GET', `/orders/${ofPlugs(5).orderId}`)).body
    expect(part).toMatchObject({ shipped: true, shippedAt })
    expectProblem(await ship(id, [{}]), 409, 'already_shipped')
    expectProblem(await cancel(id, [ofPlugs(1)]), 409, 'already_shipped')
  })

  test('has nothing more to ship once it is refunded whole, and stays partly shipped when it is in part', async () => {
    const { id, total, ofPlugs } = await paid()
    await ship(id, [{ lines: [ofPlugs(1)] }])
    const refund = (goodwill: number) =>
      admin.call('POST', `/purchase/${id}/refunds`, { goodwill, note: 'It came late' })
    expect((await refund(10)).status).toBe(201)
    expect(await shown(id)).toMatchObject({ status: 'partly_shipped' })
    expect((await ship(id, [{ lines: [ofPlugs(1)] }])).status).toBe(201)
    expect((await refund(Math.round((total - 10) * 100) / 100)).status).toBe(201)
    expectProblem(await ship(id, [{}]), 409, 'order_refunded')
    expect(await shown(id)).toMatchObject({ status: 'refunded', shipments: [{}, {}] })
  })
})

describe('a parcel is refused, and nothing is stored,', () => {
  test('with more pieces than are open, also over two parcels of one call', async () => {
    const { id, ofPlugs, ofRotor } = await paid()
    const other = await paid()
    await cancel(id, [ofPlugs(1)])
    for (const [parcels, field] of [
      [[{ lines: [ofPlugs(8)] }], 'parcels.0.lines.0.quantity'],
      [[{ lines: [ofPlugs(4)] }, { lines: [ofRotor(1), ofPlugs(4)] }], 'parcels.1.lines.1.quantity'],
      [[{}, {}], 'parcels.1.lines'],
    ] as const) {
      const answer = await ship(
        id,
        parcels.map((parcel) => ({ ...parcel })),
      )
      expectProblem(answer, 409, 'already_shipped')
      expect(answer.body.errors).toMatchObject([{ field, code: 'too_high' }])
    }
    const foreign = await ship(id, [{ lines: [ofPlugs(1), other.ofRotor(1)] }])
    expectProblem(foreign, 404, 'not_found')
    expect(foreign.body.errors).toMatchObject([{ field: 'parcels.0.lines.1.orderId' }])
    expect(await shown(id)).toMatchObject({ status: 'paid', shipments: [] })
    expect(await shippings(id)).toEqual([])
  })

  test.each<[string, (line: (quantity: number) => Line) => unknown, string]>([
    ['a part twice', (line) => [{ lines: [line(1), line(1)] }], 'parcels.0.lines.1.orderId'],
    ['nothing in it', () => [{ lines: [] }], 'parcels.0.lines'],
    ['no pieces', (line) => [{ lines: [line(0)] }], 'parcels.0.lines.0.quantity'],
    ['half a piece', (line) => [{ lines: [line(0.5)] }], 'parcels.0.lines.0.quantity'],
    ['a carrier alone', () => [{ carrier: 'UPS' }], 'parcels.0.trackingNumber'],
    ['a number alone', () => [{ trackingNumber: '1Z999' }], 'parcels.0.carrier'],
    ['no parcels', () => [], 'parcels'],
    ['too many parcels', (line) => Array.from({ length: 21 }, () => ({ lines: [line(1)] })), 'parcels'],
  ])('with %s', async (_, parcels, field) => {
    const { id, ofPlugs } = await paid()
    const answer = await ship(id, parcels(ofPlugs) as Parcel[])
    expectProblem(answer, 422, 'invalid_input')
    expect(answer.body.errors[0]).toMatchObject({ field })
    expect(await shown(id)).toMatchObject({ shipments: [] })
  })

  test('of a purchase that is unpaid, canceled, deleted, or the customer’s to ship', async () => {
    const unpaid = await placed()
    expectProblem(await ship(unpaid.id, [{}]), 409, 'not_paid')
    expect((await customer.call('DELETE', `/purchase/${unpaid.id}`)).status).toBe(200)
    expectProblem(await ship(unpaid.id, [{}]), 404, 'not_found')
    const { id, ofPlugs, ofRotor } = await paid()
    const own = await customer.call('POST', `/purchase/${id}/shipments`, { parcels: [{}] })
    expectProblem(own, 403, 'forbidden')
    await cancel(id, [ofPlugs(8), ofRotor(2)])
    expectProblem(await ship(id, [{}]), 409, 'order_canceled')
    expectProblem(await ship('no-id', [{}]), 404, 'not_found')
  })
})

describe('the same pieces', () => {
  test('are shipped once by a repeated request with its key', async () => {
    const { id, ofPlugs } = await paid()
    const [key, parcels] = [newKey(), [{ lines: [ofPlugs(2)], ...UPS }]]
    const first = await ship(id, parcels, key)
    const again = await ship(id, parcels, key)
    expect(again.body).toEqual(first.body)
    expect((await shown(id)).shipments).toHaveLength(1)
    expectProblem(await ship(id, [{ lines: [ofPlugs(3)] }], key), 422, 'idempotency_key_reused')
  })

  test('are shipped once by ten requests together', async () => {
    const { id, ofPlugs } = await paid()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ship(id, [{ lines: [ofPlugs(8)] }])))
    expect(countOutcomes(answers)).toEqual({ '201': 1, '409 already_shipped': 9 })
    expect(await shown(id)).toMatchObject({ lines: [{ shippedQty: 8 }, {}], shipments: [{}] })
    expect(await shippings(id)).toHaveLength(1)
  })

  test('are shipped or canceled, when both happen at once', async () => {
    const { id, ofPlugs } = await paid()
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => ship(id, [{ lines: [ofPlugs(2)] }])),
      ...Array.from({ length: 4 }, () => cancel(id, [ofPlugs(2)])),
    ])
    expect(countOutcomes(answers)).toEqual({ '201': 4, '409 already_shipped': 4 })
    const [line] = (await shown(id)).lines
    expect(line.shippedQty + line.canceledQty).toBe(8)
  })
})

test('an order of one part ships in parcels too, and by the call of one part what is open of it', async () => {
  const id = await orderPaid(store, customer, plugs, 3)
  await ship(id, [{ lines: [{ orderId: id, quantity: 1 }] }])
  const rest = () => admin.call('PATCH', `/order/shipped/${id}`, UPS)
  expect([(await rest()).body, (await rest()).body]).toEqual([{ modifiedCount: 1 }, { modifiedCount: 0 }])
  expect((await shown(id)).shipments).toMatchObject([
    { lines: [{ quantity: 1 }] },
    { ...UPS, lines: [{ quantity: 2 }] },
  ])
})

test('the tracking of one of two parcels is corrected, and of an order that of its last parcel', async () => {
  const { id, ofPlugs } = await paid()
  const first = (await ship(id, [{ lines: [ofPlugs(2)], ...UPS }])).body.insertedIds[0]
  await ship(id, [{ lines: [ofPlugs(2)], ...DHL }])
  const correct = (of: string, trackingNumber: string) =>
    admin.call('PATCH', `/order/tracking/${of}`, { carrier: 'FedEx', trackingNumber })
  expect((await correct(first, '771904436218')).body).toEqual({ modifiedCount: 1 })
  expect((await correct(first, '771904436218')).body).toEqual({ modifiedCount: 0 })
  expect((await shown(id)).shipments).toMatchObject([{ trackingNumber: '771904436218' }, DHL])
  expect((await correct(ofPlugs(1).orderId, '771904436219')).body).toEqual({ modifiedCount: 1 })
  expect((await shown(id)).shipments).toMatchObject([
    { trackingNumber: '771904436218' },
    { trackingNumber: '771904436219' },
  ])
  const { changes } = (await admin.call('GET', `/orders/${id}/record`)).body
  expect(changes[1]).toMatchObject({ action: 'correct_tracking', before: UPS, after: { shipmentId: first } })
})

test('admins see the bin of each part in the list of purchases, and customers do not', async () => {
  const { id } = await paid()
  await store.db.updateTable('products').set({ bin: 'A-12' }).where('id', '=', plugs).execute()
  const [listed] = (await admin.call('GET', `/purchases?q=${customer.email}`)).body
  expect(listed.lines.map(({ bin }: { bin?: string }) => bin)).toEqual(['A-12', undefined])
  const [own] = (await customer.call('GET', '/purchases/mine')).body
  for (const purchase of [own, await shown(id)]) expect(JSON.stringify(purchase)).not.toContain('"bin"')
})

test('the overview has what the pieces are worth that are to ship', async () => {
  const { id, ofPlugs } = await paid()
  const worth = async () => (await admin.call('GET', '/overview')).body.toDo.shipTotal
  const before = await worth()
  await ship(id, [{ lines: [ofPlugs(2)] }])
  expect(await worth()).toBeCloseTo(before - 17, 2)
})

test('purchases, and orders in them, are found by the tracking number of any parcel, in any spelling', async () => {
  const { id, ofPlugs } = await paid()
  const trackingNumber = `1Z${id.slice(0, 8).toUpperCase()}0355`
  const ofLabel = `9400 1118 9956 ${String(Date.now()).slice(-10)}`
  await ship(id, [
    { lines: [ofPlugs(1)], carrier: 'USPS', trackingNumber: ofLabel },
    { lines: [ofPlugs(1)], carrier: 'UPS', trackingNumber },
  ])
  const other = await signIn(store)
  const found = async (who: User, call: string, q: string) =>
    (await who.call('GET', `${call}?q=${encodeURIComponent(q)}`)).body.map(({ _id }: { _id: string }) => _id)
  const spaced = ` ${trackingNumber.slice(0, 4).toLowerCase()} ${trackingNumber.slice(4)} `
  for (const q of [trackingNumber, spaced, ofLabel]) {
    expect(await found(admin, '/purchases', q)).toEqual([id])
    expect(await found(customer, '/purchases/mine', q)).toEqual([id])
    expect(await found(other, '/purchases/mine', q)).toEqual([])
    // The rotors were in neither parcel.
    const plugsOnly = [ofPlugs(1).orderId]
    expect(await found(admin, '/orders', q)).toEqual(plugsOnly)
    expect(await found(customer, `/order/${customer.email}`, q)).toEqual(plugsOnly)
    expect(await found(other, `/order/${other.email}`, q)).toEqual([])
  }
  for (const call of ['/purchases', '/orders'])
    expect(await found(admin, call, trackingNumber.slice(0, -1))).toEqual([])
})

test('every rule of the store holds after all of this', () => expectEveryRule(store))
