import type { Locator } from '@playwright/test'
import { cards, orderPart, payWith, stockPart } from './support/goods.ts'
import { demoAdmin, logIn, newPerson, openAccount, signedIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('Somebody signs up, orders, has a card declined, pays with a good one, and sees the order shipped by an admin', async ({
  page,
  newVisitor,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 402.* at .*\/confirm$/)
  const person = newPerson('Mira Sandoval')
  const part = await stockPart(store, { price: 12.5, minOrder: 4, available: 20 })

  await page.goto('/signup')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/')

  await test.step('the part, with everything there is to know', async () => {
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: part.name }) })
    await expect(card).toContainText('Minimum order: 4 pieces')
    await card.getByRole('link', { name: 'Place Order' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
    const sheet = page.getByRole('region', { name: 'The part' })
    await expect(sheet.getByRole('img', { name: part.name })).toBeVisible()
    await expect(sheet).toContainText('A caliper with its bracket.')
    await expect(sheet).toContainText(/\$12\.50\s*per piece/)
    await expect(sheet.getByRole('definition')).toHaveText(['20 pieces', '4 pieces'])
  })

  const orderNow = page.getByRole('button', { name: 'Order Now' })
  const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
  await test.step('name and email are read-only, and the quantity starts at the minimum', async () => {
    await expect(page.getByLabel('Name')).toHaveValue(person.name)
    await expect(page.getByLabel('Email')).toHaveValue(person.email)
    await expect(page.getByLabel('Name')).not.toBeEditable()
    await expect(page.getByLabel('Email')).not.toBeEditable()
    await expect(quantity).toHaveValue('4')
    await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$50.00')
  })

  await test.step('a quantity that cannot be ordered disables the button', async () => {
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

  await test.step('the declined card is told in red, the good one is congratulated', async () => {
    await page.getByRole('link', { name: 'Pay now' }).click()
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText('$75.00')
    await payWith(page, cards.declined)
    const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
    await expect(refusal).toBeVisible()
    expect(await redness(refusal)).toBeGreaterThan(1.5)
    await payWith(page, cards.good)
    await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeFocused()
    await expect(page.getByText('Payment Success', { exact: true })).toBeVisible()
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
  })
  const transaction = await page.getByText(/^pi_\w+$/).innerText()

  await page.getByRole('link', { name: 'My Orders' }).last().click()
  const own = page.getByRole('article', { name: part.name })
  await expect(own).toContainText('Paid')
  await expect(own).toContainText(transaction)
  await expect(own.getByRole('button')).toHaveCount(0)

  await test.step('an admin ships it', async () => {
    const admin = await newVisitor()
    await logIn(admin, demoAdmin, '/dashboard/manageAllOrders')
    const row = admin.getByRole('row').filter({ hasText: part.name })
    await expect(row).toContainText('Pending')
    await expect(row).toContainText('12 Gasket Lane, Springfield')
    await row.getByRole('button', { name: /^Ship/ }).click()
    await expect(admin.getByText('Order shipped')).toBeVisible()
    await expect(row).toContainText('Shipped')
    await expect(row.getByRole('button')).toHaveCount(0)
  })

  await page.reload()
  await expect(own).toContainText('Shipped')
})

test('A part with less stock than its minimum order says so and offers no dead form', async ({
  page,
  store,
}) => {
  const part = await stockPart(store, { available: 2, minOrder: 5 })
  await logIn(page, demoAdmin, `/purchase-product/${part.id}`)
  await expect(page.getByRole('heading', { name: 'Too few left to order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order Now' })).toHaveCount(0)
})

test('When somebody else was quicker the order is refused in the words of the specification', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 409.* at .*\/order$/)
  const part = await stockPart(store, { available: 5 })
  await logIn(page, await openAccount(store), `/purchase-product/${part.id}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5')
  await page.getByLabel('Address').fill('12 Gasket Lane')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await orderPart(store, await openAccount(store), part, 2)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText('Your Order More Than Our Available Stock')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The part' }).getByRole('definition').first()).toHaveText(
    '3 pieces',
  )
  await expect(page.getByLabel('Address'), 'what was typed is kept').toHaveValue('12 Gasket Lane')
})

/** How many times more red than green or blue an element's text is. */
function redness(element: Locator): Promise<number> {
  return element.evaluate((node) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d')
    if (!canvas) return 0
    // Painted, since the colour may be written in any colour space.
    canvas.fillStyle = getComputedStyle(node).color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red / Math.max(1, green, blue)
  })
}

for (const [pasted, kept] of [
  ['5,0', '5,0'],
  ['12,5', '12,5'],
] as const)
  test(`A pasted quantity of ${pasted} is refused, and never taken for another number`, async ({
    page,
    store,
  }) => {
    const part = await stockPart(store)
    await logIn(page, await openAccount(store), `/purchase-product/${part.id}`)
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' })
    await quantity.fill('')
    await quantity.focus()
    await page.evaluate((text) => document.execCommand('insertText', false, text), pasted)
    await expect(quantity).toHaveValue(kept)
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeDisabled()
    await expect(page.getByRole('status', { name: 'Total' })).toHaveText('–')
    await quantity.fill('3')
    await quantity.press('ArrowUp')
    await expect(quantity).toHaveValue('4')
  })

test('A part that is deleted while somebody orders it is told once, and no stock stands beside it', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 404.* at .*\/order$/)
  const part = await stockPart(store)
  await logIn(page, await openAccount(store), `/purchase-product/${part.id}`)
  await page.getByLabel('Address').fill('7 Long Street')
  await page.getByLabel('Phone').fill('(217) 555-0199')
  await (
    await signedIn(store, demoAdmin)
  )('DELETE', `/product/${part.id}`)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This part is gone' })).toBeVisible()
  await expect(page.getByText('No longer sold')).toBeVisible()
  await expect(page.getByText('In stock')).toHaveCount(0)
  await expect(page.getByText('Available quantity')).toHaveCount(0)
})
