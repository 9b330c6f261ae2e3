import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { openStoreWithContent } from '../../tests/support/own-content.ts'
import type { TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

async function openStoreWith(content: object): Promise<{ store: TestStore; admin: User; customer: User }> {
  const store = await openStoreWithContent(content)
  return { store, admin: await signIn(store, { admin: true }), customer: await signIn(store) }
}

let own: Awaited<ReturnType<typeof openStoreWith>>
let plain: Awaited<ReturnType<typeof openStoreWith>>
beforeAll(async () => {
  own = await openStoreWith({ name: 'Bolt & Nut', orderPrefix: 'BN' })
  plain = await openStoreWith({ name: 'Corner Garage' })
})
afterAll(async () => {
  await Promise.all([own.store.close(), plain.store.close()])
})

test.each([
  ['a store with a prefix of its own', () => own, 'BN-10001'],
  ['a store without one', () => plain, '10001'],
])('%s shows it in the API, the audit, the history of the stock and the email', async (_, opened, number) => {
  const { store, admin, customer } = opened()
  const productId = await stockProduct(store, { available: 5 })
  const placed = await customer.call(
    'POST',
    '/order',
    { productId, orderQty: 1, customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' },
    { 'Idempotency-Key': 'one-order' },
  )
  expect(placed.body).toMatchObject({ number })
  const id = placed.body.insertedId as string
  const repeated = await customer.call(
    'POST',
    '/order',
    { productId, orderQty: 1, customerPhone: '(217) 555-0100', customerAddress: '1 Main Street' },
    { 'Idempotency-Key': 'one-order' },
  )
  expect(repeated.body).toEqual(placed.body)
  expect((await customer.call('GET', `/payment/${id}`)).body).toMatchObject({ number })
  const digits = number.replace(/\D/g, '')
  for (const q of [number, number.toLowerCase(), `DL-${digits}`, `#${digits}`]) {
    const { body } = await admin.call('GET', `/orders?q=${encodeURIComponent(q)}`)
    expect(body, q).toMatchObject([{ _id: id, number }])
  }
  const { body: audit } = await admin.call('GET', `/audit?q=${number}`)
  expect(audit).toMatchObject([{ subject: { id, orderNumber: number } }])
  const { body: movements } = await admin.call('GET', `/product/${productId}/stock`)
  expect(movements[0]).toMatchObject({ orderNumber: number })
  await sendOrderMails(store)
  const subjects = async () => (await mailsTo(store, customer.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(` order ${number}$`))
})
