import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { cards, orderPart, payWith, stockPart } from './support/goods.ts'
import { logIn, openAccount } from './support/people.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(180_000)
test.describe.configure({ mode: 'parallel' })

test('axe finds nothing on the screens of a new customer', async ({ page, store }) => {
  const person = await openAccount(store)
  await logIn(page, person)
  await expectAccessible(page, 'the overview without orders')
  await page.getByRole('button', { name: `Account of ${person.name}` }).click()
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

test('axe finds nothing on the way to an order', async ({ page, store }) => {
  const part = await stockPart(store, { minOrder: 2 })
  const soldOut = await stockPart(store, { available: 0 })
  await logIn(page, await openAccount(store), `/purchase-product/${part.id}`)
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
  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeVisible()
  await expectAccessible(page, 'an order that is placed')
  await expectAccessibleAt(page, `/purchase-product/${soldOut.id}`)
})

test('axe finds nothing on orders and their payment', async ({ page, store }) => {
  const person = await openAccount(store)
  const part = await stockPart(store, { minOrder: 2 })
  const paid = await orderPart(store, person, part, 2)
  const unpaid = await orderPart(store, person, part, 2)
  await logIn(page, person, `/dashboard/payment/${paid}`)
  await payWith(page, cards.good)
  await expect(page.getByText('Congrats!!')).toBeVisible()
  await expectAccessible(page, 'the receipt')
  await expectAccessibleAt(page, '/dashboard', `/dashboard/payment/${paid}`, '/dashboard/myOrders')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page, 'the question before an order is deleted')
  await expectAccessibleAt(page, `/dashboard/payment/${unpaid}`)
})

test('axe finds nothing on a declined card, nor on the page of the bank', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 402/)
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${order}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, 'a payment with messages')
  await payWith(page, cards.declined)
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await expectAccessible(page, 'a declined card')
  await payWith(page, cards.asksTheBank)
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
  await expectAccessible(page, 'a step that is over')
})

test("The bank's page follows the theme that was chosen in the store", async ({ page, store }) => {
  // An emulated scheme would hold in the frame too, whatever surrounds it.
  await page.emulateMedia({ colorScheme: null })
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${order}`)
  await payWith(page, cards.asksTheBank)
  const body = page.getByTitle('Your bank’s page').contentFrame().locator('body')
  const paper = () => body.evaluate((node) => getComputedStyle(node).backgroundColor)
  expect(await paper()).toBe('rgb(250, 248, 243)')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(paper).toBe('rgb(27, 30, 33)')
})

test('axe finds nothing while a screen waits, nor when what it needs does not come', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 404.* at .*\/payment\//)
  expectComplaint(/ERR_FAILED/)
  const person = await openAccount(store)
  const strangers = await orderPart(store, await openAccount(store), await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${strangers}`)
  await expect(page.getByText('This cannot be shown')).toBeVisible()
  await expectAccessible(page, "somebody else's order")

  const own = await orderPart(store, person, await stockPart(store))
  await page.route('**/create-payment-intent', () => {})
  await page.goto(`/dashboard/payment/${own}`)
  await expect(page.getByText('Preparing your payment')).toBeVisible()
  await expectAccessible(page, 'a payment that is prepared', { busy: true })
  await page.route('**/order/*', () => {})
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText(/^Loading/)).toBeVisible()
  await expectAccessible(page, 'orders on their way', { busy: true })
  await page.unrouteAll()
  await page.route('**/order/*', (request) => request.abort())
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('This could not be loaded')).toBeVisible()
  await expectAccessible(page, 'orders that cannot be loaded')
})
