import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendOrderMails } from '../../tests/support/jobs.ts'
import { mailsTo } from '../../tests/support/mails.ts'
import { orderPaid, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let second: TestStore
let admin: User
let other: User
let customer: User

beforeAll(async () => {
  store = await openTestStore()
  second = await openSecondStore(store)
  ;[admin, other, customer] = await Promise.all([
    signIn(store, { admin: true, name: 'Robin Fielder' }),
    signIn(store, { admin: true }),
    signIn(store),
  ])
})
afterAll(async () => {
  await second.close()
  await store.close()
})

const load = async (section: string) => (await admin.call('GET', '/settings')).body[section]
async function save(section: string, content: object | null, by = admin) {
  const { version } = await load(section)
  return by.call('PUT', '/settings', { section, content, version })
}
const titleOf = async ({ url }: TestStore) => (await (await fetch(`${url}/openapi.json`)).json()).info.title

test('without a change, every section is what the store’s files say', async () => {
  const { body } = await admin.call('GET', '/settings')
  expect(body).toMatchObject({
    facts: { content: { name: 'Driveline', since: 1992 }, version: null },
    hours: { content: { timeZone: 'All times are Central Time.' }, version: null },
    returns: {
      content: { returnDays: 30, returnCondition: 'that was never installed' },
      version: null,
    },
    footer: { version: null },
  })
  expect(body.footer.content.footer).toHaveLength(3)
  expect(body.articleTitles.map(({ slug }: { slug: string }) => slug)).toEqual(body.articles.content.articles)
})

test('only admins see and change the settings', async () => {
  expectProblem(await customer.call('GET', '/settings'), 403, 'forbidden')
  expectProblem(await save('returns', { returnDays: 3 }, customer), 403, 'forbidden')
  expect((await load('returns')).content.returnDays).toBe(30)
})

test('a change shows at once, in the second process within two seconds, and again after a reset', async () => {
  const { content } = await load('facts')
  expect(await titleOf(second)).toBe('Driveline')
  expect((await save('facts', { ...content, name: 'Bolt & Nut' })).body).toEqual({ modifiedCount: 1 })
  const savedAt = performance.now()
  expect(await titleOf(store)).toBe('Bolt & Nut')
  while ((await titleOf(second)) !== 'Bolt & Nut') {
    expect(performance.now() - savedAt).toBeLessThan(2_000)
    await delay(20)
  }
  const changed = await load('facts')
  expect(changed).toMatchObject({ content: { name: 'Bolt & Nut' }, changedBy: 'Robin Fielder' })
  expect((await save('facts', { ...content, name: 'Bolt & Nut' })).body).toEqual({ modifiedCount: 0 })
  expect((await save('facts', null)).body).toEqual({ modifiedCount: 1 })
  expect((await save('facts', null)).body).toEqual({ modifiedCount: 0 })
  expect(await titleOf(store)).toBe('Driveline')
  expect(await load('facts')).toEqual({ content, version: null })
})

test('a change is in the next emails: name, sender and days of returns', async () => {
  const { content } = await load('facts')
  await save('facts', {
    ...content,
    name: 'Corner Garage',
    emails: [{ label: 'Orders', address: 'orders@corner.test' }],
  })
  await save('returns', { returnDays: 45, returnCondition: 'in its box' })
  const id = await orderPaid(store, customer, await stockProduct(store), 1)
  await sendOrderMails(store)
  const [receipt] = await mailsTo(store, customer.email)
  expect(receipt?.text).toContain('45 days to return a part in its box.')
  expect(receipt?.html).toContain('Corner Garage')
  expect((await mailsTo(store, 'orders@corner.test')).map(({ text }) => text).join()).toContain(id)
  await save('facts', null)
  await save('returns', null)
})

test('the audit has who changed what from what to what', async () => {
  await save('returns', { returnDays: 60 })
  await save('footer', { footer: [{ title: 'Company', entries: ['About us', 'EIN 12-3456789'] }] })
  await save('returns', null)
  const { body } = await admin.call('GET', '/audit?kind=settings&limit=3')
  expect(body).toMatchObject([
    { action: 'reset_settings', subject: { kind: 'settings', id: 'returns' }, before: { returnDays: '60' } },
    { action: 'edit_settings', after: { footer: 'Company: About us, EIN 12-3456789' } },
    {
      action: 'edit_settings',
      actor: { email: admin.email },
      before: { returnDays: '30', returnCondition: 'that was never installed' },
      after: { returnDays: '60', returnCondition: '' },
    },
  ])
  await save('footer', null)
})

test('another admin’s change is not overwritten', async () => {
  const { version } = await load('hours')
  const edit = (by: User, timeZone: string) =>
    by.call('PUT', '/settings', { section: 'hours', content: { hours: [], timeZone }, version })
  const responses = await Promise.all([edit(admin, 'Eastern Time'), edit(other, 'Pacific Time')])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const refused = responses.find(({ status }) => status === 409)
  if (refused) expectProblem(refused, 409, 'settings_changed')
  expect((await admin.call('PUT', '/settings', { section: 'hours', content: null, version })).status).toBe(
    409,
  )
  await save('hours', null)
})

test.each([
  ['returns', { returnDays: 0 }, 'content.returnDays', 'Enter at least 1'],
  ['returns', { returnDays: 366 }, 'content.returnDays', 'Enter at most 365'],
  ['returns', { returnCondition: 'in its box' }, 'content.returnCondition', 'Needs a number of days'],
  ['facts', { name: 'x'.repeat(41) }, 'content.name', 'Enter at most 40 characters'],
  ['facts', { name: 'a\nBcc: x@example.com' }, 'content.name', 'Must be one line of text'],
  ['facts', { address: [' '] }, 'content.address.0', 'Must not be blank'],
  [
    'facts',
    { phones: [{ label: 'a', number: 'call!' }] },
    'content.phones.0.number',
    'Must be a telephone number',
  ],
  ['footer', { footer: [{ title: 'a', entries: [] }] }, 'content.footer.0.entries', 'Enter at least 1'],
  ['articles', { articles: ['a', 7] }, 'content.articles.1', 'Enter text'],
])('%s with %j are refused as a file would be', async (section, content, field, message) => {
  const response = await save(section, content)
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors).toMatchObject([{ field, message }])
})

test('the articles are in the order of the settings, and new ones come first', async () => {
  const { content } = await load('articles')
  const [newest, next, ...rest] = content.articles as string[]
  await save('articles', { articles: [...rest, next, 'not-there'] })
  const { articles } = await store.shop.content()
  expect(articles.map(({ slug }) => slug)).toEqual([newest, ...rest, next])
  await save('articles', null)
})
