import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MISSING } from '../../tests/support/call-samples.ts'
import { newKey } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openSecondStore, openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, type User, signIn } from '../../tests/support/users.ts'

let store: TestStore
let customer: User
let admin: User

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
  test('shows it to everyone at once, under the customer’s own name', async () => {
    await listed()
    const startedAt = Date.now()
    const response = await customer.call('POST', '/review', {
      name: 'The Pope',
      text: '  Quick and friendly.\nWill come again. ',
      rating: 4,
    })
    expect(response.status).toBe(201)
    const [newest] = await listed()
    expect(newest).toMatchObject({
      _id: response.body.insertedId,
      name: 'Casey Morgan',
      text: 'Quick and friendly.\nWill come again.',
      rating: 4,
    })
    expect(Date.parse(newest.date)).toBeGreaterThanOrEqual(startedAt - 1)
    expect(Date.parse(newest.date)).toBeLessThanOrEqual(Date.now())
  })

  test('works without a text, and with each number of stars', async () => {
    for (const rating of [1, 2, 3, 4, 5])
      expect((await customer.call('POST', '/review', { rating })).status).toBe(201)
    expect((await listed()).slice(0, 5).map((r: { rating: number }) => r.rating)).toEqual([5, 4, 3, 2, 1])
    expect((await listed())[0].text).toBe('')
  })

  test('stores 2000 characters of every script unchanged', async () => {
    const text = `<b>bold</b> ${'é'.repeat(1000)} 汽车 👩‍🔧`
    await customer.call('POST', '/review', { rating: 5, text })
    expect((await listed())[0].text).toBe(text)
    expect((await customer.call('POST', '/review', { rating: 5, text: 'x'.repeat(2000) })).status).toBe(201)
    expectProblem(await customer.call('POST', '/review', { rating: 5, text: 'x'.repeat(2001) }), 422)
  })

  test('is for customers only: not for admins, not for visitors', async () => {
    const before = await listed()
    expectProblem(await admin.call('POST', '/review', { rating: 5 }), 403, 'forbidden')
    expectProblem(await caller(store)('POST', '/review', { rating: 5 }), 401)
    expect(await listed()).toEqual(before)
  })

  test('twice with one key adds one review', async () => {
    const before = (await listed()).length
    const key = newKey()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => customer.call('POST', '/review', { rating: 3, text: 'Once' }, key)),
    )
    expect(new Set(responses.map(({ body }) => body.insertedId)).size).toBe(1)
    expect(await listed()).toHaveLength(before + 1)
  })

  test('is possible five times a day, counted for all processes; a repetition with the same key does not count', async () => {
    const stores = [
      await openSecondStore(store, { LIMIT_REVIEWS_PER_DAY: '5' }),
      await openSecondStore(store, { LIMIT_REVIEWS_PER_DAY: '5' }),
    ]
    const busy = await signIn(store, { name: 'Busy Writer' })
    const review = (n: number, headers = {}) =>
      caller(stores[n % 2] ?? store, busy.token)('POST', '/review', { rating: 4, text: 'Fine' }, headers)
    const key = newKey()
    for (let n = 0; n < 4; n += 1) expect((await review(n, key)).status).toBe(201)
    expect((await caller(store, busy.token)('POST', '/review', { rating: 9 })).status).toBe(422)
    const together = await Promise.all(Array.from({ length: 8 }, (_, n) => review(n)))
    expect(together.filter(({ status }) => status === 201)).toHaveLength(4)
    const refused = await review(0)
    expectProblem(refused, 429, 'too_many_requests')
    expect(refused.body.detail).toMatch(/Please wait 24 hours and try again/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
    expect((await review(1, key)).status, 'the same response as before').toBe(201)
    const mine = await store.db.selectFrom('reviews').select('id').where('name', '=', busy.name).execute()
    expect(mine).toHaveLength(5)
    const calm = await signIn(store)
    expect((await caller(stores[0] ?? store, calm.token)('POST', '/review', { rating: 4 })).status).toBe(201)
    for (const each of stores) await each.close()
  })

  test('is visible in other processes soon', async () => {
    const secondStore = await openSecondStore(store)
    await listed(secondStore)
    const { insertedId } = (await customer.call('POST', '/review', { rating: 5 })).body
    await expect.poll(async () => (await listed(secondStore))[0]._id, { interval: 10 }).toBe(insertedId)
    await secondStore.close()
  })
})

