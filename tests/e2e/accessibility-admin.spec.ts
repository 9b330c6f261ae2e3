import { randomUUID } from 'node:crypto'
import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, addVerifiedUser, adminOf, callerFor, demoAdmin, logIn } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

/** The longest possible text, without a line break opportunity. */
const unbroken = (length: number) => 'W'.repeat(length)

test('axe finds no issues on the overview and its tables', async ({ page }) => {
  await logIn(page, demoAdmin)
  await expectAccessible(page, 'the overview')
  await expect(page.getByText('Show as table')).toHaveCount(2)
  for (const table of await page.getByText('Show as table').all()) await table.click()
  await expectAccessible(page, 'the overview with its tables')
  await expectAccessibleAt(page, '/dashboard/addReview')
})

test('axe finds no issues on adding and editing a product', async ({ page, store }) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await expectAccessible(page, 'a new product')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Image is Required')).toBeVisible()
  await expectAccessible(page, 'a new product with messages')
  await expectAccessibleAt(page, `/dashboard/manageProducts/${product.id}`)
  await page.getByLabel('Price').fill('31')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await expectAccessible(page, 'the question before changes are lost')
})

test('axe finds no issues on the products and their dialogs', async ({ page, store }) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  await expectAccessible(page, 'the products')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'the sheet of the shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Restock ${product.name}` }).click()
  await expect(page.getByRole('dialog', { name: 'Restock' })).toBeVisible()
  await page.getByRole('button', { name: 'Update stock' }).click()
  await expect(page.getByLabel('Add to stock')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'restocking with a message')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `More for ${product.name}` }).click()
  await expectAccessible(page, 'what else can be done with a product')
  await page.getByRole('button', { name: `Delete ${product.name}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before a product is deleted')
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: `Select ${product.name}` }).check()
  await expectAccessible(page, 'a selected product')
  await page.getByRole('button', { name: 'Delete 1…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before selected products are deleted')
  await expectAccessibleAt(page, '/dashboard/manageProducts?q=no-such-thing')
})

test('axe finds no issues on the orders and their dialogs', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/manageAllOrders')
  await expectAccessible(page, 'the orders')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before an order is deleted')
  await page.keyboard.press('Escape')
  await page
    .getByRole('checkbox', { name: /^Select all/ })
    .last()
    .check()
  await expectAccessible(page, 'all orders selected')
  await page.getByRole('button', { name: /^Ship \d+…/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'the question before orders are shipped')
  await expectAccessibleAt(page, '/dashboard/manageAllOrders?q=no-such-thing')
})

test('axe finds no issues on customers, on one of them, and on the record of an order', async ({
  page,
  store,
}) => {
  const customer = await addUser(store, 'Wilhelmina Featherstonehaugh-Cholmondeley')
  const product = await addProduct(store)
  const order = await placeOrder(store, customer, product)
  await placeOrder(store, customer, product, 2)
  const call = adminOf(store)
  expect((await call('POST', `/orders/${order}/notes`, { text: unbroken(300) })).status).toBe(201)
  const record = await call('GET', `/orders/${order}/record`)
  await logIn(page, demoAdmin, '/dashboard/customers')
  await expectAccessible(page, 'the customers')
  await expectAccessibleAt(
    page,
    '/dashboard/customers?q=no-such-thing',
    `/dashboard/customers/${record.body.customer._id}`,
    `/dashboard/orders/${order}`,
  )
})

test('axe finds no issues on the users and the Make Admin dialog', async ({ page, store }) => {
  const account = await addVerifiedUser(store)
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  await expectAccessible(page, 'the users')
  await page.getByLabel('Search users').fill(account.email)
  await page.getByRole('button', { name: `Make Admin: ${account.name}` }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the Make Admin dialog')
  await expectAccessibleAt(page, '/dashboard/makeAdmin?q=no-such-thing')
})

test('axe finds no issues on the reviews and hiding one', async ({ page, store }) => {
  const account = await addUser(store, unbroken(100))
  const write = await callerFor(store, account)
  expect((await write('POST', '/review', { rating: 2, text: unbroken(400) })).status).toBe(201)
  await logIn(page, demoAdmin, '/dashboard/manageReviews')
  await page.getByText('Show more').first().click()
  await expectAtMostAsWideAsTheWindow(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page
    .getByRole('button', { name: /^Hide the review of / })
    .first()
    .click()
  await expect(page.getByRole('cell', { name: 'Hidden' }).first()).toBeVisible()
  await expectAccessible(page, 'the reviews with a hidden one')
  await expectAccessibleAt(page, '/dashboard/manageReviews?q=no-such-thing')
})

test('axe finds no issues while a list loads, nor when it fails', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/)
  await logIn(page, demoAdmin)
  await page.route('**/purchases?*', () => {})
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText('Loading orders')).toBeVisible()
  await expectAccessible(page, 'orders on their way', { busy: true })
  await page.unrouteAll()
  await page.route('**/purchases?*', (request) => request.abort())
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expectAccessible(page, 'orders that cannot be loaded')
})

test('axe finds no issues on the audit and lists with unbroken names', async ({ page, store }) => {
  const admin = adminOf(store)
  const account = await addUser(store, unbroken(100))
  const [edited, deleted] = [await addProduct(store), await addProduct(store)]
  const paths = new Map<string, string[]>()
  const deleteAll = async ({ id }: { id: string }) => {
    for (const path of paths.get(id) ?? []) expect((await admin('DELETE', path)).status).toBe(200)
  }
  for (const product of [edited, deleted]) {
    const name = unbroken(200)
    const { body } = await admin('GET', `/product/${product.id}`)
    const { picture, about, available, minOrder } = body
    const texts = { picture, about, available, minOrder, name, price: 99_999.99 }
    expect((await admin('PUT', `/product/${product.id}`, texts)).status).toBe(200)
    const order = await placeOrder(store, account, product, 3)
    paths.set(product.id, [`/order/${order}`, `/product/${product.id}`])
  }
  await deleteAll(deleted)
  // Only a faulty card provider causes this.
  await inDatabase(
    store,
    `insert into audit_entries (action, subject, before, after) values
       ('difference_unknown_charge', $1, null, $2), ('payment_mismatch', $3, '{"totalCents":99999999}', '{"totalCents":99999998}')`,
    [
      `intent:pi_${unbroken(60)}`,
      JSON.stringify({ intentId: `pi_${unbroken(60)}`, capturedCents: 99_999_999 }),
      `order:${randomUUID()}`,
    ],
  )
  await logIn(page, demoAdmin, '/dashboard/audit')
  await expect(page.getByText(unbroken(100)).first()).toBeVisible()
  await expectAccessible(page, 'the audit')
  await expectAccessibleAt(page, '/dashboard/audit?q=no-such-thing')
  for (const path of ['/dashboard/manageProducts', '/dashboard/manageAllOrders', '/dashboard/makeAdmin'])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page.getByText(unbroken(100)).first()).toBeVisible()
      await expectAtMostAsWideAsTheWindow(page)
    })
  // Other tests of this store count the rows on a screen.
  await deleteAll(edited)
})

async function expectAtMostAsWideAsTheWindow(page: Page): Promise<void> {
  for (const width of [320, 640, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(wide, `${page.url()} at ${width} px`).toBeLessThanOrEqual(width)
  }
}
