import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/env.ts'
import type { Cart } from '#domain/cart/cart.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { type EncodedFiles, storedFiles } from '#integrations/images/stored-files.ts'
import { createStoredImages } from '#integrations/images/stored-images.ts'
import { openTestStore, type TestStore } from '../../../tests/support/test-store.ts'
import { demoAdmin, demoCustomer, signInAs, type User } from '../../../tests/support/users.ts'
import { verifyStore } from '../../ops/verify.ts'
import { seedDemo } from './seed-demo.ts'

let store: TestStore
let customer: User
let admin: User
const dir = mkdtempSync(path.join(tmpdir(), 'driveline-demo-'))

beforeAll(async () => {
  store = await openTestStore()
  const images = createStoredImages({
    files: storedFiles(dir),
    records: createImageRecords(store.db),
    place: 'disk',
  })
  const seeded = {
    shop: store.shop,
    addEncodedPicture: (url: string, from: EncodedFiles) => images.addEncodedPicture(url, from),
  }
  await seedDemo(seeded, { ownUrl: () => store.url, ownSimulator: true, say: () => undefined })
  ;[customer, admin] = await Promise.all([signInAs(store, demoCustomer), signInAs(store, demoAdmin)])
})
afterAll(async () => {
  await store.close()
  rmSync(dir, { recursive: true })
})

const several = async (person: User, list: string): Promise<ShownPurchase[]> => {
  const { status, body } = await person.call('GET', list)
  expect(status).toBe(200)
  return body.filter(({ lines }: ShownPurchase) => lines.length > 1)
}

test('a fresh demo satisfies every rule of verify', async () => {
  const findings = await verifyStore(readConfig({}), store.databaseUrl)
  expect(findings.filter(({ breaches }) => breaches.length > 0)).toEqual([])
})

test('the demo customer has a filled cart, of which one part cannot be ordered as it is', async () => {
  const { body } = await customer.call('GET', '/cart', undefined, { Accept: 'application/json' })
  const { lines, cars }: Cart = body
  const garage = (await customer.call('GET', '/garage')).body.vehicles
  expect(cars.map(({ model }) => model)).toEqual(garage.map(({ model }: { model: string }) => model))
  expect(cars.length).toBeGreaterThan(0)
  expect(lines.flatMap(({ problem }) => problem?.code ?? [])).toEqual(['insufficient_stock'])
  expect(lines.filter(({ priceBefore }) => priceBefore !== undefined)).toHaveLength(1)
  expect(lines.map(({ fits }) => fits[0]?.verdict)).toEqual(lines.map(() => 'fits'))
  const { addresses } = (await customer.call('GET', '/addresses')).body
  expect(addresses.length).toBeGreaterThanOrEqual(2)
  expect(addresses.every(({ problems }: { problems?: unknown }) => problems === undefined)).toBe(true)
})

test('the demo customer has purchases of several parts: held, partly shipped and shipped, with tax', async () => {
  const own = await several(customer, '/purchases/mine')
  expect(own.map(({ status }) => status)).toEqual(['unpaid', 'partly_shipped', 'shipped'])
  const [unpaid, partly, shipped] = own
  expect(Date.parse(unpaid?.heldUntil ?? '')).toBeGreaterThan(Date.now())
  expect(partly?.shipments.map(({ lines }) => lines.map(({ quantity }) => quantity))).toEqual([[1, 1], [1]])
  expect(partly?.lines.map(({ shippedQty, quantity }) => [shippedQty, quantity])).toEqual([
    [1, 1],
    [2, 4],
    [0, 4],
  ])
  expect(shipped?.lines.map(({ shippedQty }) => shippedQty)).toEqual(
    shipped?.lines.map(({ quantity }) => quantity),
  )
  for (const { tax, delivery, paid, documents, total, lines } of own) {
    expect(tax).toBeGreaterThan(0)
    expect(delivery?.name).toBeTruthy()
    expect(lines.every(({ fit }) => fit !== undefined)).toBe(true)
    expect(documents.map((document) => [document.kind, document.total])).toEqual(
      paid ? [['invoice', total]] : [],
    )
  }
})

test('the demo’s purchases are numbered as they were placed, and their invoices as they were paid', async () => {
  const { body }: { body: ShownPurchase[] } = await admin.call('GET', '/purchases')
  const byNumber = body.toSorted((a, b) => a.number.localeCompare(b.number))
  const placed = byNumber.map(({ placedAt }) => placedAt)
  expect(placed).toEqual(placed.toSorted())
  const invoices = body.flatMap(({ documents, paidAt = '' }) =>
    documents.map(({ number }) => ({ number, paidAt })),
  )
  const paid = invoices.toSorted((a, b) => a.number.localeCompare(b.number)).map(({ paidAt }) => paidAt)
  expect(paid.length).toBeGreaterThan(10)
  expect(paid).toEqual(paid.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(new Set((await several(admin, '/purchases')).map(({ delivery }) => delivery?.name)).size).toBe(4)
})
