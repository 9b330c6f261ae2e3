import { visit, waitForHydration } from './support/hydration.ts'
import { logInByKeyboard, press, tabTo, typeInto } from './support/keyboard.ts'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { linkInMail, newCredentials, addUser } from './support/users.ts'

// Every journey of a visitor and of a customer, by keyboard alone: no click, fill or focus calls.
test.describe.configure({ mode: 'parallel' })

const h1 = (page: Page) => page.getByRole('heading', { level: 1 })

/** Types a card into the payment form and submits it. */
async function payByKeyboard(page: Page, number: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await typeInto(page, page.getByLabel('Card number'), number, key)
  await typeInto(page, page.getByLabel('Expiry date'), '1240')
  await typeInto(page, page.getByLabel('CVC'), '123')
  await page.keyboard.press('Enter')
}

test('A visitor finds the parts for a car, reads an article and writes to the store by keyboard alone', async ({
  page,
}) => {
  await page.goto('/')
  for (const [step, choice] of [
    ['Make', 'Honda'],
    ['Year', '2008'],
    ['Model', 'Civic'],
  ] as const) {
    await tabTo(page, page.getByLabel(step, { exact: true }))
    await page.keyboard.type(choice)
    await expect(page.getByLabel(step, { exact: true })).toHaveValue(choice)
  }
  await press(page, page.getByRole('button', { name: 'Find My Parts' }))
  await expect(h1(page)).toContainText('2008 Honda Civic')

  const bar = page.getByRole('navigation', { name: 'Main' })
  await press(page, bar.getByRole('link', { name: 'Blogs' }), 'Shift+Tab')
  await expect(h1(page)).toHaveText('Blogs')
  await expect(h1(page)).toBeFocused()
  await press(page, page.getByRole('article').getByRole('link').first())
  await expect(page).toHaveURL(/\/blogs\/.+/)
  await expect(h1(page)).toBeFocused()

  await press(page, bar.getByRole('link', { name: 'Contact Us' }), 'Shift+Tab')
  await expect(h1(page)).toBeFocused()
  await typeInto(page, page.getByLabel('Name'), 'Ada Byron')
  await typeInto(page, page.getByLabel('Email'), 'ada@people.test')
  await typeInto(page, page.getByLabel('Message'), 'Does it fit?')
  await press(page, page.getByRole('button', { name: 'Send Message' }))
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Write another message' }))
  await expect(page.getByRole('heading', { name: 'Write to us' })).toBeFocused()
})

test('The phone menu and the carousels work by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  const menu = page.getByRole('banner').getByLabel('Menu').first()
  await press(page, menu)
  const links = page.getByRole('navigation', { name: 'Menu' })
  await expect(links).toBeVisible()
  await tabTo(page, links.getByRole('link', { name: 'Contact Us' }))
  await page.keyboard.press('Escape')
  await expect(links).toBeHidden()
  await expect(menu).toBeFocused()

  const reviews = page.getByRole('group', { name: 'Customer reviews', exact: true })
  await tabTo(page, reviews.getByRole('button', { name: /^(Pause|Play) Customer reviews$/ }))
  await expect(reviews.getByRole('button', { name: 'Play Customer reviews' })).toBeFocused()
  await press(page, reviews.getByRole('button', { name: /^Review 3 of / }))
  await expect(reviews.getByRole('button', { name: /^Review 3 of / })).toHaveAttribute('aria-current', 'true')
})

test('The first pass of the keyboard through the home page meets the controls of both carousels in order', async ({
  page,
}) => {
  // Their engine is blocked, as on a slow connection: nothing may wait for it.
  let letEngine = () => {}
  const engineReleased = new Promise<void>((resolve) => (letEngine = resolve))
  await page.route(/carousel-engine-[^/]*\.js$/, async (route) => {
    await engineReleased
    await route.continue()
  })
  await page.goto('/')
  await page.keyboard.press('Tab')
  await waitForHydration(page)
  const met: string[] = []
  while (met.at(-1) !== 'Review 6 of 6' && met.length < 80) {
    await page.keyboard.press('Tab')
    met.push(await page.evaluate(() => document.activeElement?.ariaLabel ?? ''))
  }
  expect(met.filter((name) => /Brands|review/i.test(name))).toEqual([
    'Brands, scrolls sideways',
    'Play Brands',
    'Customer reviews, scrolls sideways',
    'Play Customer reviews',
    ...[1, 2, 3, 4, 5, 6].map((at) => `Review ${at} of 6`),
  ])

  await page.keyboard.press('Enter')
  letEngine()
  const reviews = page.getByRole('group', { name: 'Customer reviews', exact: true })
  await expect(reviews).toHaveAttribute('data-started')
  await expect(reviews.getByRole('button', { name: 'Review 6 of 6' })).toHaveAttribute('aria-current', 'true')
  await expect(reviews.getByRole('button', { name: 'Review 6 of 6' })).toBeFocused()
  await expect(reviews.getByRole('button', { name: 'Play Customer reviews' })).toBeVisible()
})

