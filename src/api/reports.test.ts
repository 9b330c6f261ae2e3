import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issueInvoice } from '#domain/documents/issue-invoice.server.ts'
import { today } from '#domain/shared/today.server.ts'
import { confirmPayment, WITHOUT_WEBHOOKS } from '../../tests/support/card-payments.ts'
import { charge, stockProduct } from '../../tests/support/orders.ts'
import { expectProblem } from '../../tests/support/problem.ts'
import { purchase } from '../../tests/support/purchases.ts'
import { openTestStore, type TestStore } from '../../tests/support/test-store.ts'
import { signIn, type User } from '../../tests/support/users.ts'

let store: TestStore
let admin: User
let customer: User
let product: string
let region: string

beforeAll(async () => {
  store = await openTestStore({ SIMULATOR_FAULTS: WITHOUT_WEBHOOKS })
  admin = await signIn(store, { admin: true })
  customer = await signIn(store)
  product = await stockProduct(store, { price: 100, available: 100 })
  const illinois = { country: 'US', region: 'IL', name: 'Illinois', rate: 6.25, validFrom: '2020-01-01' }
  region = (await admin.call('POST', '/tax-regions', illinois)).body.insertedId
})
afterAll(() => store.close())

const report = async (query: string, kind = 'takings') =>
  (await admin.call('GET', `/reports/${kind}?${query}`)).body

/** A purchase of $100 with a deposit of $20, tax of $6.25 and delivery of $9.99, which is paid now. */
async function paid(): Promise<string> {
  const line = { productId: product, coreUnitCents: 2000, taxCents: 625, taxRegionId: region }
  const { id } = await purchase(store, customer, [line])
  const { transactionId } = await charge(store, customer, id)
  expect((await confirmPayment(customer, id, transactionId)).status).toBe(200)
  return id
}

test('the takings of a month are its invoices without its credit notes, and the deposits that are held', async () => {
  const before = (await report('')).at(-1)
  expect(await report('')).toHaveLength(12)
  const first = await paid()
  await paid()
  const whole = { lines: [{ orderId: first, quantity: 1 }] }
  expect((await customer.call('POST', `/purchase/${first}/cancellations`, whole)).body.amount).toBe(136.24)
  const [month] = (await report('')).slice(-1)
  expect(month).toEqual({
    period: (await today(store.shop)).slice(0, 7),
    invoiced: before.invoiced + 272.48,
    credited: before.credited + 136.24,
    takings: before.takings + 136.24,
    tax: before.tax + 6.25,
    depositsHeld: before.depositsHeld + 20,
  })
  const taxes = await report('', 'tax')
  expect(taxes).toEqual([{ period: month.period, region: 'Illinois', rate: 6.25, taxable: 100, tax: 6.25 }])
})

