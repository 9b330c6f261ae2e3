import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { address } from '../../tests/support/call-samples.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())

const book = async (user: User) => (await user.call('GET', '/addresses')).body.addresses
const add = async (user: User, change: object = {}): Promise<string> =>
  (await user.call('POST', '/addresses', { ...address, ...change })).body.insertedId
const defaults = async (user: User): Promise<string[]> =>
  (await book(user)).filter((one: { isDefault: boolean }) => one.isDefault).map((one: any) => one.name)

describe('an address book', () => {
  test('has the addresses of its customer, without what they leave out', async () => {
    const [owner, other] = await Promise.all([signIn(store), signIn(store)])
    const added = await owner.call('POST', '/addresses', { ...address, company: ' ', region: 'il' })
    expect(added).toMatchObject({ status: 201 })
    expect(await book(owner)).toEqual([{ _id: added.body.insertedId, ...address, isDefault: true }])
    const berlin = {
      ...address,
      city: 'Berlin',
      region: '',
      postalCode: '10115',
      country: 'DE',
      line2: 'Hof',
    }
    const change = await owner.call('PUT', `/address/${added.body.insertedId}`, berlin)
    expect(change.body).toEqual({ modifiedCount: 1 })
    const { region: _, ...shown } = berlin
    expect(await book(owner)).toEqual([{ _id: added.body.insertedId, ...shown, isDefault: true }])
    expect(await book(other)).toEqual([])
  })

  test('has one default: the first, or the one that was made it', async () => {
    const owner = await signIn(store)
    await add(owner, { name: 'Home' })
    const work = await add(owner, { name: 'Work', isDefault: true })
    await add(owner, { name: 'Shop' })
    expect(await defaults(owner)).toEqual(['Work'])
    await owner.call('PUT', `/address/${work}`, { ...address, name: 'Work', isDefault: false })
    expect(await defaults(owner), 'until another one is').toEqual(['Work'])
    const [home, , shop] = await book(owner)
    await owner.call('PUT', `/address/${shop._id}`, { ...address, name: 'Shop', isDefault: true })
    expect(await defaults(owner)).toEqual(['Shop'])
    expect((await owner.call('DELETE', `/address/${shop._id}`)).body).toEqual({ deletedCount: 1 })
    expect(await defaults(owner)).toEqual(['Home'])
    expectProblem(await owner.call('DELETE', `/address/${shop._id}`), 404, 'not_found')
    await owner.call('DELETE', `/address/${home._id}`)
    await owner.call('DELETE', `/address/${work}`)
    expect(await book(owner)).toEqual([])
  })

  test('holds twenty, also when several are added at once', async () => {
    const owner = await signIn(store)
    for (let at = 0; at < 18; at += 1) await add(owner, { name: `Address ${at}` })
    const added = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        owner.call('POST', '/addresses', { ...address, name: `Late ${at}` }),
      ),
    )
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 422, 422])
    const refused = added.find(({ status }) => status === 422)
    if (refused) expectProblem(refused, 422, 'address_book_full')
    await owner.call('DELETE', `/address/${(await book(owner))[3]._id}`)
    await add(owner, { name: 'In its place' })
    const names = (await book(owner)).map(({ name }: { name: string }) => name)
    expect([names.length, names[3]]).toEqual([20, 'In its place'])
  })

  test('has an address once, however often and at once it is added', async () => {
    const owner = await signIn(store)
    const [first, second] = await Promise.all([add(owner), add(owner)])
    expect(second).toBe(first)
    const home = await add(owner, { name: 'Home' })
    expect(await add(owner, { isDefault: true })).toBe(first)
    expect(await add(owner, { name: 'Home', isDefault: true, region: 'il' })).toBe(home)
    expect((await book(owner)).length).toBe(2)
    expect(await defaults(owner)).toEqual(['Home'])
  })

  test('is nothing to others, admins included', async () => {
    const [owner, other, admin] = await Promise.all([
      signIn(store),
      signIn(store),
      signIn(store, { admin: true }),
    ])
    const id = await add(owner)
    for (const user of [other, admin]) {
      expectProblem(await user.call('PUT', `/address/${id}`, address), 404, 'not_found')
      expectProblem(await user.call('DELETE', `/address/${id}`), 404, 'not_found')
    }
    expectProblem(await owner.call('DELETE', '/address/nothing'), 404, 'not_found')
    expect(await book(owner)).toHaveLength(1)
  })
})

test('a ZIP code of another state is refused at its field', async () => {
  const owner = await signIn(store)
  const response = await owner.call('POST', '/addresses', { ...address, region: 'IN' })
  expectProblem(response, 422, 'invalid_input')
  expect(response.body.errors).toMatchObject([
    { field: 'postalCode', message: '60602 is in Illinois. Check the state or the ZIP.' },
  ])
  expect(await book(owner)).toEqual([])
})

test('a saved address that is invalid by the rules of today says so at the field when it is shown', async () => {
  const owner = await signIn(store)
  const id = await add(owner)
  await sql`update addresses set postal = '46204', phone = '' where id = ${id}`.execute(store.db)
  expect(await book(owner)).toMatchObject([
    {
      _id: id,
      postalCode: '46204',
      problems: [
        { field: 'phone', message: 'Phone is required' },
        { field: 'postalCode', message: '46204 is in Indiana. Check the state or the ZIP.' },
      ],
    },
  ])
  await owner.call('PUT', `/address/${id}`, address)
  expect((await book(owner))[0]).not.toHaveProperty('problems')
})