test('A visitor signs up, orders, has a card declined, pays with another and logs out by keyboard alone', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402.* at .*\/confirm$/)
  const account = newCredentials('Mira Sandoval')
  const product = await addProduct(store, { price: 10, minOrder: 2 })
  await visit(page, '/signup')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await typeInto(page, page.getByLabel('Name'), account.name)
  await typeInto(page, page.getByLabel('Email'), account.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), account.password)
  await typeInto(page, page.getByLabel('Confirm password'), account.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: product.name }) })
  await press(page, card.getByRole('link', { name: 'Place Order' }))
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeFocused()
  await tabTo(page, page.getByRole('spinbutton', { name: 'Quantity' }))
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$30.00')
  await typeInto(page, page.getByLabel('Address'), '12 Gasket Lane')
  await typeInto(page, page.getByLabel('Phone'), '(217) 555-0177')
  await press(page, page.getByRole('button', { name: 'Order Now' }))

  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeFocused()
  await press(page, page.getByRole('link', { name: 'Pay now' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused()
  await payByKeyboard(page, '4000000000000002')
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  await payByKeyboard(page, '4242424242424242', 'Shift+Tab')
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeFocused()

  await press(page, page.getByRole('button', { name: `Account of ${account.name}` }), 'Shift+Tab')
  await press(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL(/\/login/)
})

test('A customer deletes an unpaid order, changes the profile and adds a review by keyboard alone', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store)
  await placeOrder(store, account, product)
  await visit(page, '/login?from=/dashboard/myOrders')
  await logInByKeyboard(page, account)

  const order = page.getByRole('article', { name: product.name })
  await press(page, order.getByRole('button', { name: 'Delete' }))
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Your Order Delete')).toBeVisible()
  await expect(order).toHaveCount(0)
  await expect(h1(page)).toBeFocused()

  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  await press(page, sidebar.getByRole('link', { name: 'My Profile' }), 'Shift+Tab')
  await expect(h1(page)).toBeFocused()
  await typeInto(page, page.getByLabel('Education'), 'Night school')
  await typeInto(page, page.getByLabel('Address'), '12 Gasket Lane')
  await typeInto(page, page.getByLabel('Phone'), '(217) 555-0177')
  await typeInto(page, page.getByLabel('LinkedIn'), 'https://example.com/robin')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile Updated')).toBeVisible()

  await press(page, sidebar.getByRole('link', { name: 'Add A Review' }), 'Shift+Tab')
  await expect(h1(page)).toHaveText('Add A Review')
  await expect(h1(page)).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: '1 star', exact: true }))
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await typeInto(page, page.getByLabel('Your review'), 'It fits.')
  await press(page, page.getByRole('button', { name: 'Add Review' }))
  await expect(page.getByText('Thanks For Your Compliment')).toBeVisible()
})

test('A forgotten password is reset by keyboard alone', async ({ page, store }) => {
  const account = await addUser(store)
  await visit(page, '/login')
  await typeInto(page, page.getByRole('main').getByLabel('Email'), account.email)
  await press(page, page.getByRole('button', { name: 'Forgot Password' }))
  await expect(page.getByText('Sent Password Reset Link on Your Email')).toBeVisible()
  await visit(page, await linkInMail(store, account.email, /^Set a new password/))
  await expect(h1(page)).toHaveText('Choose a new password')
  await typeInto(page, page.getByLabel('New password'), 'tappet-cover-17')
  await typeInto(page, page.getByLabel('Confirm password'), 'tappet-cover-17')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await logInByKeyboard(page, { ...account, password: 'tappet-cover-17' })
  await expect(page).toHaveURL('/')
})
