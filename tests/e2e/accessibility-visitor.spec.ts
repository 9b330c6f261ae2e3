import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { waitForHydration, visit } from './support/hydration.ts'
import { expectLegible } from './support/legible.ts'
import { expect, test } from './support/test.ts'
import { demoCustomer, fillLogin, linkInMail, addUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
// The longest tests, distributed to both workers.
test.describe.configure({ mode: 'parallel' })

test('axe finds no issues on the home page, the parts and the menu of a phone', async ({ page }) => {
  await expectAccessibleAt(
    page,
    '/',
    '/parts',
    '/parts?make=Honda&year=2008&model=Civic',
    '/parts?q=no-such-thing',
    '/parts/ceramic-brake-pads-front-compact-dlbrk1042',
    '/categories/brakes',
    '/brands',
  )
  await page.setViewportSize({ width: 360, height: 900 })
  await page.goto('/')
  await page.getByRole('banner').getByLabel('Menu').first().click()
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
  await expectAccessible(page, 'the menu of a phone', { widths: [360, 830] })
})

test('axe finds no issues on static pages, a 404 page and an error page', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/(nowhere|none)$/)
  expectConsoleError(/ERR_FAILED/)
  await expectAccessibleAt(
    page,
    '/customerReviews',
    '/blogs',
    '/blogs/react-performance',
    '/myPortfolio',
    '/nowhere',
    '/parts/none',
    '/brands/none',
  )
  await visit(page, '/contactUs')
  await waitForHydration(page)
  await page.route(/\/parts\.data/, (request) => request.abort())
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Parts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be shown')
  await expectAccessible(page, 'a page that could not be fetched')
})

test('axe finds no issues on the API reference, the longest page', async ({ page }) => {
  await page.goto('/docs')
  await expectLegible(page, '/docs')
  // Each call is the same card: axe takes two minutes for all of them.
  const calls = page.locator('main section[id]')
  expect(await calls.count()).toBeGreaterThan(100)
  await calls.evaluateAll((cards) => cards.forEach((card, at) => at % 10 > 0 && card.remove()))
  await expectAccessible(page, '/docs')
})

test('axe finds no issues on the primitives in all their states', async ({ page }) => {
  await page.goto('/dev/ui')
  // One of the samples loads forever.
  await expectAccessible(page, '/dev/ui', { busy: true })
})

test('axe finds no issues on Contact Us, with its errors and its confirmation', async ({ page }) => {
  await expectAccessibleAt(page, '/contactUs')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message is required')).toBeVisible()
  await expectAccessible(page, 'Contact Us with messages')
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@people.test')
  await page.getByLabel('Message').fill('Does it fit?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
  await expectAccessible(page, 'Contact Us with its thanks')
})

test('axe finds no issues on sign-up and login, with their errors', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 401.* at .*\/auth\/sign-in\/email$/)
  await expectAccessibleAt(page, '/signup', '/login', '/login?verified=1', '/login?verified=1&error=old')
  await visit(page, '/signup')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expectAccessible(page, 'sign-up with messages')
  await visit(page, '/login')
  await fillLogin(page, { ...demoCustomer, password: 'not-the-word' })
  await expect(page.getByText('That email or password is not right.')).toBeVisible()
  await expectAccessible(page, 'login with a wrong password')
  await page.getByRole('main').getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Enter Your Email')).toBeVisible()
  await expectAccessible(page, 'login with the message of a failure')

  await page.route('**/auth/sign-in/email', () => {})
  await fillLogin(page, demoCustomer)
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible()
  await expectAccessible(page, 'signing in', { busy: true })
})

test('axe finds no issues on resetting a password', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 400.* at .*\/auth\/reset-password$/)
  await expectAccessibleAt(page, '/reset-password', '/reset-password?token=unknown')
  const save = page.getByRole('button', { name: 'Set new password' })
  await save.click()
  await expect(page.getByText('Password is required').first()).toBeVisible()
  await expectAccessible(page, 'a new password with messages')
  await page.getByLabel('New password').fill('tappet-cover-17')
  await page.getByLabel('Confirm password').fill('tappet-cover-17')
  await save.click()
  await expect(page.getByText('This link was already used or is too old.')).toBeVisible()
  await expectAccessible(page, 'a link that is too old')

  const account = await addUser(store)
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Sent Password Reset Link on Your Email')).toBeVisible()
  // A focused toast does not dismiss itself.
  await page.getByRole('button', { name: 'Close this message' }).focus()
  await expectAccessible(page, 'login with the message of a success')
  await page.goto(await linkInMail(store, account.email, /^Verify your email/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
  await page.getByRole('link', { name: 'I don’t know it, or this wasn’t me' }).click()
  await expect(page.getByLabel('Your name')).toBeVisible()
  await expectAccessible(page, 'an email to verify, of another person')
})
