// Long because it tests every call of the cart.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpired } from '#domain/delete-expired.server.ts'
import { stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { caller, signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
beforeAll(async () => {
  store = await openTestStore()
  admin = await signIn(store, { admin: true })
  const honda = { make: 'Honda', fuel: 'Regular', drive: 'FWD', displacement_l: '1.8', cylinders: 4 }
  await store.db
    .insertInto('vehicles')
    .values([
      { ...honda, model: 'Civic', year: 2012 },
      { ...honda, model: 'Accord', year: 2015 },
    ])
    .execute()
})
afterAll(() => store.close())

const civic = { make: 'Honda', model: 'Civic', year: 2012 }
const accord = { make: 'Honda', model: 'Accord', year: 2015 }
const add = (user: User, productId: string, quantity = 1) =>
  user.call('POST', '/cart/lines', { productId, quantity })
const cartOf = async (user: User) => (await user.call('GET', '/cart')).body
const quantitiesOf = (cart: { lines: { productId: string; quantity: number }[] }) =>
  Object.fromEntries(cart.lines.map(({ productId, quantity }) => [productId, quantity]))
const quote = (body: object) => caller(store)('POST', '/cart/quote', body)

async function fitTo(productId: string, car: typeof civic, quantity: number | null = null) {
  const { make, model, year } = car
  await store.db
    .insertInto('fitments')
    .values({ product_id: productId, make, model, year_from: year, year_to: year, quantity })
    .execute()
}

describe('a cart', () => {
  test('is empty until a part is added, and shows it with today’s price', async () => {
    const person = await signIn(store)
    expect(await cartOf(person)).toEqual({ revision: 0, lines: [], cars: [], count: 0, parts: 0 })
    const productId = await stockProduct(store, { price: 38.9, available: 12 })
    const { status, body } = await add(person, productId, 2)
    expect(status).toBe(200)
    expect(body).toEqual({
      revision: expect.any(Number),
      cars: [],
      count: 2,
      parts: 77.8,
      lines: [
        {
          productId,
          slug: expect.stringContaining('ceramic-brake-pads'),
          name: 'Ceramic Brake Pads',
          partNumber: '',
          brand: '',
          picture: expect.stringContaining('http'),
          unit: 'piece',
          quantity: 2,
          price: 38.9,
          lineTotal: 77.8,
          coreDeposit: 0,
          available: 12,
          minOrder: 1,
          fits: [],
        },
      ],
    })
    expect(await cartOf(person)).toEqual(body)
  })

  test('has each part once: what two tabs add at the same moment is counted together', async () => {
    const person = await signIn(store)
    const [one, other] = [await stockProduct(store), await stockProduct(store)]
    const responses = await Promise.all([
      ...Array.from({ length: 5 }, () => add(person, one, 3)),
      ...Array.from({ length: 5 }, () => add(person, other)),
    ])
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(quantitiesOf(await cartOf(person))).toEqual({ [one]: 15, [other]: 5 })
  })

  test('belongs to its customer alone', async () => {
    const [person, other] = [await signIn(store), await signIn(store)]
    const productId = await stockProduct(store)
    await add(person, productId)
    expect((await cartOf(other)).lines).toEqual([])
    expectProblem(await other.call('DELETE', `/cart/lines/${productId}`), 404, 'not_found')
    expectProblem(
      await other.call('PUT', '/cart', { revision: (await cartOf(person)).revision, lines: [] }),
      409,
    )
    expect(quantitiesOf(await cartOf(person))).toEqual({ [productId]: 1 })
    expectProblem(await caller(store)('GET', '/cart'), 401)
  })

  test('is replaced as a whole, unless it has changed since', async () => {
    const person = await signIn(store)
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => stockProduct(store)))
    await add(person, one ?? '', 2)
    const { revision } = (await add(person, other ?? '')).body
    const put = (body: object) => person.call('PUT', '/cart', body)
    const lines = [
      { productId: one, quantity: 5 },
      { productId: third, quantity: 1 },
    ]
    const replaced = await put({ revision, lines, cars: [civic] })
    expect(replaced.status).toBe(200)
    expect(quantitiesOf(replaced.body)).toEqual({ [one ?? '']: 5, [third ?? '']: 1 })
    expect(replaced.body.cars).toEqual([{ ...civic, name: '2012 Honda Civic' }])

    const stale = await put({ revision, lines: [] })
    expectProblem(stale, 409, 'cart_changed')
    expect(stale.body.cart).toEqual(replaced.body)
    expectProblem(await put({ revision: 0, lines: [] }), 409, 'cart_changed')

    const kept = await put({ revision: replaced.body.revision, lines: [] })
    expect(kept.body).toEqual({ revision: 0, lines: [], cars: [], count: 0, parts: 0 })
    expectProblem(await put({ revision: replaced.body.revision, lines }), 409, 'cart_changed')
    expect((await put({ revision: 0, lines })).status).toBe(200)
  })

  test('of which two tabs replace the same revision is replaced by one of them', async () => {
    const person = await signIn(store)
    const productId = await stockProduct(store)
    const { revision } = (await add(person, productId)).body
    const responses = await Promise.all(
      [2, 3, 4].map((quantity) =>
        person.call('PUT', '/cart', { revision, lines: [{ productId, quantity }] }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const kept = responses.find(({ status }) => status === 200)?.body
    expect(await cartOf(person)).toEqual(kept)
  })

  test('without its last line is none', async () => {
    const person = await signIn(store)
    const productId = await stockProduct(store)
    await add(person, productId)
    const rows = () =>
      sql`select from carts join accounts on id = account_id where email = ${person.email}`.execute(store.db)
    expect((await rows()).rows).toHaveLength(1)
    expect((await person.call('DELETE', `/cart/lines/${productId}`)).body).toEqual({ deletedCount: 1 })
    expectProblem(await person.call('DELETE', `/cart/lines/${productId}`), 404, 'not_found')
    expectProblem(await person.call('DELETE', '/cart/lines/nothing'), 404, 'not_found')
    await person.call('POST', '/cart/merge', { lines: [] })
    expect((await rows()).rows).toHaveLength(0)
  })

  test('accepts parts on sale only, from 1 to 1,000,000 units, each once', async () => {
    const person = await signIn(store)
    const productId = await stockProduct(store)
    const hidden = await stockProduct(store, { hidden: true })
    for (const unknown of [hidden, crypto.randomUUID(), 'nothing']) {
      expectProblem(await add(person, unknown), 404, 'not_found')
      const lines = [{ productId: unknown, quantity: 1 }]
      expectProblem(await person.call('PUT', '/cart', { revision: 0, lines }), 404, 'not_found')
    }
    for (const quantity of [0, -1, 1.5, 1_000_001, 'many'])
      expectProblem(await add(person, productId, quantity as number), 422, 'invalid_input')
    const twice = [
      { productId, quantity: 1 },
      { productId: productId.toUpperCase(), quantity: 1 },
    ]
    for (const response of [
      await person.call('PUT', '/cart', { revision: 0, lines: twice }),
      await person.call('POST', '/cart/merge', { lines: twice }),
      await quote({ lines: twice }),
    ])
      expectProblem(response, 422, 'invalid_input')
    await add(person, productId, 999_999)
    expect((await add(person, productId, 2)).body.count).toBe(1_000_000)
  })

  test('holds 100 different parts', async () => {
    const person = await signIn(store)
    const ids = await Promise.all(Array.from({ length: 101 }, () => stockProduct(store)))
    const lines = ids.map((productId) => ({ productId, quantity: 1 }))
    expectProblem(await person.call('PUT', '/cart', { revision: 0, lines }), 422, 'invalid_input')
    const full = await person.call('PUT', '/cart', { revision: 0, lines: lines.slice(0, 100) })
    expect(full.body.count).toBe(100)
    expectProblem(await add(person, ids[100] ?? ''), 422, 'cart_full')
    expect(await cartOf(person), 'as it was').toEqual(full.body)
    expect((await add(person, ids[0] ?? '')).status).toBe(200)
    const merged = await person.call('POST', '/cart/merge', { lines: lines.slice(99).toReversed() })
    expect(merged.body).toMatchObject({ merged: 0, count: 101 })
    expectProblem(
      await person.call('PUT', '/cart', {
        revision: merged.body.revision,
        lines: lines.slice(0, 1),
        cars: [civic, civic, civic, civic, civic, civic],
      }),
      422,
      'invalid_input',
    )
  })
})

describe('what a visitor collected', () => {
  test('joins the cart at log-in: its quantities win, everything else stays, and again changes nothing', async () => {
    const person = await signIn(store)
    const [one, other, third] = [
      await stockProduct(store),
      await stockProduct(store),
      await stockProduct(store),
    ]
    await add(person, one, 4)
    await add(person, other, 2)
    const lines = [
      { productId: other, quantity: 7 },
      { productId: third, quantity: 1 },
      { productId: crypto.randomUUID(), quantity: 1 },
      { productId: 'nothing', quantity: 1 },
    ]
    const merge = () => person.call('POST', '/cart/merge', { lines })
    const first = await merge()
    expect(first.body.merged).toBe(2)
    expect(quantitiesOf(first.body)).toEqual({ [one]: 4, [other]: 7, [third]: 1 })
    const again = await merge()
    const { revision } = first.body
    expect(again.body).toMatchObject({ merged: 0, count: 12, revision, lines: first.body.lines })
    await Promise.all(Array.from({ length: 4 }, merge))
    expect(quantitiesOf(await cartOf(person))).toEqual(quantitiesOf(first.body))
  })

  test('is shown without an account as it would be in one', async () => {
    const person = await signIn(store)
    const wrong = await stockProduct(store, { name: 'Accord Pads' })
    await fitTo(wrong, accord)
    const right = await stockProduct(store, { name: 'Civic Pads', price: 10.1 })
    await fitTo(right, civic, 2)
    const lines = [
      { productId: right, quantity: 3 },
      { productId: wrong, quantity: 1 },
    ]
    const { revision } = (await person.call('POST', '/cart/merge', { lines })).body
    const cart = (await person.call('PUT', '/cart', { revision, lines, cars: [civic] })).body
    const shown = await quote({ lines, cars: [civic] })
    expect(shown.headers.get('cache-control')).toBe('no-store')
    expect(shown.body).toMatchObject({ lines: cart.lines, parts: 55.8, coreDeposits: 0, problems: [] })
  })
})

describe('a line', () => {
  test('that fits none of the cars comes first; the best verdict of each line is its first', async () => {
    const [any, fitting, wrong] = [
      await stockProduct(store),
      await stockProduct(store),
      await stockProduct(store),
    ]
    await fitTo(fitting, civic, 2)
    await fitTo(wrong, { ...civic, model: 'Element' })
    const lines = [any, fitting, wrong].map((productId) => ({ productId, quantity: 1 }))
    // As people write it.
    const typed = { ...civic, make: 'honda', model: 'civic' }
    const { body } = await quote({ lines, cars: [accord, typed] })
    expect(body.lines.map(({ productId }: { productId: string }) => productId)).toEqual([wrong, any, fitting])
    const [first, second, third] = body.lines
    expect(first.fits).toMatchObject([
      { vehicle: '2015 Honda Accord', verdict: 'does_not_fit' },
      {
        vehicle: '2012 Honda Civic',
        verdict: 'does_not_fit',
        reason: 'This part isn’t listed for this vehicle',
      },
    ])
    expect(second.fits).toMatchObject([{ verdict: 'unknown' }, { verdict: 'unknown' }])
    expect(third.fits).toMatchObject([
      { vehicle: '2012 Honda Civic', verdict: 'fits', quantity: 2 },
      { vehicle: '2015 Honda Accord', verdict: 'does_not_fit' },
    ])
  })

  test('has the core deposit of each unit, which a quote sums up, and says if it cannot be returned', async () => {
    const [battery, pads] = [await stockProduct(store), await stockProduct(store)]
    const facts = { core_cents: 1899, returnable: false }
    await store.db.updateTable('products').set(facts).where('id', '=', battery).execute()
    const { body } = await quote({
      lines: [
        { productId: battery, quantity: 3 },
        { productId: pads, quantity: 1 },
      ],
    })
    expect(body).toMatchObject({ parts: 102, coreDeposits: 56.97 })
    expect(body.lines).toMatchObject([
      { coreDeposit: 18.99, coreDays: 180, returnable: false, lineTotal: 76.5 },
      { coreDeposit: 0 },
    ])
    expect(body.lines[1]).not.toHaveProperty('coreDays')
    expect(body.lines[1]).not.toHaveProperty('returnable')
  })

  test('names both prices after a change, until its quantity is chosen again', async () => {
    const person = await signIn(store)
    const productId = await stockProduct(store, { price: 38.9 })
    const other = await stockProduct(store)
    await add(person, productId)
    await admin.call('PATCH', `/product/${productId}/price`, { price: 41.9, was: 38.9 })
    const changed = (await add(person, other)).body
    expect(changed.lines[0]).toMatchObject({ price: 41.9, priceBefore: 38.9, lineTotal: 41.9 })
    expect(changed.lines[1]).not.toHaveProperty('priceBefore')
    const { body } = await person.call('PUT', '/cart', {
      revision: changed.revision,
      lines: [
        { productId, quantity: 2 },
        { productId: other, quantity: 1 },
      ],
    })
    expect(body.lines[0]).toMatchObject({ price: 41.9, lineTotal: 83.8 })
    expect(body.lines[0]).not.toHaveProperty('priceBefore')
  })

  test('stays when its part is no longer sold, and is not counted', async () => {
    const person = await signIn(store)
    const [kept, hidden, deleted] = [
      await stockProduct(store),
      await stockProduct(store),
      await stockProduct(store),
    ]
    for (const productId of [kept, hidden, deleted]) await add(person, productId, 2)
    await admin.call('PATCH', `/product/${hidden}/hidden`, { hidden: true })
    await admin.call('DELETE', `/product/${deleted}`)
    const cart = await cartOf(person)
    expect(cart).toMatchObject({ count: 2, parts: 51 })
    const gone = { code: 'no_longer_sold', message: 'This part is no longer sold. It is not counted.' }
    expect(cart.lines).toMatchObject([
      { productId: kept, lineTotal: 51 },
      { productId: hidden, name: 'Ceramic Brake Pads', lineTotal: 0, available: 0, problem: gone },
      { productId: deleted, lineTotal: 0, problem: gone },
    ])
    expect(cart.lines[0]).not.toHaveProperty('problem')
    // It does not prevent another change, and goes with one.
    const lines = cart.lines.map(({ productId }: { productId: string }) => ({ productId, quantity: 3 }))
    const changed = await person.call('PUT', '/cart', { revision: cart.revision, lines })
    expect(changed.body).toMatchObject({ count: 3, parts: 76.5 })
    await person.call('DELETE', `/cart/lines/${deleted}`)
    expect((await cartOf(person)).lines).toHaveLength(2)
  })

  test('says why it cannot be ordered as it is', async () => {
    const cases = [
      [{ available: 0 }, 1, { code: 'insufficient_stock', message: 'Sold out right now.', have: 0 }],
      [{ available: 4 }, 6, { code: 'insufficient_stock', message: 'Only 4 pieces left.', have: 4 }],
      [
        { available: 2, minOrder: 4 },
        4,
        { code: 'insufficient_stock', message: 'Only 2 pieces left, and the minimum order is 4.', have: 2 },
      ],
      [
        { available: 9, minOrder: 4, unit: 'set of 2' },
        3,
        { code: 'below_min_order', message: 'The minimum order is 4 sets.' },
      ],
    ] as const
    for (const [product, quantity, problem] of cases) {
      const productId = await stockProduct(store, product)
      const { body } = await quote({ lines: [{ productId, quantity }] })
      expect(body.lines[0].problem).toEqual(problem)
      expect(body.problems).toEqual([
        {
          field: `lines.${productId}`,
          code: problem.code,
          message: `Ceramic Brake Pads: ${problem.message}`,
        },
      ])
    }
  })

  test('of a part that the store never had is shown as gone', async () => {
    for (const productId of [crypto.randomUUID(), 'nothing']) {
      const { body } = await quote({ lines: [{ productId, quantity: 2 }] })
      expect(body).toMatchObject({ parts: 0, lines: [{ productId, slug: '', price: 0, lineTotal: 0 }] })
      expect(body.problems).toMatchObject([{ code: 'no_longer_sold' }])
    }
  })
})

test('A cart of 100 parts is shown with as many statements as one of a single part', async () => {
  const ids = await Promise.all(Array.from({ length: 100 }, () => stockProduct(store)))
  const person = await signIn(store)
  const statementsOf = async (count: number) => {
    const lines = ids.slice(0, count).map((productId) => ({ productId, quantity: 1 }))
    const { revision } = await cartOf(person)
    await person.call('PUT', '/cart', { revision, lines, cars: [civic, accord] })
    const before = store.statements()
    await cartOf(person)
    return store.statements() - before
  }
  const [few, many] = [await statementsOf(1), await statementsOf(100)]
  expect(many).toBe(few)
  expect(few).toBeLessThanOrEqual(6)
})

test('A program that fills carts is limited by its account and its address, and visitors’ carts store nothing', async () => {
  const strict = await openTestStore({ LIMIT_WRITES_PER_MINUTE: '4' })
  const productId = await stockProduct(strict)
  const refusedAfter = async (send: () => Promise<{ status: number }>) => {
    for (let sent = 0; sent < 100; sent += 1) if ((await send()).status === 429) return sent
    throw new Error('Nothing was refused')
  }
  const person = await signIn(strict)
  expect(await refusedAfter(() => add(person, productId))).toBeLessThanOrEqual(4)
  const lines = [{ productId, quantity: 1 }]
  const visitor = caller(strict)
  expect(await refusedAfter(() => visitor('POST', '/cart/quote', { lines }))).toBeLessThanOrEqual(40)
  expectProblem(await visitor('POST', '/cart/quote', { lines }), 429, 'too_many_requests')
  const { rows } = await sql<{ email: string }>`
    select email from carts join accounts on id = account_id`.execute(strict.db)
  expect(rows, 'the visitor has none').toEqual([{ email: person.email }])
  await strict.close()
})

test('A cart that has not been changed for 180 days is deleted', async () => {
  const [person, other] = [await signIn(store), await signIn(store)]
  const productId = await stockProduct(store)
  await add(person, productId)
  await add(other, productId)
  const age = (email: string, days: number) =>
    sql`update carts set changed_at = now() - make_interval(days => ${days})
        from accounts where id = account_id and email = ${email}`.execute(store.db)
  await age(person.email, 181)
  await age(other.email, 179)
  await deleteExpired(store.shop)
  expect((await cartOf(person)).lines).toEqual([])
  expect((await cartOf(other)).lines).toHaveLength(1)
})
