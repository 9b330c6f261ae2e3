import { randomUUID } from 'node:crypto'
import { codeOf } from '../support/authenticator.ts'
import { mailsTo } from '../support/mails.ts'
import { caller } from '../support/users.ts'
import { expect, type Page, test } from './support/test.ts'
import {
  fillLogin,
  linkInMail,
  newCredentials,
  addUser,
  addAdmin,
  type Credentials,
} from './support/users.ts'

test.use({ javaScriptEnabled: false })

test('Without JavaScript the home page, the blogs, the portfolio and the parts are readable', async ({
  page,
  request,
}) => {
  const [review] = (await (await request.get('/reviews?limit=1')).json()) as { text: string }[]
  if (!review?.text) throw new Error('The demo has no review with a text')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Driveline')
  await expect(page.getByRole('region', { name: 'Our Products' }).getByRole('article')).toHaveCount(6)
  await expect(page.getByRole('region', { name: 'Three decades, counted' })).toContainText('72+')
  await expect(page.getByRole('region', { name: 'What Our Customers Are Saying' })).toContainText(
    review.text.slice(0, 100),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Blogs')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Portfolio' }).click()
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
})

test('Without JavaScript a part is found by name from any page', async ({ page }) => {
  await page.goto('/myPortfolio')
  await page.getByRole('search', { name: 'All parts' }).getByLabel('Find a part').fill('oil filter')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article').first()).toContainText('Oil Filter')
})

test('Without JavaScript the vehicle finder works step by step', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Make').selectOption('Honda')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await page.getByLabel('Year').selectOption('2008')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await page.getByLabel('Model', { exact: true }).selectOption('Civic')
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2008 Honda Civic')
  // Other tests may have added parts that fit every engine.
  const unsure = page.getByRole('article').filter({ hasText: 'Pick your engine to confirm' })
  await expect(unsure.first()).toBeVisible()
})

test('Without JavaScript an unknown path is a 404', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  const response = await page.goto('/no-such-part')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
})

const contact = (page: Page) => ({
  name: page.getByLabel('Name'),
  email: page.getByRole('main').getByLabel('Email'),
  message: page.getByLabel('Message'),
  send: page.getByRole('button', { name: 'Send Message' }),
})
/** Expects the end of a login without scripts. */
async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in.')
  await expect(
    page.getByText('Ordering and your account need JavaScript; parts can be browsed without.'),
  ).toBeVisible()
  await expect(page.getByText('Signing in')).toBeHidden()
}

test('Without JavaScript a message is sent, once', async ({ page, store }) => {
  const question = `Do you have rotors for a wagon of ${randomUUID()}?`
  await page.goto('/contactUs')
  const form = contact(page)
  await form.name.fill('Ada Lane')
  await form.email.fill('ada@example.test')
  await form.message.fill(question)
  await form.send.click()
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
  const sent = async () => (await mailsTo(store)).filter(({ text }) => text.includes(question))
  await expect.poll(async () => (await sent()).length).toBe(1)
  await page.getByRole('link', { name: 'Write another message' }).click()
  await expect(form.message).toHaveValue('')
})

test('Without JavaScript an invalid email shows an error at its field, and the message stays', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  await page.goto('/contactUs')
  const form = contact(page)
  await form.name.fill('Ada Lane')
  await form.email.fill('ada at example')
  await form.message.fill('First line\n\n  <b>"second" & last</b> line')
  await form.send.click()
  await expect(form.email).toHaveAccessibleDescription(/Provide a Valid Email/)
  await expect(form.email).toBeFocused()
  await expect(form.email).toHaveValue('ada at example')
  await expect(form.name).toHaveValue('Ada Lane')
  await expect(form.message).toHaveValue('First line\n\n  <b>"second" & last</b> line')
  await form.email.fill('ada@example.test')
  await form.send.click()
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
})

test('Without JavaScript an account is created after its errors were shown', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  const account = newCredentials()
  await page.goto('/signup')
  await page.getByLabel('Name').fill(account.name)
  await page.getByRole('main').getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill('another-word-9')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/Your Password Don't match/)
  await expect(page.getByLabel('Name')).toHaveValue(account.name)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await page.getByRole('link', { name: 'Browse parts' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(await linkInMail(store, account.email, /^Verify your email/)).toContain('/auth/verify-email')
})

test('Without JavaScript a wrong password is refused, and the right one signs in by Enter', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const account = await addUser(store)
  await page.goto('/login?from=/parts')
  await fillLogin(page, { ...account, password: 'not-the-word' })
  await expect(page.getByRole('alert').filter({ hasText: 'password' })).toHaveText(
    'That email or password is not right. Check both, or reset your password.',
  )
  const main = page.getByRole('main')
  await expect(main.getByLabel('Email')).toHaveValue(account.email)
  await expect(main.getByLabel('Password', { exact: true })).toHaveValue('')
  await main.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await expect(page).toHaveURL('/signed-in?from=%2Fparts')
})

