import { addProduct, placeOrder } from './support/products.ts'
import { placePurchase } from './support/purchases.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

/** By how many px the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const width of [360, 1280])
  test(`At ${width} px an admin finds a customer by an order, writes a note and sends an email again`, async ({
    page,
    store,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const account = await addUser(store)
    const product = await addProduct(store)
    const [id, other] = [
      await placeOrder(store, account, product),
      await placeOrder(store, account, product, 2),
    ]
    const call = adminOf(store)
    const numberOf = async (of: string) => (await call('GET', `/orders/${of}`)).body.number as string
    const number = await numberOf(id)

    const several = await placePurchase(store, account, [
      { productId: product.id },
      { productId: (await addProduct(store)).id },
    ])

    await logIn(page, demoAdmin, `/dashboard/customers?q=${number}`)
    const rows = page.getByRole('table', { name: 'Customers' }).getByRole('rowgroup').last().getByRole('row')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(account.email)
    expect(await overflow(page)).toBe(0)
    await rows.getByRole('link').click()
    const orders = page.getByRole('table', { name: 'Orders' })
    await expect(orders).toContainText(number)
    const whole = orders.getByRole('row').filter({ hasText: several.number })
    await expect(whole).toHaveCount(1)
    await expect(whole).toContainText(`${product.name} + 1 more`)
    await expect(whole).toContainText(`$${several.total.toFixed(2)}`)
    expect(await overflow(page)).toBe(0)
    await orders.getByRole('link', { name: number }).click()

    await expect(page.getByRole('list', { name: 'Other orders of this customer' })).toContainText(
      await numberOf(other),
    )
    await page.getByLabel('New note').fill('Call before shipping')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByRole('list', { name: 'Notes' })).toContainText('Call before shipping')
    await page.getByRole('button', { name: 'Send again: Order received' }).click()
    await expect(page.getByText('The email is on its way again')).toBeVisible()
    await expect(page.getByRole('list', { name: 'History' })).toContainText('Email resent')
    expect(await overflow(page)).toBe(0)
  })

test('The button of an order shows on hover and on focus', async ({ page, store }) => {
  const product = await addProduct(store)
  await placeOrder(store, await addUser(store), product)
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(product.name)}`)
  const row = page.getByRole('row').filter({ hasText: product.name })
  const remove = row.getByRole('button', { name: /^Delete/ })
  const opacity = () => remove.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await remove.focus()
  await expect.poll(opacity).toBe('1')
  await remove.blur()
  await expect.poll(opacity).toBe('0')
  await row.hover()
  await expect.poll(opacity).toBe('1')
})
