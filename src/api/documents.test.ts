import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { issueInvoice } from '#domain/documents/issue-invoice.server.ts'
import { today } from '#domain/shared/today.server.ts'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { expectInvariants } from '../../tests/support/invariants.ts'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { charge, order, orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
})
afterAll(async () => {
  await expectInvariants(store.databaseUrl)
  await store.close()
})
beforeEach(async () => {
  customer = await signIn(store)
})

const listed = async (orderId: string, by = customer) =>
  (await by.call('GET', `/purchase/${orderId}`)).body.documents
const invoiceOf = async (orderId: string, by = customer) => {
  const [summary] = await listed(orderId, by)
  return (await by.call('GET', `/document/${summary._id}`)).body
}
/** Pays a purchase as its customer. */
async function pay(id: string): Promise<void> {
  const { transactionId } = await charge(store, customer, id)
  expect((await confirmPayment(customer, id, transactionId)).status).toBe(200)
}
const lastNumber = async () => {
  const row = await store.db.selectFrom('document_numbers').select('last').executeTakeFirst()
  return row?.last ?? 0
}
/** Two alternators with deposits, brake pads and their delivery; 6.25 % of tax. */
async function taxedPurchase(contained: boolean): Promise<[string, string]> {
  const alternator = await stockProduct(store, { name: 'Alternator', price: 189.5 })
  const pads = await stockProduct(store, { name: 'Brake Pads', price: 38.9, unit: 'set of 4' })
  await store.db.updateTable('products').set({ part_number: 'AL-77' }).where('id', '=', alternator).execute()
  const wanted = [
    { productId: alternator, quantity: 2, coreUnitCents: 4500, taxCents: 2932, coreTaxCents: 563 },
    { productId: pads },
  ]
  const { orderIds } = await purchase(store, customer, wanted, { contained, deliveryCents: 57 })
  const [id = '', second = ''] = orderIds
  return [id, second]
}

