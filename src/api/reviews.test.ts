import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../../tests/support/goods.ts'
import { caller, type Person, signIn } from '../../tests/support/people.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openStoreBeside, openTestStore, type TestStore } from '../../tests/support/test-store.ts'

let store: TestStore
let customer: Person
let admin: Person

beforeAll(async () => {
  store = await openTestStore()
  ;[customer, admin] = await Promise.all([
    signIn(store, { name: 'Casey Morgan' }),
    signIn(store, { admin: true }),
  ])
})
afterAll(() => store.close())

const listed = async (at: { url: string } = store) => (await caller(at)('GET', '/reviews')).body

describe('adding a review', () => {
  test('shows it to everybody at once, under the customer’s own name', async () => {
    await listed()
    const answer = await customer.call('POST', '/review', {
      name: 'The Pope',
      text: '  Quick and friendly.\nWill come again. ',
      rating: 4,
    })
    expect(answer.status).toBe(201)
    const [newest] = await listed()
    expect(newest).toMatchObject({
      _id: answer.body.insertedId,
      name: 'Casey Morgan',
      text: 'Quick and friendly.\nWill come again.',
      rating: 4,
    })
    expect(Math.abs(Date.parse(newest.date) - Date.now())).toBeLessThan(60_000)
  })

  test('works without a text, and with each number of stars', async () => {
    for (const rating of [1, 2, 3, 4, 5])
      expect((await customer.call('POST', '/review', { rating })).status).toBe(201)
    expect((await listed()).slice(0, 5).map((r: { rating: number }) => r.rating)).toEqual([5, 4, 3, 2, 1])
    expect((await listed())[0].text).toBe('')
  })

  test('keeps 2000 characters of every script as they were typed', async () => {
    const text = `<b>bold</b> ${'é'.repeat(1000)} 汽车 👩‍🔧`
    await customer.call('POST', '/review', { rating: 5, text })
    expect((await listed())[0].text).toBe(text)
    expect((await customer.call('POST', '/review', { rating: 5, text: 'x'.repeat(2000) })).status).toBe(201)
    expectProblem(await customer.call('POST', '/review', { rating: 5, text: 'x'.repeat(2001) }), 422)
  })

  test('is for customers: not for admins, not for visitors', async () => {
    const before = await listed()
    expectProblem(await admin.call('POST', '/review', { rating: 5 }), 403, 'forbidden')
    expectProblem(await caller(store)('POST', '/review', { rating: 5 }), 401)
    expect(await listed()).toEqual(before)
  })

  test('pressed twice with one key adds one', async () => {
    const before = (await listed()).length
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => customer.call('POST', '/review', { rating: 3, text: 'Once' }, key)),
    )
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await listed()).toHaveLength(before + 1)
  })

  test('shows in another process soon', async () => {
    const beside = await openStoreBeside(store)
    await listed(beside)
    const { insertedId } = (await customer.call('POST', '/review', { rating: 5 })).body
    await expect
      .poll(async () => (await listed(beside))[0]._id, { timeout: 5000, interval: 10 })
      .toBe(insertedId)
    await beside.close()
  })
})
