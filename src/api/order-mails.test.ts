// Long because all emails about orders are tested on one open store.

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeOverOrderMails } from '#domain/mails/take-over-order-mails.server.ts'
import { reconcilePayments } from '#domain/payments/reconcile-payments.server.ts'
import { recordRefunds } from '#domain/payments/record-refunds.server.ts'
import { sendDueRefunds } from '#domain/payments/send-refunds.server.ts'
import { simulatorOf, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { fewestStatements } from '../../tests/support/fewest-statements.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { stripeAt } from '../../tests/support/running-simulator.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User
let productId: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS, LIMIT_MAIL_PER_HOUR: '10' })
  productId = await stockProduct(store, { price: 25.5, available: 100_000 })
  admin = await signIn(store, { admin: true })
})
afterAll(() => store.close())
beforeEach(async () => {
  customer = await signIn(store, { name: 'Casey Morgan' })
})

/** Sends the emails that the background jobs send. */
const sendMails = () => sendOrderMails(store)
const subjects = async (person = customer) =>
  (await mailsTo(store, person.email)).map(({ subject }) => subject).toReversed()
const newest = async (person = customer) => (await mailsTo(store, person.email))[0]
const numberOf = async (id: string) =>
  `DL-${(await store.db.selectFrom('orders').select('number').where('id', '=', id).executeTakeFirstOrThrow()).number}`
const ship = (id: string) => admin.call('PATCH', `/order/shipped/${id}`)
/** Makes the hold of an order that was placed a day before end in `minutes`. */
const endHoldIn = (id: string, minutes: number) =>
  sql`update orders set hold_expires_at = now() + make_interval(mins => ${minutes}::integer) where id = ${id}`.execute(
    store.db,
  )

describe('an order leads to', () => {
  test('one email each when it is placed, paid and shipped, however often the job runs', async () => {
    const id = await order(customer, productId, 2)
    const number = await numberOf(id)
    await sendMails()
    await sendMails()
    expect(await subjects()).toEqual([`Your Driveline order ${number}`])
    const placed = await newest()
    expect(placed?.text).toContain(`Pay $51.00:\n\n${store.url}/dashboard/payment/${id}\n`)
    expect(placed?.text).toContain(
      'Quantity: 2 pieces\nUnit price: $25.50\n\nOrder: ' +
        number +
        '\nSubtotal: $51.00\nShipping: Free\nTotal: $51.00',
    )
    expect(placed?.html).toContain('Hi Casey,')

    const { transactionId } = await charge(store, customer, id)
    await customer.call('PATCH', `/order/${id}`, { orderId: id, transactionId })
    await sendMails()
    const receipt = await newest()
    expect(receipt?.subject).toBe(`Your Driveline receipt for order ${number}`)
    expect(receipt?.text).toContain(`Total paid: $51.00`)
    expect(receipt?.text).toContain(`Transaction: ${transactionId}\nShip to: 1 Main Street`)

    expect((await ship(id)).body).toMatchObject({ modifiedCount: 1 })
    expect((await ship(id)).body).toMatchObject({ modifiedCount: 0 })
    await sendMails()
    await sendMails()
    expect(await subjects()).toEqual([
      `Your Driveline order ${number}`,
      `Your Driveline receipt for order ${number}`,
      `Your Driveline order ${number} has shipped`,
    ])
  })

  test('emails that greet the account’s owner, not the person who had the account when it was placed', async () => {
    const id = await order(customer, productId)
    await store.db
      .updateTable('accounts')
      .set({ name: 'Vera Owner' })
      .where('email', '=', customer.email)
      .execute()
    const { transactionId } = await charge(store, customer, id)
    await customer.call('PATCH', `/order/${id}`, { orderId: id, transactionId })
    await sendMails()
    const receipt = await newest()
    expect(receipt?.html).toContain('Hi Vera,')
    expect(receipt?.text).not.toContain('Casey')
  })

  test('no confirmation email once it is paid or deleted: the receipt has everything', async () => {
    const paid = await orderPaid(store, customer, productId)
    const deleted = await order(customer, productId)
    expect((await customer.call('DELETE', `/order/${deleted}`)).status).toBe(200)
    await sendMails()
    expect(await subjects()).toEqual([`Your Driveline receipt for order ${await numberOf(paid)}`])
  })

  test('one email with the reason when its payment is refunded', async () => {
    const id = await order(customer, productId)
    const { transactionId } = await charge(store, customer, id)
    await sql`update payments set state = 'canceled' where order_id = ${id}`.execute(store.db)
    expect((await customer.call('DELETE', `/order/${id}`)).status).toBe(200)
    await reconcilePayments(store.shop)
    await sendDueRefunds(store.shop)
    await sendMails()
    await sendMails()
    expect(await subjects()).toEqual([`Your Driveline refund for order ${await numberOf(id)}`])
    const mail = await newest()
    expect(mail?.text).toContain(
      'we refunded $25.50 to your card. The payment came in after the order had been deleted.',
    )
    expect(mail?.text).toContain(`Transaction: ${transactionId}`)
    expect(mail?.text).not.toContain('/dashboard/orders/')
  })

  test('one reminder shortly before its hold ends, unless it is paid, and none for a short hold', async () => {
    const [far, near, paid] = [
      await order(customer, productId),
      await order(customer, productId),
      await order(customer, productId),
    ]
    await sendMails()
    const { transactionId } = await charge(store, customer, paid)
    await customer.call('PATCH', `/order/${paid}`, { orderId: paid, transactionId })
    // Placed a day ago: the hold is as long as usual.
    await sql`alter table orders disable trigger user`.execute(store.db)
    await sql`update orders set placed_at = now() - interval '1 day' where id in (${far}, ${near}, ${paid})`.execute(
      store.db,
    )
    await sql`alter table orders enable trigger user`.execute(store.db)
    await endHoldIn(far, 300)
    await endHoldIn(near, 200)
    await sendMails()
    await sendMails()
    const reminders = (await subjects()).filter((subject) =>
      subject.startsWith('Your parts are on hold until'),
    )
    expect(reminders).toHaveLength(1)
    const mail = (await mailsTo(store, customer.email)).find(({ subject }) => subject === reminders[0])
    expect(mail?.text).toContain(`order ${await numberOf(near)} isn't paid yet`)
    expect(mail?.text).toContain(`Pay $25.50:\n\n${store.url}/dashboard/payment/${near}\n`)

    const short = await order(customer, productId)
    await sendMails()
    await endHoldIn(short, 30)
    await sendMails()
    expect((await subjects()).filter((subject) => subject.includes('on hold'))).toHaveLength(1)
  })
})