describe('an invoice', () => {
  test('is issued for an order of one part when it is paid, and shows what was paid', async () => {
    const id = await order(customer, await stockProduct(store, { price: 25.5 }), 3)
    expect(await listed(id)).toEqual([])
    const before = await lastNumber()
    await pay(id)
    const { body: shown } = await customer.call('GET', `/orders/${id}`)
    const year = (await today(store.shop)).slice(0, 4)
    const number = `INV-${year}-${String(before + 1).padStart(6, '0')}`
    const [summary] = await listed(id)
    expect(summary).toEqual({
      _id: summary._id,
      kind: 'invoice',
      number,
      total: 76.5,
      issuedAt: summary.issuedAt,
    })
    expect(Date.parse(summary.issuedAt) - Date.parse(shown.paidAt)).toBeGreaterThanOrEqual(0)
    const { contact } = await store.shop.content()
    expect(await invoiceOf(id)).toEqual({
      ...summary,
      purchaseId: id,
      purchaseNumber: shown.number,
      seller: { name: contact.company, address: contact.address },
      buyer: { name: shown.customerName, email: customer.email, address: '1 Main Street' },
      lines: [{ kind: 'part', words: 'Ceramic Brake Pads', quantity: 3, net: 76.5, tax: 0 }],
      net: 76.5,
      tax: 0,
    })
  })

  test('has a line for each part, each deposit and the delivery, with the tax that was added', async () => {
    const { body: settings } = await admin.call('GET', '/sales-settings')
    await admin.call('PUT', '/sales-settings', { ...settings, taxNumber: 'IL 1234-5678' })
    const [id, second] = await taxedPurchase(false)
    await pay(id)
    const invoice = await invoiceOf(id)
    expect(invoice.seller.taxNumber).toBe('IL 1234-5678')
    expect(invoice.lines).toEqual([
      { kind: 'part', words: 'Alternator, AL-77', quantity: 2, net: 379, tax: 23.69, rate: 6.25 },
      { kind: 'core', words: 'Core deposit: Alternator, AL-77', quantity: 2, net: 90, tax: 5.63, rate: 6.25 },
      { kind: 'part', words: 'Brake Pads (set of 4)', quantity: 1, net: 38.9, tax: 0 },
      // Of $9.99, the part of the alternators: 379 of 417.90.
      { kind: 'delivery', words: 'Delivery: Ground', net: 9.06, tax: 0.57, rate: 6.25 },
      { kind: 'delivery', words: 'Delivery: Ground, for untaxed parts', net: 0.93, tax: 0 },
    ])
    expect(invoice).toMatchObject({ net: 517.89, tax: 29.89, total: 547.78 })
    expect(await listed(second), 'each of its orders lists it').toEqual(await listed(id))
    const movements = await store.db
      .selectFrom('core_movements')
      .select(['order_id', 'kind', 'quantity', 'amount_cents'])
      .where('order_id', 'in', [id, second])
      .execute()
    expect(movements).toEqual([{ order_id: id, kind: 'charged', quantity: 2, amount_cents: 9000 }])
  })

  test('takes a tax that the prices contain out of each line', async () => {
    const [id] = await taxedPurchase(true)
    await pay(id)
    const invoice = await invoiceOf(id)
    expect(invoice.lines.map(({ net, tax }: { net: number; tax: number }) => [net, tax])).toEqual([
      [355.31, 23.69],
      [84.37, 5.63],
      [38.9, 0],
      [8.49, 0.57],
      [0.93, 0],
    ])
    expect(invoice).toMatchObject({ net: 488, tax: 29.89, total: 517.89 })
  })

  test('is of the customer and of admins only', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    const { _id } = await invoiceOf(id)
    const other = await signIn(store)
    expect(await invoiceOf(id, admin)).toMatchObject({ _id })
    expectProblem(await other.call('GET', `/document/${_id}`), 404, 'not_found')
    expectProblem(await other.call('GET', `/purchase/${id}`), 404, 'not_found')
    expectProblem(await customer.call('GET', `/document/${randomUUID()}`), 404, 'not_found')
    expectProblem(await customer.call('GET', '/document/INV-2026-000001'), 404, 'not_found')
  })

  test('stays as it is when the address of its order is corrected', async () => {
    const id = await orderPaid(store, customer, await stockProduct(store))
    const issued = await invoiceOf(id)
    const corrected = await customer.call('PATCH', `/order/address/${id}`, {
      customerAddress: '2 Side Street',
    })
    expect(corrected.status).toBe(200)
    expect(await invoiceOf(id)).toEqual(issued)
  })

  test('is not lost with a payment that is not stored, and its number is the next one', async () => {
    const before = await lastNumber()
    const [lost, next] = [
      await order(customer, await stockProduct(store)),
      await order(customer, await stockProduct(store)),
    ]
    // The last moment at which a commit can fail.
    await sql
      .raw(
        `create function fail() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
         create constraint trigger fail after insert on documents deferrable initially deferred for each row execute function fail()`,
      )
      .execute(store.db)
    const { transactionId } = await charge(store, customer, lost)
    expectProblem(await confirmPayment(customer, lost, transactionId), 500)
    await sql.raw('drop trigger fail on documents; drop function fail').execute(store.db)
    expect((await customer.call('GET', `/orders/${lost}`)).body.paid).toBe(false)
    await pay(next)
    expect((await confirmPayment(customer, lost, transactionId)).status).toBe(200)
    const numbers = [await invoiceOf(next), await invoiceOf(lost)].map(({ number }) =>
      Number(number.slice(-6)),
    )
    // A job may have been faster than the second try.
    expect(numbers.toSorted((a, b) => a - b)).toEqual([before + 1, before + 2])
  })

  test('has the year of the store’s time zone, and the first number of a year is 1', async () => {
    const content = { ...(await store.shop.content()), timeZone: 'Pacific/Kiritimati' }
    const numbers: string[] = []
    await store.db
      .transaction()
      .execute(async (trx) => {
        for (const at of ['2031-12-31T09:59:59Z', '2031-12-31T10:00:00Z']) {
          const id = await order(customer, await stockProduct(store))
          await issueInvoice(trx, content, id, new Date(at))
          const row = await trx
            .selectFrom('documents')
            .select(['year', 'number'])
            .where('purchase_id', '=', id)
            .executeTakeFirstOrThrow()
          numbers.push(`${row.year}-${row.number}`)
        }
        throw new Error('These orders are not paid')
      })
      .catch(() => undefined)
    expect(numbers).toEqual(['2031-1', '2032-1'])
  })
})

describe('the receipt', () => {
  const receipt = async () => {
    await sendOrderMails(store)
    const mail = (await mailsTo(store, customer.email)).find(({ subject }) => subject.includes('receipt'))
    return mail
  }

  test('of a larger purchase names its invoice, with a link', async () => {
    const [id] = await taxedPurchase(false)
    await pay(id)
    const { number, _id } = await invoiceOf(id)
    const mail = await receipt()
    expect(mail?.text).toContain(`Invoice: ${number}\n`)
    expect(mail?.html).toContain(`href="${store.url}/dashboard/documents/${_id}"`)
  })

  test('of one part is what it was before there were invoices', async () => {
    await orderPaid(store, customer, await stockProduct(store))
    const mail = await receipt()
    expect(mail?.text).toContain('Total paid')
    expect(`${mail?.text}${mail?.html}`).not.toMatch(/invoice/i)
  })
})
