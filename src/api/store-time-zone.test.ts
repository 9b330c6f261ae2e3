import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { order, stockProduct } from '../../tests/support/orders.ts'
import { openStoreWithContent } from '../../tests/support/own-content.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import type { TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

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

describe('The time zone of the settings', () => {
  const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format()
  const save = async (admin: User, change: object | null) => {
    const { content, version } = (await admin.call('GET', '/settings')).body.facts
    return admin.call('PUT', '/settings', {
      section: 'facts',
      content: change && { ...content, ...change },
      version,
    })
  }

  test('wins over that of the files: in the overview, in emails and in the audit', async () => {
    const admin = await signIn(store, { admin: true })
    expect((await admin.call('GET', '/settings')).body.facts.content.timeZone).toBe(OWN)
    expect((await save(admin, { timeZone: MACHINE })).body).toEqual({ modifiedCount: 1 })
    const days = [dayIn(MACHINE)]
    const shown = (await admin.call('GET', '/overview')).body.days.at(-1).day
    days.push(dayIn(MACHINE))
    expect(days).toContain(shown)
    const customer = await signIn(store)
    await order(customer, await stockProduct(store))
    await sendOrderMails(store)
    const [mail] = await mailsTo(store, customer.email)
    expect(mail?.text).toMatch(/holding your parts until .* GMT-11\./)
    const [entry] = (await admin.call('GET', '/audit?kind=settings&limit=1')).body
    expect(entry).toMatchObject({ before: { timeZone: OWN }, after: { timeZone: MACHINE } })
    expect((await store.shop.content()).timeZone).toBe(MACHINE)
  })

  test('left out, or with the whole section, it is that of the files again', async () => {
    const admin = await signIn(store, { admin: true })
    await save(admin, { timeZone: undefined, name: 'Reef Parts' })
    expect(await store.shop.content()).toMatchObject({ name: 'Reef Parts', timeZone: OWN })
    await save(admin, null)
    expect(await store.shop.content()).toMatchObject({ name: 'Atoll Parts', timeZone: OWN })
  })

  // Browsers read "CST" as Chicago's zone, the database as six hours without daylight saving time; the last
  // one browsers know, and the database does not.
  test.each(['Central Time', 'CST', '+02:00', 'SystemV/PST8'])('is not "%s"', async (timeZone) => {
    const admin = await signIn(store, { admin: true })
    const refused = await save(admin, { timeZone })
    expectProblem(refused, 422, 'invalid_input')
    const message = 'Must be a time zone such as America/Chicago'
    expect(refused.body.errors).toMatchObject([{ field: 'content.timeZone', message }])
    expect((await store.shop.content()).timeZone).toBe(OWN)
  })
})