test('the delivery of a mixed cart is taxable as far as it was taxed, and what is given back of it', async () => {
  const GROUND = '00000000-0000-4000-8000-000000000001'
  const ZONE = '00000000-0000-4000-8000-000000000008'
  const { revision } = (await admin.call('GET', '/delivery')).body
  const method = { _id: GROUND, name: 'Ground', daysMin: 2, daysMax: 5, active: true }
  const carries = { carriesOversize: false, carriesDangerous: false, toPoBox: false }
  const saved = await admin.call('PUT', '/delivery', {
    revision,
    methods: [{ ...method, ...carries }],
    zones: [{ _id: ZONE, name: 'all states', areas: [{ country: 'US' }] }],
    prices: [{ methodId: GROUND, zoneId: ZONE, upToGrams: 50_000, price: 10 }],
    terms: [],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const wisconsin = { country: 'US', region: 'WI', name: 'Wisconsin', rate: 10, deliveryTaxed: true }
  await admin.call('POST', '/tax-regions', { ...wisconsin, validFrom: '2020-01-01' })
  const [taxed, untaxed] = [
    await stockProduct(store, { price: 50 }),
    await stockProduct(store, { price: 50 }),
  ]
  await store.db.updateTable('products').set({ taxed: false }).where('id', '=', untaxed).execute()
  for (const productId of [taxed, untaxed])
    await customer.call('POST', '/cart/lines', { productId, quantity: 1 })
  const place = { city: 'Milwaukee', region: 'WI', postalCode: '53202', country: 'US' }
  const address = { name: 'Ada', line1: '1 Main Street', ...place, phone: '(217) 555-0100' }
  const placed = await customer.call('POST', '/checkout', {
    revision: (await customer.call('GET', '/cart')).body.revision,
    expectedTotal: 115.5,
    address,
    methodId: GROUND,
  })
  expect(placed.status, JSON.stringify(placed.body)).toBe(201)
  const { purchaseId: id, insertedIds } = placed.body
  const { transactionId } = await charge(store, customer, id)
  expect((await confirmPayment(customer, id, transactionId)).status).toBe(200)
  const milwaukee = async () => {
    const rows = await report('', 'tax')
    return rows.find(({ region }: { region: string }) => region === 'Wisconsin')
  }
  // 10 % of $50, and of $5 of the delivery.
  expect(await milwaukee()).toMatchObject({ rate: 10, taxable: 55, tax: 5.5 })

  // Of the delivery's $10.50, $5.50 are of the taxed part: 5.50 × 5 / 10.50 = 2.62, of which 0.24 are tax.
  const refund = { delivery: 5, note: 'It came late' }
  expect((await admin.call('POST', `/purchase/${id}/refunds`, refund)).body.amount).toBe(5)
  expect(await milwaukee()).toMatchObject({ taxable: 52.62, tax: 5.26 })
  const lines = insertedIds.map((orderId: string) => ({ orderId, quantity: 1 }))
  const all = await customer.call('POST', `/purchase/${id}/cancellations`, { lines })
  expect(all.body.amount).toBe(110.5)
  expect(await milwaukee()).toMatchObject({ taxable: 0, tax: 0 })
})

test('the tax report sums the lines of each region at each rate, without what was given back', async () => {
  const regionOf = async (name: string, rate: number) =>
    (
      await admin.call('POST', '/tax-regions', {
        country: 'US',
        region: name === 'Ohio' ? 'OH' : 'IN',
        name,
        rate,
        validFrom: '2020-01-01',
      })
    ).body.insertedId as string
  const [ohio, indiana] = [await regionOf('Ohio', 5.75), await regionOf('Indiana', 7)]
  const cheap = await stockProduct(store, { price: 19.99, available: 100 })
  const buy = async (taxRegionId: string, taxRatePpm: number, taxCents: readonly [number, number]) => {
    const of = { taxRegionId, taxRatePpm }
    const { id, orderIds } = await purchase(store, customer, [
      { productId: product, quantity: 2, taxCents: taxCents[0], ...of },
      { productId: cheap, quantity: 3, taxCents: taxCents[1], ...of },
    ])
    const { transactionId } = await charge(store, customer, id)
    expect((await confirmPayment(customer, id, transactionId)).status).toBe(200)
    return { id, orderIds }
  }
  // $200.00 and $59.97, at 5.75 % twice, then at the 8 % that Ohio had before, and at Indiana's 7 %.
  await buy(ohio, 57_500, [1150, 345])
  const other = await buy(ohio, 57_500, [1150, 345])
  await buy(ohio, 80_000, [1600, 480])
  await buy(indiana, 70_000, [1400, 420])
  const lines = [{ orderId: other.orderIds[1], quantity: 2 }]
  const canceled = await customer.call('POST', `/purchase/${other.id}/cancellations`, { lines })
  // Two thirds of $59.97 + $3.45.
  expect(canceled.body.amount).toBe(42.28)
  const taxes: { region: string }[] = await report('', 'tax')
  const period = (await today(store.shop)).slice(0, 7)
  expect(taxes.filter(({ region: name }) => name === 'Ohio' || name === 'Indiana')).toEqual([
    { period, region: 'Indiana', rate: 7, taxable: 259.97, tax: 18.2 },
    { period, region: 'Ohio', rate: 5.75, taxable: 479.96, tax: 27.6 },
    { period, region: 'Ohio', rate: 8, taxable: 259.97, tax: 20.8 },
  ])
})

test('a document belongs to the day on which it was issued in the store’s time zone', async () => {
  const content = { ...(await store.shop.content()), timeZone: 'America/Chicago' }
  const { id } = await purchase(store, customer, [{ productId: product }])
  // Half an hour before midnight in Chicago, which is the next day in UTC.
  await store.db
    .transaction()
    .execute((trx) => issueInvoice(trx, content, id, new Date('2025-07-02T04:30:00Z')))
  const days = await report('from=2025-06-30&to=2025-07-02&by=day')
  expect(days.map(({ period, takings }: any) => [period, takings])).toEqual([
    ['2025-06-30', 0],
    ['2025-07-01', 109.99],
    ['2025-07-02', 0],
  ])
  const months = await report('from=2025-06-15&to=2025-07-01&by=month')
  expect(months.map(({ period, takings }: any) => [period, takings])).toEqual([
    ['2025-06', 0],
    ['2025-07', 109.99],
  ])
  expect((await report('from=2025-06-15&to=2025-06-30&by=month'))[0].takings).toBe(0)
})

test('deposits are held from the day on which they were charged, also before the report', async () => {
  const { id } = await purchase(store, customer, [{ productId: product, coreUnitCents: 700 }])
  const before = await report('from=2024-02-01&to=2024-04-01')
  expect(before.map(({ depositsHeld }: any) => depositsHeld)).toEqual([0, 0, 0])
  await store.db
    .insertInto('core_movements')
    .values([
      {
        order_id: id,
        kind: 'charged',
        quantity: 3,
        amount_cents: 2100,
        at: new Date('2024-01-15T18:00:00Z'),
      },
      { order_id: id, kind: 'kept', quantity: 1, amount_cents: 700, at: new Date('2024-02-10T18:00:00Z') },
      {
        order_id: id,
        kind: 'refunded',
        quantity: 2,
        amount_cents: 1400,
        at: new Date('2024-03-05T18:00:00Z'),
      },
    ])
    .execute()
  const held = async (query: string) =>
    (await report(query)).map(({ period, depositsHeld }: any) => [period, depositsHeld])
  expect(await held('from=2024-01-20&to=2024-04-01')).toEqual([
    ['2024-01', 21],
    ['2024-02', 14],
    ['2024-03', 0],
    ['2024-04', 0],
  ])
  expect(await held('from=2024-02-09&to=2024-02-11&by=day')).toEqual([
    ['2024-02-09', 21],
    ['2024-02-10', 14],
    ['2024-02-11', 14],
  ])
})

test('each day of a year is not another sum of all deposits: that would take longer than a statement may', async () => {
  const { id } = await purchase(store, customer, [{ productId: product, coreUnitCents: 700 }])
  await sql`
    insert into core_movements (order_id, kind, quantity, amount_cents, at)
    select ${id}::uuid, 'charged', 30000, 30000 * 700, timestamptz '2023-01-01'
    union all
    select ${id}::uuid, 'kept', 1, 700, timestamptz '2023-01-01' + i * interval '15 minutes' from generate_series(1, 30000) i`.execute(
    store.db,
  )
  const days = await report('from=2023-01-01&to=2023-12-31&by=day')
  expect(days).toHaveLength(365)
  expect(days.at(-1).depositsHeld).toBe(0)
})

test('each report is a CSV file too', async () => {
  const get = (path: string) =>
    fetch(`${store.url}/reports/${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
  const response = await get('takings.csv?from=2025-07-01&to=2025-07-01&by=day')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="takings.csv"')
  expect(await response.text()).toBe(
    'period,invoiced,credited,takings,tax,depositsHeld\r\n2025-07-01,109.99,0,109.99,0,0\r\n',
  )
  expect((await (await get('tax.csv')).text()).split('\r\n')[0]).toBe('period,region,rate,taxable,tax')
})

test.each([
  ['from=2026-02-30', 'from'],
  ['from=yesterday', 'from'],
  ['from=2026-02-01&to=2026-01-01', 'to'],
  ['from=2020-01-01&to=2026-01-01&by=day', 'from'],
  ['from=1900-01-01', 'from'],
  ['by=week', 'by'],
])('%s is refused, with the field', async (query, field) => {
  for (const kind of ['takings', 'tax', 'takings.csv', 'tax.csv']) {
    const response = await admin.call('GET', `/reports/${kind}?${query}`)
    expectProblem(response, 422, 'invalid_input')
    expect(response.body.errors).toMatchObject([{ field }])
  }
})

test('only admins see them', async () => {
  for (const kind of ['takings', 'tax', 'takings.csv', 'tax.csv'])
    expectProblem(await customer.call('GET', `/reports/${kind}`), 403, 'forbidden')
})
