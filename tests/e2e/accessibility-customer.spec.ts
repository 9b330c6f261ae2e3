import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { logIn, addUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

test('axe finds no issues on the screens of a new customer', async ({ page, store }) => {
  const account = await addUser(store)
  await logIn(page, account)
  await expectAccessible(page, 'the overview without orders')
  await page.getByRole('button', { name: `Account of ${account.name}` }).click()
  await expectAccessible(page, 'the menu of the account')
  await expectAccessibleAt(page, '/dashboard/myOrders', '/dashboard/myProfile', '/dashboard/addReview')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await expect(page.getByText('Choose 1 to 5 stars')).toBeVisible()
  await expectAccessible(page, 'a review without stars')
  await page.goto('/dashboard/myProfile')
  await page.getByRole('button', { name: 'Update Your Profile' }).click()
  await expect(page.getByText('Education is required')).toBeVisible()
  await expectAccessible(page, 'a profile with messages')
  await page.setViewportSize({ width: 360, height: 900 })
  await page.getByRole('main').getByText('Dashboard: My Profile').click()
  await expectAccessible(page, "the dashboard's menu of a phone", { widths: [360, 830] })
})

test('axe finds no issues on placing an order', async ({ page, store }) => {
  const product = await addProduct(store, { minOrder: 2 })
  const soldOut = await addProduct(store, { available: 0 })
  await logIn(page, await addUser(store), `/purchase-product/${product.id}`)
  await expectAccessible(page, 'the order form')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await expect(page.getByText('Your Order less Than Our Minimum Order Requirement')).toBeVisible()
  await expectAccessible(page, 'an order below the minimum')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('2')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText('Address is required')).toBeVisible()
  await expectAccessible(page, 'an order with messages')
  await page.getByLabel('Address').fill('12 Gasket Lane')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await expectAccessible(page, 'an order that is placed')
  await expectAccessibleAt(page, `/purchase-product/${soldOut.id}`)
})

test('axe finds no issues on orders and their payment', async ({ page, store }) => {
  const account = await addUser(store)
  const product = await addProduct(store, { minOrder: 2 })
  const paid = await placeOrder(store, account, product, 2)
  const unpaid = await placeOrder(store, account, product, 2)
  await logIn(page, account, `/dashboard/payment/${paid}`)
  await payWith(page, cards.good)
  await expect(page.getByText('Congrats!!')).toBeVisible()
  await expectAccessible(page, 'the receipt')
  await expectAccessibleAt(page, '/dashboard', `/dashboard/payment/${paid}`, '/dashboard/myOrders')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before an order is deleted')
  await expectAccessibleAt(page, `/dashboard/payment/${unpaid}`)
})

test('axe finds no issues on a declined card and the 3-D Secure page', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402/)
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a payment with messages')
  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page, 'a declined card')
  await payWith(page, cards.requires3DSecure)
  const frame = page.getByTitle('Your bank’s page')
  await expect(frame.contentFrame().getByRole('button', { name: 'Fail authentication' })).toBeVisible()
  await expectAccessible(page, 'the 3-D Secure step')
  await page.goto((await frame.getAttribute('src')) ?? '')
  await expectAccessible(page, "the bank's page alone")
  await page.setViewportSize({ width: 320, height: 900 })
  const buttons = await page.getByRole('button').all()
  expect(buttons).toHaveLength(2)
  for (const button of buttons) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  const earlier = new URL(page.url())
  earlier.searchParams.set('source', 'an-earlier-step')
  await page.goto(earlier.href)
  await expect(page.getByText('This step is over')).toBeVisible()
  await expectAccessible(page, 'an expired step')
})

test("The bank's page follows the theme chosen in the store", async ({ page, store }) => {
  // An emulated color scheme would apply to the frame directly.
  await page.emulateMedia({ colorScheme: null })
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  await payWith(page, cards.requires3DSecure)
  const body = page.getByTitle('Your bank’s page').contentFrame().locator('body')
  const paper = () => body.evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(await paper()).toBe('rgb(250, 248, 243)')
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await expect.poll(paper).toBe('rgb(27, 30, 33)')
})

test('axe finds no issues while a screen loads, nor when its data fails to load', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/payment\//)
  expectConsoleError(/ERR_FAILED/)
  const account = await addUser(store)
  const othersOrder = await placeOrder(store, await addUser(store), await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${othersOrder}`)
  await expect(page.getByText('This cannot be shown')).toBeVisible()
  await expectAccessible(page, "another user's order")

  const own = await placeOrder(store, account, await addProduct(store))
  await page.route('**/create-payment-intent', () => {})
  await page.goto(`/dashboard/payment/${own}`)
  await expect(page.getByText('Preparing your payment')).toBeVisible()
  await expectAccessible(page, 'a payment that is prepared', { busy: true })
  await page.route('**/purchases/mine?*', () => {})
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText(/^Loading/)).toBeVisible()
  await expectAccessible(page, 'orders on their way', { busy: true })
  await page.unrouteAll()
  await page.route('**/purchases/mine?*', (request) => request.abort())
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expectAccessible(page, 'orders that cannot be loaded')
})