describe('an order that a store of version 1.0 changed leads to its emails', () => {
  /** As that version leaves it: it would have read the audit later, from where it was. */
  async function leaveAsBefore(id: string) {
    await sendMails()
    await sql`delete from mailbox_mails`.execute(store.db)
    await sql`delete from order_mails where order_id = ${id}`.execute(store.db)
    await sql`truncate order_mail_position`.execute(store.db)
    await sql`
      insert into order_mail_position (begun_id, settled_id)
      select 0, min(id) - 1 from audit_entries where subject = ${`order:${id}`}`.execute(store.db)
  }
  const takeOver = async () => {
    await Promise.all([takeOverOrderMails(store.shop), takeOverOrderMails(store.shop)])
    await sendMails()
  }

  test('once, also while its processes still run', async () => {
    const id = await orderPaid(store, customer, productId)
    await customer.call('PATCH', `/order/address/${id}`, { customerAddress: '8 Own Street' })
    await ship(id)
    const { transaction_id: intentId } = await store.db
      .selectFrom('orders')
      .select('transaction_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await stripeAt(simulatorOf(store)).refunds.create({ payment_intent: intentId ?? '', amount: 100 })
    await recordRefunds(store.shop, intentId ?? '')
    await sendMails()
    const sent = (await subjects()).toSorted()
    await leaveAsBefore(id)
    await takeOver()
    expect((await subjects()).toSorted()).toEqual(sent)
    expect((await newest())?.text).toContain('we refunded $1.00 to your card. It is part of')
    await takeOver()
    expect((await subjects()).toSorted()).toEqual(sent)
  })

  test('none, when the store was restored or reset since', async () => {
    const id = await order(customer, productId)
    await leaveAsBefore(id)
    await sql`truncate order_mail_position`.execute(store.db)
    await takeOver()
    expect(await subjects()).toEqual([])
  })
})

describe('the store is emailed', () => {
  const toStore = async (id: string) =>
    (await mailsTo(store, (await store.shop.orderEmail()) ?? ''))
      .filter(({ text }) => text.includes(id))
      .toReversed()

  test('each order once when it is paid, and not before', async () => {
    const unpaid = await order(customer, productId)
    const id = await orderPaid(store, customer, productId, 2)
    await sendMails()
    await sendMails()
    expect((await toStore(id)).map(({ subject }) => subject)).toEqual([
      `New order ${await numberOf(id)}: 2 pieces, Ceramic Brake Pads`,
    ])
    expect((await toStore(id))[0]?.text).toContain(
      `Email: ${customer.email}\nPhone: (217) 555-0100\nShip to: 1 Main Street`,
    )
    expect(await toStore(unpaid)).toEqual([])
  })

  test('when a customer corrects the address of a paid order, but not when an admin does', async () => {
    const [unpaid, id] = [await order(customer, productId), await orderPaid(store, customer, productId)]
    const correct = (who: User, orderId: string, customerAddress: string) =>
      who.call('PATCH', `/order/address/${orderId}`, { customerAddress })
    await correct(customer, unpaid, '5 Unpaid Street')
    await correct(customer, id, '6 Own Street')
    await correct(customer, id, '6 Own Street')
    await correct(admin, id, '7 Admin Street')
    await sendMails()
    await sendMails()
    expect((await toStore(id)).map(({ subject }) => subject)).toEqual([
      `New order ${await numberOf(id)}: 1 piece, Ceramic Brake Pads`,
      `New address for order ${await numberOf(id)}`,
    ])
    expect(await toStore(unpaid)).toEqual([])
    // The customer is told of each correction.
    const told = (await subjects()).filter((subject) => subject.startsWith('The address of'))
    const about = async (each: string) => `The address of your order ${await numberOf(each)} has changed`
    expect(told.toSorted()).toEqual([await about(unpaid), await about(id), await about(id)].toSorted())
    expect((await mailsTo(store, customer.email)).some(({ text }) => text.includes('7 Admin Street'))).toBe(
      true,
    )
  })

  test('at ORDER_MAIL_TO, or not at all if it is off', async () => {
    for (const [setting, subject] of [
      ['warehouse@parts.example', 'New order'],
      ['off', undefined],
    ] as const) {
      const own = await openTestStore({ ORDER_MAIL_TO: setting })
      const person = await signIn(own)
      await orderPaid(own, person, await stockProduct(own))
      await sendOrderMails(own)
      expect((await mailsTo(own, person.email))[0]?.subject).toContain('receipt')
      const [mail] = await mailsTo(own, 'warehouse@parts.example')
      if (subject === undefined) expect(mail).toBeUndefined()
      else expect(mail?.subject).toContain(subject)
      const { rows } = await sql<{ skipped: string | null }>`
        select skipped from order_mails where kind = 'store_order_paid'`.execute(own.db)
      expect(rows).toEqual([{ skipped: setting === 'off' ? 'off' : null }])
      await own.close()
    }
  })
})

describe('no mailbox is flooded:', () => {
  test('an unverified address gets three emails about orders a day, without any text that a stranger chose, and no reminder', async () => {
    const stranger = await signIn(store, { unverified: true, name: 'Visit evil.example now' })
    for (let n = 0; n < 5; n += 1) {
      const id = await order(stranger, productId)
      await customer.call('DELETE', `/order/${id}`)
    }
    await sendMails()
    const mails = await mailsTo(store, stranger.email)
    expect(mails).toHaveLength(3)
    for (const { html, text } of mails)
      for (const part of [html, text]) {
        expect(part).not.toContain('evil.example')
        expect(part).not.toContain('1 Main Street')
      }
    await sql`update orders set hold_expires_at = now() + interval '5 minutes', placed_at = placed_at
      where customer_email = ${stranger.email}`.execute(store.db)
    await sendMails()
    expect(await mailsTo(store, stranger.email)).toHaveLength(3)
  })

  test('a customer who places many orders gets twenty confirmations, and a receipt for each paid order', async () => {
    const ids: string[] = []
    for (let n = 0; n < 25; n += 1) ids.push(await order(customer, productId))
    await sendMails()
    expect(await subjects()).toHaveLength(20)
    const last = ids.at(-1) ?? ''
    const { transactionId } = await charge(store, customer, last)
    await customer.call('PATCH', `/order/${last}`, { orderId: last, transactionId })
    await sendMails()
    expect((await subjects()).at(-1)).toBe(`Your Driveline receipt for order ${await numberOf(last)}`)
  })
})

test('text of customers and admins does not become markup in an email', async () => {
  const hostile = `<img src=x onerror=alert(1)>"'&`
  const part = await stockProduct(store, { name: `Pads ${hostile}` })
  const person = await signIn(store, { name: `Ada ${hostile}` })
  await orderPaid(store, person, part)
  await sendMails()
  const mail = await newest(person)
  expect(mail?.html).not.toContain('<img src=x')
  expect(mail?.html).toContain('Pads &#60;img src=x onerror=alert(1)&#62;')
  expect(mail?.text).toContain(`Part: Pads ${hostile}`)
})

test('the email of an order costs one statement of its transaction', async () => {
  // The token, begin, the facts, the insert, the job, and commit.
  expect(await fewestStatements(store, () => order(customer, productId))).toBe(6)
})