test('Without JavaScript the demo accounts are filled in by links', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Use demo admin' }).click()
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue('admin@demo.test')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expectSignedIn(page)
})

test('Without JavaScript a second factor is requested, as a code or a backup code', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const admin = await addAdmin(store, 'Noor Haddad')
  const { totpUri, backupCodes } = await switchOnSecondFactor(store, admin)

  await page.goto('/login?from=/parts')
  await fillLogin(page, admin)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await page.getByLabel('Code', { exact: true }).fill('000000')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'code' })).toContainText('That code is not right.')
  await page.getByLabel('Code', { exact: true }).fill(codeOf(totpUri, 1))
  await page.keyboard.press('Enter')
  await expectSignedIn(page)
  await expect(page).toHaveURL('/signed-in?from=%2Fparts')

  await page.goto('/login')
  await fillLogin(page, admin)
  await page.getByRole('link', { name: 'Use a backup code instead' }).click()
  await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expectSignedIn(page)
})

/** Sets up the account's second factor like its profile page. */
async function switchOnSecondFactor(store: { url: string }, account: Credentials) {
  const call = caller(store)
  const signedIn = await call('POST', '/auth/sign-in/email', account)
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { password } = account
  const { body } = await call('POST', '/auth/two-factor/enable', { password }, { cookie })
  const { totpURI: totpUri, backupCodes } = body as { totpURI: string; backupCodes: string[] }
  const on = await call('POST', '/auth/two-factor/verify-totp', { code: codeOf(totpUri) }, { cookie })
  expect(on.status).toBe(200)
  return { totpUri, backupCodes }
}

test('Without JavaScript a forgotten password is reset by the mailed link, once', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  expectConsoleError(/status of 400/)
  const account = await addUser(store)
  const main = page.getByRole('main')
  await page.goto('/login')
  await main.getByLabel('Email').fill(' ')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(main.getByLabel('Email')).toHaveAccessibleDescription(/Enter Your Email/)
  await main.getByLabel('Email').fill(account.email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Sent Password Reset Link on Your Email')).toBeVisible()

  const link = await linkInMail(store, account.email, /^Set a new password/)
  await page.goto(link)
  const form = page.url()
  const choose = async (password: string, again = password) => {
    await page.getByLabel('New password').fill(password)
    await page.getByLabel('Confirm password').fill(again)
    await page.getByRole('button', { name: 'Set new password' }).click()
  }
  await choose('tappet-cover-17', 'tappet-cover-18')
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/Your Password Don't match/)
  await choose('tappet-cover-17')
  await expect(page.getByText('Your new password is set. Log in with it now.')).toBeVisible()
  await fillLogin(page, { ...account, password: 'tappet-cover-17' })
  await expectSignedIn(page)

  await page.goto(form)
  await choose('tappet-cover-19')
  await expect(page.getByRole('alert').filter({ hasText: 'link' })).toContainText(
    'This link was already used or is too old.',
  )
})

test('Without JavaScript pages for signed-in users say what they need', async ({ page, store }) => {
  const [part] = (await (await fetch(`${store.url}/products?limit=1`)).json()) as { _id: string }[]
  for (const path of [
    '/dashboard',
    '/dashboard/myOrders',
    '/dashboard/payment/1',
    '/checkout',
    `/purchase-product/${part?._id}`,
  ]) {
    await page.goto(path)
    await expect(page.getByText('This page needs JavaScript.')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeHidden()
    await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Browse parts' }).click()
    await expect(page).toHaveURL('/parts')
  }
})

test('Without JavaScript no button is shown that only scripts could handle', async ({ page }) => {
  let hidden = 0
  for (const path of ['/login', '/signup', '/contactUs', '/parts', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const dead = page.getByRole('main').locator('button[type=button]:not(.swiper button)')
    for (const button of await dead.all()) {
      await expect(button).toBeHidden()
      hidden++
    }
  }
  expect(hidden).toBeGreaterThan(0)
})
