import { randomUUID } from 'node:crypto'
import type { FitmentInput } from '#domain/vehicles/fitment.ts'
import { expect, type Page } from './test.ts'
import { adminOf, callerFor, type Credentials } from './users.ts'

type Store = { url: string }

export type TestProduct = { id: string; name: string }

/**
 * Adds a product as the demo admin, through the API. `price` and `coreDeposit` in dollars, `available` and
 * `minOrder` in pieces.
 */
export async function addProduct(
  store: Store,
  given: Partial<{
    name: string
    price: number
    coreDeposit: number
    available: number
    minOrder: number
    brand: string
    category: string
    partNumber: string
    bin: string
    fits: FitmentInput[]
  }> = {},
): Promise<TestProduct> {
  const call = adminOf(store)
  const existing = await call('GET', '/products?limit=100')
  const product = {
    name: `Brake Caliper ${randomUUID().slice(0, 6)}`,
    about: 'A caliper with its bracket.',
    // Imported parts may have none.
    picture: existing.body.find((part: { picture: string }) => part.picture !== '').picture,
    price: 25.5,
    available: 100,
    minOrder: 1,
    ...given,
  }
  const added = await call('POST', '/product', product)
  expect(added.status).toBe(201)
  return { id: added.body.insertedId, name: product.name }
}

/** Places an order through the API; returns its id. */
export async function placeOrder(
  store: Store,
  account: Credentials,
  product: TestProduct,
  orderQty = 1,
): Promise<string> {
  const call = await callerFor(store, account)
  const placed = await call('POST', '/order', {
    productId: product.id,
    orderQty,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  expect(placed.status).toBe(201)
  return placed.body.insertedId
}

/** Test cards of the card provider. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  wrongCvc: '4000 0000 0000 0127',
  requires3DSecure: '4000 0000 0000 3220',
}

/** Fills in the card form and presses Pay. */
export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry date').fill('12 / 40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Fills in the form of a new product, except for its picture and vehicles. */
export async function fillProductForm(
  page: Page,
  name: string,
  { about = 'A steel bracket', price = '12.50', available = '8', minOrder = '1' } = {},
): Promise<void> {
  await page.getByRole('textbox', { name: 'Product Name' }).fill(name)
  await page.getByLabel('Product Description').fill(about)
  await page.getByLabel('Price').fill(price)
  await page.getByLabel('Available Quantity').fill(available)
  await page.getByLabel('Minimum Order').fill(minOrder)
}
