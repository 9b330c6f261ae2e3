import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { openStoreWithContent } from '../../tests/support/own-content.ts'
import type { TestStore } from '../../tests/support/test-store.ts'
import { signIn } from '../../tests/support/users.ts'

/** 25 hours apart: the two never have the same day. */
const OWN = 'Pacific/Kiritimati'
const MACHINE = 'Pacific/Pago_Pago'

let store: TestStore
beforeAll(async () => {
  vi.stubEnv('TZ', MACHINE)
  store = await openStoreWithContent({ name: 'Atoll Parts', timeZone: OWN })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await store.close()
})

test('The store’s days are those of the time zone in its content, not of its machine', async () => {
  const admin = await signIn(store, { admin: true })
  const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: OWN }).format()
  const days = [today()]
  const overview = await admin.call('GET', '/overview')
  const exported = await fetch(`${store.url}/exports/products`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  // Midnight may have passed.
  days.push(today())
  expect(days).toContain(overview.body.days.at(-1).day)
  expect(days.map((day) => `attachment; filename="parts-${day}.csv"`)).toContain(
    exported.headers.get('content-disposition'),
  )
  await exported.body?.cancel()
})

test('An email states times in the time zone of the store’s content', async () => {
  const customer = await signIn(store)
  await order(customer, await stockProduct(store))
  await sendOrderMails(store)
  const [mail] = await mailsTo(store, customer.email)
  expect(mail?.text).toMatch(/holding your parts until \w{3}, \w{3} \d+, \d+:\d\d [AP]M GMT\+14\./)
})
