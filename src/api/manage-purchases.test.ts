import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { charge, order, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let pads: string
let rotors: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store)
  pads = await stockProduct(store, { name: 'Ceramic Brake Pads', price: 38.9, available: 50 })
  rotors = await stockProduct(store, { name: 'Vented Rotor', price: 62, available: 50 })
})

const brakes = () => purchase(store, customer, [{ productId: pads, quantity: 2 }, { productId: rotors }])
async function paidBrakes() {
  const placed = await brakes()
  const { transactionId } = await charge(store, customer, placed.id)
  expect((await confirmPayment(customer, placed.id, transactionId)).status).toBe(200)
  return placed
}
const ship = async (id: string | undefined) =>
  expect((await admin.call('PATCH', `/order/shipped/${id}`)).body).toEqual({ modifiedCount: 1 })

test('Purchases are sorted by their first part, customer, total, date and status, page by page', async () => {
  const unpaid = await brakes()
  const paid = await paidBrakes()
  const partly = await paidBrakes()
  await ship(partly.orderIds[1])
  const shipped = await paidBrakes()
  for (const id of shipped.orderIds) await ship(id)
  const single = await order(customer, rotors)
  const listed = async (sort: string, more = '') =>
    (await admin.call('GET', `/purchases?sort=${sort}&q=${customer.email}${more}`)).body.map(
      ({ _id }: { _id: string }) => _id,
    )
  const byStatus = await listed('status')
  // Those of one status are in the order of their ids.
  expect(new Set(byStatus.slice(0, 2))).toEqual(new Set([unpaid.id, single]))
  expect(byStatus.slice(2)).toEqual([paid.id, partly.id, shipped.id])
  expect(await listed('-status')).toEqual(byStatus.toReversed())
  expect(await listed('status', `&after=${paid.id}`)).toEqual([partly.id, shipped.id])
  expect((await listed('totalPrice'))[0]).toBe(single)
  expect((await listed('-productName'))[0]).toBe(single)
  expect(await listed('placedAt')).toEqual([unpaid.id, paid.id, partly.id, shipped.id, single])
  expect(await listed('-customerName')).toHaveLength(5)
  expect(await listed('-placedAt', '&status=paid')).toEqual([paid.id])
})

test('The overview counts purchases of which a part has shipped among those to ship, and alone', async () => {
  const counts = async () => (await admin.call('GET', '/overview')).body.orders
  const before = await counts()
  const { orderIds } = await paidBrakes()
  await ship(orderIds[1])
  expect(await counts()).toEqual({
    ...before,
    all: before.all + 1,
    toShip: before.toShip + 1,
    partlyShipped: before.partlyShipped + 1,
  })
  await ship(orderIds[0])
  expect(await counts()).toEqual({ ...before, all: before.all + 1, shipped: before.shipped + 1 })
})

test('The record of a purchase has the notes, changes and emails of all of its parts', async () => {
  const { id, orderIds } = await paidBrakes()
  const [, second = ''] = orderIds
  await ship(second)
  await admin.call('POST', `/orders/${second}/notes`, { text: 'The rotor went out first' })
  const record = (await admin.call('GET', `/orders/${id}/record`)).body
  expect(record.notes).toMatchObject([{ text: 'The rotor went out first' }])
  const shipped = record.changes.find(({ action }: { action: string }) => action === 'ship_order')
  expect(shipped).toMatchObject({ after: { status: 'partly_shipped', pieces: '1 piece of Vented Rotor' } })
  const about = shipped.after.shipmentId
  expect(record.mails).toContainEqual(expect.objectContaining({ kind: 'order_shipped', about }))
  const paid = record.mails.find(({ kind }: { kind: string }) => kind === 'order_paid')
  expect(paid).not.toHaveProperty('orderId')
})

test('An order that goes to the same address is offered once for a shared parcel, however many parts it has', async () => {
  const other = await paidBrakes()
  const { id, orderIds } = await paidBrakes()
  await ship(orderIds[0])
  const together = async () => (await admin.call('GET', `/orders/${id}/record`)).body.together
  expect(await together()).toEqual([{ _id: other.id, number: other.number }])
  await ship(orderIds[1])
  expect(await together()).toEqual([])
})

test('An address that delivery and tax were not calculated for is refused at its field', async () => {
  const { id } = await brakes()
  const response = await customer.call('PATCH', `/order/address/${id}`, { customerAddress: 'Elsewhere' })
  expectProblem(response, 409, 'address_is_priced')
  expect(response.body.errors).toMatchObject([{ field: 'customerAddress' }])
})

test('A PO box in place of the street that delivery was calculated for is refused to customers, not to admins', async () => {
  const { id } = await brakes()
  const correct = (person: User, street: string) =>
    person.call('PATCH', `/order/address/${id}`, { customerAddress: `${street}\nPeoria, IL 61602` })
  for (const street of ['PO Box 12', '1 Main Street, P.O. Box 12', 'Acme Parts PO Box 12']) {
    const response = await correct(customer, street)
    expectProblem(response, 409, 'address_is_priced')
    expect(response.body.errors).toMatchObject([{ field: 'customerAddress' }])
  }
  expect((await correct(customer, '12 Boxwood Lane')).body).toEqual({ modifiedCount: 1 })
  expect((await correct(admin, 'PO Box 12')).body).toEqual({ modifiedCount: 1 })
  const { customerAddress } = (await customer.call('GET', `/orders/${id}`)).body
  expect(customerAddress).toBe('PO Box 12\nPeoria, IL 61602')

  const boxed = await purchase(store, customer, [{ productId: pads }], { street: 'PO Box 7' })
  const other = { customerAddress: 'PO Box 70\nPeoria, IL 61602' }
  expect((await customer.call('PATCH', `/order/address/${boxed.id}`, other)).body).toEqual({
    modifiedCount: 1,
  })
})

test('A customer’s own purchases are counted by status, with what is due', async () => {
  const counts = async (person = customer) => (await person.call('GET', '/purchases/mine/counts')).body
  const none = { all: 0, unpaid: 0, paid: 0, partly_shipped: 0, shipped: 0, canceled: 0, refunded: 0, due: 0 }
  expect(await counts()).toEqual(none)
  const { id: deleted } = await brakes()
  const { total } = await brakes()
  expect(await counts()).toEqual({ ...none, all: 2, unpaid: 2, due: total * 2 })
  await customer.call('DELETE', `/purchase/${deleted}`)
  const [partly, shipped, refunded, canceled] = [
    await paidBrakes(),
    await paidBrakes(),
    await paidBrakes(),
    await paidBrakes(),
  ]
  await paidBrakes()
  for (const id of [partly.id, ...shipped.orderIds]) await ship(id)
  const goodwill = { goodwill: total, note: 'It came late' }
  expect((await admin.call('POST', `/purchase/${refunded.id}/refunds`, goodwill)).status).toBe(201)
  const lines = canceled.orderIds.map((orderId, at) => ({ orderId, quantity: at === 0 ? 2 : 1 }))
  const cancellation = await customer.call('POST', `/purchase/${canceled.id}/cancellations`, { lines })
  expect(cancellation.status).toBe(201)
  const each = { unpaid: 1, paid: 1, partly_shipped: 1, shipped: 1, canceled: 1, refunded: 1 }
  expect(await counts()).toEqual({ all: 6, ...each, due: total })
  for (const status of Object.keys(each))
    expect((await customer.call('GET', `/purchases/mine?status=${status}`)).body, status).toHaveLength(1)
  for (const other of [admin, await signIn(store)]) expect(await counts(other)).toEqual(none)
})
