import type { Locator } from '@playwright/test'
import { visit } from './support/hydration.ts'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn, newCredentials } from './support/users.ts'

test('A visitor signs up, orders, has a card declined, pays with a valid one, and sees the order shipped', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402.* at .*\/confirm$/)
  const account = newCredentials('Mira Sandoval')
  const product = await addProduct(store, { price: 12.5, minOrder: 4, available: 20 })

  await visit(page, '/signup')
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/')

  await test.step('the product, with all its details', async () => {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: product.name }) })
    await expect(card).toContainText('Minimum order: 4 pieces')
    await card.getByRole('link', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
    const sheet = page.getByRole('region', { name: 'The part' })
    await expect(sheet.getByRole('img', { name: product.name })).toBeVisible()
    await expect(page.getByRole('region', { name: 'About this part' })).toHaveText(
      /A caliper with its bracket\.$/,
    )
    await expect(sheet).toContainText(/\$12\.50\s*per piece/)
    await expect(sheet.getByRole('definition')).toHaveText(['20 pieces', '4 pieces'])
  })

  const orderNow = page.getByRole('button', { name: 'Order Now' })
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await test.step('name and email are read-only, and the quantity starts at the minimum', async () => {
    await expect(page.getByLabel('Name')).toHaveValue(account.name)
    await expect(page.getByLabel('Email')).toHaveValue(account.email)
    await expect(page.getByLabel('Name')).not.toBeEditable()
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await expect(quantity).toHaveValue('4')
    await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$50.00')
  })

  await test.step('an invalid quantity disables the button', async () => {
    await quantity.fill('3')
    await expect(page.getByText('Your Order less Than Our Minimum Order Requirement')).toBeVisible()
    await expect(quantity).toHaveAttribute('aria-invalid', 'true')
    await expect(orderNow).toBeDisabled()
    await quantity.fill('21')
    await expect(page.getByText('Your Order More Than Our Stock')).toBeVisible()
    await expect(orderNow).toBeDisabled()
    await quantity.fill('6')
    await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$75.00')
    await expect(orderNow).toBeEnabled()
  })

  await test.step('address and phone are required', async () => {
    await orderNow.click()
    await expect(page.getByText('Address is required')).toBeVisible()
    await expect(page.getByText('Phone is required')).toBeVisible()
    await page.getByLabel('Address').fill('12 Gasket Lane, Springfield')
    await page.getByLabel('Phone').fill('(217) 555-0177')
    await orderNow.click()
    await expect(page.getByText('Order success')).toBeVisible()
    await expect(page.getByRole('region', { name: 'The part' }).getByRole('definition').first()).toHaveText(
      '14 pieces',
    )
  })

  await test.step('a declined card shows an error in red, a valid one a confirmation', async () => {
    await expect(page.getByRole('main')).toContainText(/Order numberDL-\d{5}/)
    await page.getByRole('link', { name: 'Pay now' }).click()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$75.00')
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(/Order numberDL-\d{5}/)
    await payWith(page, cards.declined)
    const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
    await expect(refusal).toBeVisible()
    expect(await redness(refusal)).toBeGreaterThan(1.5)
    await expect(refusal).toContainText('You weren’t charged. Try another card, or call your bank')
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
    expect(await top(refusal), 'under the fields').toBeGreaterThan(await top(page.getByLabel('CVC')))
    expect(await top(refusal), 'above the button').toBeLessThan(
      await top(page.getByRole('button', { name: /^Pay \$/ })),
    )
    await payWith(page, cards.good)
    await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeFocused()
    await expect(page.getByText('Payment Success', { exact: true })).toBeVisible()
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Next, we pack your order and ship it')
    await expect(page.getByRole('main')).toContainText('paid before 4 pm on a weekday ship the same day')
    await expect(page.getByRole('link', { name: /^See order DL-\d{5}$/ })).toBeVisible()
  })

  await test.step('the receipt is printed without the pages around it', async () => {
    await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
    await expect(page.getByText('$75.00').first()).toBeVisible()
    for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      await expect(page.getByRole(around)).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(244, 240, 232)')
    await page.emulateMedia({ media: null, colorScheme: null })
  })
  const transaction = await page.getByText(/^pi_\w+$/).innerText()

  await page.getByRole('link', { name: 'My Orders' }).last().click()
  const own = page.getByRole('article', { name: product.name })
  await expect(own).toContainText('Paid')
  await expect(own).toContainText(transaction)
  await expect(own.getByRole('button')).toHaveCount(0)

  await test.step('an admin ships it', async () => {
    const admin = await newVisitor()
    await logIn(admin, demoAdmin, '/dashboard/manageAllOrders')
    const row = admin.getByRole('row').filter({ hasText: product.name })
    await expect(row).toContainText('Pending')
    await expect(row).toContainText('12 Gasket Lane, Springfield')
    await row.getByRole('button', { name: /^Ship/ }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Ship' }).click()
    await expect(admin.getByText('Order shipped')).toBeVisible()
    await expect(row).toContainText('Shipped')
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  await page.reload()
  await expect(own).toContainText('Shipped')
})

test('A product with less stock than its minimum order shows a message instead of a form', async ({
  page,
  store,
}) => {
  const product = await addProduct(store, { available: 2, minOrder: 5 })
  await logIn(page, demoAdmin, `/purchase-product/${product.id}`)
  await expect(page.getByRole('heading', { name: 'Too few left to order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order Now' })).toHaveCount(0)
})

test('An order for stock that was just sold is refused with the specified message', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/order$/)
  const product = await addProduct(store, { available: 5 })
  await logIn(page, await addUser(store), `/purchase-product/${product.id}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5')
  await page.getByLabel('Address').fill('12 Gasket Lane')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await placeOrder(store, await addUser(store), product, 2)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText('Your Order More Than Our Available Stock')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The part' }).getByRole('definition').first()).toHaveText(
    '3 pieces',
  )
  await expect(page.getByLabel('Address'), 'the form keeps its values').toHaveValue('12 Gasket Lane')
})

/** How much more red than green or blue an element's text is. */
function redness(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return 0
    // Painted to a canvas, since the color may be in any color space.
    canvas.fillStyle = getComputedStyle(node).color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red / Math.max(1, green, blue)
  })
}

for (const [pasted, shown] of [
  ['5,0', '5,0'],
  ['12,5', '12,5'],
] as const)
  test(`A pasted quantity of ${pasted} is refused, and never becomes another number`, async ({
    page,
    store,
  }) => {
    const product = await addProduct(store)
    await logIn(page, await addUser(store), `/purchase-product/${product.id}`)
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
    await quantity.fill('')
    await quantity.focus()
    await page.evaluate((text) => document.execCommand('insertText', false, text), pasted)
    await expect(quantity).toHaveValue(shown)
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeDisabled()
    await expect(page.getByRole('status', { name: 'Total' })).toHaveText('–')
    await quantity.fill('3')
    await quantity.press('ArrowUp')
    await expect(quantity).toHaveValue('4')
  })

test('A product that is deleted while being ordered shows one message, without a stock status', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/order$/)
  const product = await addProduct(store)
  await logIn(page, await addUser(store), `/purchase-product/${product.id}`)
  await page.getByLabel('Address').fill('7 Long Street')
  await page.getByLabel('Phone').fill('(217) 555-0199')
  await adminOf(store)('DELETE', `/product/${product.id}`)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This part is gone' })).toBeVisible()
  await expect(page.getByText('No longer sold')).toBeVisible()
  await expect(page.getByText('In stock')).toHaveCount(0)
  await expect(page.getByText('Available quantity')).toHaveCount(0)
})
