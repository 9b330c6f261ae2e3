// Long because every person who may open a verification email is one test, with a signed-in browser.

import { codeOf } from '../support/authenticator.ts'
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { visit } from './support/hydration.ts'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import {
  fillLogin,
  codeInMail,
  linkInMail,
  logIn,
  newCredentials,
  addUser,
  type Credentials,
  callerFor,
} from './support/users.ts'

const bar = (page: Page) => page.getByRole('complementary', { name: 'Verification' })
const VERIFY = /^Verify your email/
const PROFILE = {
  education: 'ASE Master Technician',
  address: '7 Long Street, Peoria',
  phone: '(217) 555-0199',
  linkedIn: 'https://www.linkedin.com/in/ada',
}

async function signUp(page: Page, account: Credentials) {
  await visit(page, '/signup')
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(account.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/')
}

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('A new user sees that an email was sent, can resend it, and sees the verification after opening the link', async ({
  page,
  context,
  store,
}) => {
  const account = newCredentials('Ada Byron')
  await signUp(page, account)
  await expect(bar(page)).toContainText('Your email address is not verified.')
  await expect(bar(page)).toContainText(`We sent an email to ${account.email}.`)
  await expectAccessible(page, 'the home page of an unverified user')
  await page.goto('/dashboard/myProfile')
  await expect(page.getByText(`${account.email} (not verified)`)).toBeVisible()
  await bar(page).getByRole('button', { name: 'Send again' }).click()
  await expect(bar(page)).toContainText(`Sent again: we sent an email to ${account.email}.`)

  const other = await context.newPage()
  await other.goto(await linkInMail(store, account.email, VERIFY))
  await expect(other).toHaveURL('/')
  await expect(bar(other)).toContainText('Your email address is verified.')
  await expectAccessible(other, 'the page after the link in the mail')
  await expect(bar(page), 'the first tab knows it too').toHaveCount(0)
  await other.goto('/dashboard/myProfile')
  await expect(bar(other)).toHaveCount(0)

  await other.goto(await linkInMail(store, account.email, VERIFY))
  await expect(bar(other)).toContainText('Your email address was verified before.')
})

test('The limit on verification emails shows next to the button', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429/)
  const account = await addUser(store)
  await logIn(page, account)
  await page.route('**/auth/send-verification-email', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { title: 'Too many requests', status: 429, code: 'too_many', detail: 'Please wait 5 minutes.' },
    }),
  )
  await bar(page).getByRole('button', { name: 'Send again' }).click()
  await expect(bar(page).getByText('Please wait 5 minutes.')).toBeVisible()
})

test('The six digits of the email verify on the laptop what was signed up there; a wrong one is an error and loses nothing', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400.* at .*\/auth\/email-otp\/verify-email/)
  expectConsoleError(/status of 422.* at .*\/auth\/email-otp\/verify-email/)
  const account = newCredentials('Ada Byron')
  await signUp(page, account)
  const code = await codeInMail(store, account.email)
  const field = bar(page).getByLabel('Verification code')
  await field.fill('12 34')
  await field.press('Enter')
  await expect(bar(page).getByText('Enter the six digits of the email')).toBeVisible()
  await field.fill(code === '000000' ? '000001' : '000000')
  await bar(page).getByRole('button', { name: 'Verify' }).click()
  await expect(bar(page).getByText('That code is not right')).toBeVisible()
  await expectAccessible(page, 'a wrong code')
  await field.fill(code)
  await field.press('Enter')
  await expect(page.getByText('Your email address is verified.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account of Ada Byron' })).toBeVisible()
})