describe('hiding a review', () => {
  const add = async (review: { rating: number; text?: string }) =>
    (await customer.call('POST', '/review', review)).body.insertedId as string
  const hide = (id: string, hidden: unknown = true) => admin.call('PATCH', `/review/${id}`, { hidden })
  const managed = async (query: Record<string, string> = {}) =>
    (await admin.call('GET', `/reviews/all?${new URLSearchParams(query)}`)).body
  const isListed = async (id: string) =>
    (await listed()).some(({ _id }: { _id: string }) => _id === id) as boolean

  test('removes it for all but admins at once, showing it restores it in its place', async () => {
    const [id, newer] = [await add({ rating: 1, text: 'Rude words' }), await add({ rating: 5 })]
    expect(await isListed(id)).toBe(true)
    expect((await hide(id)).body).toEqual({ modifiedCount: 1 })
    expect(await isListed(id)).toBe(false)
    expect(JSON.stringify((await customer.call('GET', '/reviews')).body)).not.toContain(id)
    expect((await managed({ status: 'hidden' }))[0]).toMatchObject({
      _id: id,
      text: 'Rude words',
      customerEmail: customer.email,
      hidden: true,
    })
    expect((await hide(id, false)).body).toEqual({ modifiedCount: 1 })
    expect((await listed()).slice(0, 2).map(({ _id }: { _id: string }) => _id)).toEqual([newer, id])
  })

  test('again changes nothing, and each change has one audit row', async () => {
    const id = await add({ rating: 2 })
    const counts = []
    for (const hidden of [false, true, true, false, false, true])
      counts.push((await hide(id, hidden)).body.modifiedCount)
    expect(counts).toEqual([0, 1, 0, 1, 0, 1])
    const notes = (await admin.call('GET', `/audit?q=${id}`)).body
    expect(notes.map(({ action }: { action: string }) => action)).toEqual([
      'hide_review',
      'show_review',
      'hide_review',
    ])
    expect(notes[0]).toMatchObject({
      actor: { email: admin.email },
      subject: { kind: 'review', id, name: 'Casey Morgan', there: true },
      before: { hidden: false },
      after: { hidden: true },
    })
    for (const query of ['kind=review', 'subject=review'])
      expect((await admin.call('GET', `/audit?limit=1&${query}`)).body).toEqual([notes[0]])
  })

  test('ten browser windows at once make one change with one audit row', async () => {
    const id = await add({ rating: 2 })
    const responses = await Promise.all(Array.from({ length: 10 }, () => hide(id)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(responses.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
    expect((await admin.call('GET', `/audit?q=${id}`)).body).toHaveLength(1)
  })

  test('invalid input is refused with the reason, and changes nothing', async () => {
    const id = await add({ rating: 3 })
    for (const unknown of [MISSING, 'x', '%00', 'x'.repeat(99)])
      expectProblem(await hide(unknown), 404, 'not_found')
    for (const hidden of ['true', 1, null, [true]]) expectProblem(await hide(id, hidden), 422)
    expectProblem(await admin.call('PATCH', `/review/${id}`, {}), 422)
    expectProblem(await customer.call('PATCH', `/review/${id}`, { hidden: true }), 403, 'forbidden')
    expectProblem(await customer.call('GET', '/reviews/all'), 403, 'forbidden')
    expectProblem(await caller(store)('PATCH', `/review/${id}`, { hidden: true }), 401)
    expect(await isListed(id)).toBe(true)
  })

  test('admins find reviews by words, author or id, page by page', async () => {
    const ids = [await add({ rating: 4, text: 'A 100% sprocket' }), await add({ rating: 4, text: 'Other' })]
    await hide(ids[0] ?? '')
    const search = async (query: Record<string, string>) =>
      (await managed(query)).map(({ _id }: { _id: string }) => _id)
    expect(await search({ q: '100% SPROCKET' })).toEqual([ids[0]])
    expect(await search({ q: '100%_sprocket' })).toEqual([])
    expect(await search({ q: '100% sprocket', status: 'shown' })).toEqual([])
    expect(await search({ q: ids[1] ?? '' })).toEqual([ids[1]])
    expect(await search({ q: customer.email, limit: '2' })).toEqual([ids[1], ids[0]])
    const all = await search({ limit: '500' })
    const [first, second] = [await search({ limit: '3' }), await search({ limit: '3', after: all[2] })]
    expect([...first, ...second]).toEqual(all.slice(0, 6))
    expectProblem(await admin.call('GET', '/reviews/all?status=loud'), 422)
  })
})