test('A mail filter and a phone open the link: the laptop stays signed in, and the phone is asked for the password', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401.* at .*\/auth\/sign-in\/email/)
  const account = await addUser(store)
  await account.call('PUT', `/updateUser/${account.email}`, PROFILE)
  const product = await addProduct(store, { available: 10 })
  const ordered = await placeOrder(store, account, product, 2)
  await logIn(page, account)
  const link = await linkInMail(store, account.email, VERIFY)
  for (const method of ['GET', 'HEAD', 'GET']) await fetch(link, { method })

  const phone = await newVisitor()
  await visit(phone, link)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
  await expect(phone.getByText(`You signed up as ${account.email}.`)).toBeVisible()
  await expectAccessible(phone, 'a verification link elsewhere')
  await phone.getByLabel('Password', { exact: true }).fill('not-the-word')
  await phone.getByRole('button', { name: 'Verify' }).click()
  await expect(phone.getByText('That email or password is not right.')).toBeVisible()
  await expect(bar(page)).toContainText('Your email address is not verified.')
  await phone.getByLabel('Password', { exact: true }).fill(account.password)
  await phone.getByRole('button', { name: 'Verify' }).click()
  await expect(phone).toHaveURL('/')
  await expect(bar(phone)).toContainText('Your email address is verified.')

  // Nothing was removed, here or there.
  await page.goto('/dashboard/myProfile')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByLabel('Address')).toHaveValue(PROFILE.address)
  await page.goto(`/dashboard/orders/${ordered}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await account.call('GET', `/user/${account.email}`)).body).toMatchObject({
    ...PROFILE,
    emailVerified: true,
  })
})

test('With a second factor the link asks for the password and then for the code, and verifies only then', async ({
  newVisitor,
  store,
}) => {
  const account = await addUser(store, 'Noor Haddad')
  const { cookie, password } = account
  const { body } = await account.call('POST', '/auth/two-factor/enable', { password }, { cookie })
  const confirmed = { code: codeOf(body.totpURI) }
  expect((await account.call('POST', '/auth/two-factor/verify-totp', confirmed, { cookie })).status).toBe(200)
  const phone = await newVisitor()
  await visit(phone, await linkInMail(store, account.email, VERIFY))
  await phone.getByLabel('Password', { exact: true }).fill(password)
  await phone.getByRole('button', { name: 'Verify' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await phone.getByLabel('Code', { exact: true }).fill(codeOf(body.totpURI, 1))
  await phone.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(phone).toHaveURL('/')
  await expect(bar(phone)).toContainText('Your email address is verified.')
})

test('The owner of the mailbox, who did not sign up, takes the account over with a new password, and is told what was removed', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const account = await addUser(store, 'Call 900 555 0100')
  await logIn(page, account)
  const owner = await newVisitor()
  await visit(owner, await linkInMail(store, account.email, VERIFY))
  await owner.getByRole('link', { name: 'I don’t know it, or this wasn’t me' }).click()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await expectAccessible(owner, 'taking over an account')
  await owner.getByRole('button', { name: 'Set new password' }).click()
  await expect(owner.getByLabel('Your name')).toHaveAccessibleDescription(/Name is required/)
  await owner.getByLabel('Your name').fill('Vera Owner')
  await owner.getByLabel('New password').fill('owners-own-word')
  await owner.getByLabel('Confirm password').fill('owners-own-word')
  await owner.getByRole('button', { name: 'Set new password' }).click()
  await expect(owner).toHaveURL('/login?done=claimed')
  await expect(
    owner.getByText('its old password, name, profile, addresses, cars and cart were removed'),
  ).toBeVisible()
  await fillLogin(owner, { ...account, password: 'owners-own-word' })
  await expect(owner).toHaveURL('/')
  await expect(owner.getByRole('button', { name: 'Account of Vera Owner' })).toBeVisible()
  await expect(bar(owner)).toContainText('Your account was reset, so that it is yours alone.')
  await expectAccessible(owner, 'the page after an account was taken over')

  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
})

test('The owner of the mailbox, who did not sign up, deletes the account', async ({ newVisitor, store }) => {
  const account = await addUser(store)
  const owner = await newVisitor()
  await visit(owner, await linkInMail(store, account.email, VERIFY))
  await owner.getByRole('link', { name: 'I don’t know it, or this wasn’t me' }).click()
  await owner.getByRole('button', { name: 'Delete this account' }).click()
  await expect(
    owner.getByText('The account that was opened with your email address is deleted'),
  ).toBeVisible()
  expect((await account.call('GET', `/user/${account.email}`)).status).toBe(401)
  await signUp(owner, { ...account, name: 'Vera Owner' })
  await expect(owner.getByRole('button', { name: 'Account of Vera Owner' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Without JavaScript the password verifies, after a wrong one was refused', async ({
    page,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 401/)
    const account = await addUser(store)
    await page.goto(await linkInMail(store, account.email, VERIFY))
    await page.getByLabel('Password', { exact: true }).fill('not-the-word')
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('That email or password is not right.')).toBeVisible()
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByText('Your email address is verified.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('signed in')
  })

  test('Without JavaScript an account is taken over, and another is deleted', async ({ page, store }) => {
    const [taken, deleted] = [await addUser(store), await addUser(store)]
    await page.goto(await linkInMail(store, taken.email, VERIFY))
    await page.getByRole('link', { name: 'I don’t know it, or this wasn’t me' }).click()
    await page.getByLabel('Your name').fill('Vera Owner')
    await page.getByLabel('New password').fill('owners-own-word')
    await page.getByLabel('Confirm password').fill('owners-own-word')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await expect(
      page.getByText('its old password, name, profile, addresses, cars and cart were removed'),
    ).toBeVisible()
    await page.goto(await linkInMail(store, deleted.email, VERIFY))
    await page.getByRole('link', { name: 'I don’t know it, or this wasn’t me' }).click()
    await page.getByRole('button', { name: 'Delete this account' }).click()
    await expect(
      page.getByText('The account that was opened with your email address is deleted'),
    ).toBeVisible()
  })
})

test('An invalid link shows an error and a button for a new one, whether or not the user is signed in', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const dead = (await linkInMail(store, account.email, VERIFY)).replace(/code=.+/, 'code=dead')
  const visitor = await newVisitor()
  await visitor.goto(dead)
  await expect(visitor.getByText('This link no longer works.')).toBeVisible()
  await visitor.getByRole('main').getByLabel('Email').fill(account.email)
  await visitor.getByRole('button', { name: 'Send a new link' }).click()
  await expect(visitor.getByText('A new link is on its way to your email')).toBeVisible()

  await logIn(page, account)
  await page.goto(dead)
  await expect(bar(page)).toContainText('That link no longer works')
  await expect(bar(page).getByRole('button', { name: 'Send again' })).toBeVisible()
})

test('An order that requires verification can resend the email, and succeeds after its link', async ({
  page,
  context,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/order$/)
  const account = await addUser(store)
  const product = await addProduct(store, { available: 28 })
  await logIn(page, account, `/purchase-product/${product.id}`)
  await page.getByLabel('Address').fill('7 Long Street')
  await page.getByLabel('Phone').fill('(217) 555-0199')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('15')
  await expect(page.getByText('We hold your parts for you for 1 hour.')).toBeVisible()
  const press = page.getByRole('button', { name: 'Order Now' })
  await press.click()
  const refused = page.getByRole('main').getByRole('alert').filter({ hasText: 'Your order was not placed' })
  await expect(refused).toContainText('Until then you can order at most 14 pieces of this part.')
  await expectAccessible(page, 'an order that waits for a verified address')
  await refused.getByRole('button', { name: 'Send again' }).click()
  await expect(refused).toContainText(`Sent again: we sent an email to ${account.email}.`)

  await (await context.newPage()).goto(await linkInMail(store, account.email, VERIFY))
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByLabel('Address')).toHaveValue('7 Long Street')
  await expect(page.getByText('We hold your parts for you for 24 hours.')).toBeVisible()
  await press.click()
  await expect(page.getByText('Order success')).toBeVisible()
})

test('A payment that requires verification can resend the email, and continues after its link', async ({
  page,
  context,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/create-payment-intent$/)
  const account = await addUser(store)
  const product = await addProduct(store, { available: 10 })
  const first = await placeOrder(store, account, product, 5)
  const call = await callerFor(store, account)
  await inDatabase(store, `update orders set hold_expires_at = now() - interval '1 second' where id = $1`, [
    first,
  ])
  await expect.poll(async () => (await call('GET', `/product/${product.id}`)).body.available).toBe(10)
  await placeOrder(store, account, product, 5)

  await logIn(page, account, `/dashboard/payment/${first}`)
  const refused = page.getByRole('main').getByRole('alert').filter({ hasText: 'This order cannot be paid' })
  await refused.getByRole('button', { name: 'Send again' }).click()
  await expect(refused).toContainText(`Sent again: we sent an email to ${account.email}.`)
  await (await context.newPage()).goto(await linkInMail(store, account.email, VERIFY))
  await expect(bar(page)).toHaveCount(0)
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})
