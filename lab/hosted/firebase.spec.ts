import { expectAccessible } from '../../tests/e2e/support/accessible.ts'
import { visit } from '../../tests/e2e/support/hydration.ts'
import { cards, payWith } from '../../tests/e2e/support/products.ts'
import { expect, type Page, test as base } from '../../tests/e2e/support/test.ts'
import { fillLogin, storedToken } from '../../tests/e2e/support/users.ts'
import { type CertifiedIssuer, startCertifiedIssuer } from '../../tests/support/certified-issuer.ts'
import { CLIENT } from '../../tests/support/oidc-issuer.ts'
import { type Credentials, newCredentials } from '../../tests/support/users.ts'
import { type FirebaseEmulator, PROJECT, startFirebaseEmulator } from './firebase-emulator.ts'

/** A store with Firebase's own emulator, and a certified issuer in place of Google behind its popup. */
const test = base.extend<
  object,
  { emulator: FirebaseEmulator; issuer: CertifiedIssuer; google: CertifiedIssuer }
>({
  emulator: [
    async ({}, use) => {
      const emulator = await startFirebaseEmulator()
      await use(emulator)
      await emulator.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  issuer: [
    async ({}, use) => {
      const issuer = await startCertifiedIssuer()
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  storeEnv: [
    async ({ emulator, issuer }, use) =>
      use({
        IDENTITY: 'firebase',
        FIREBASE_PROJECT_ID: PROJECT,
        FIREBASE_API_KEY: 'any-key-of-the-emulator',
        FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
        GOOGLE_CLIENT_ID: CLIENT.id,
        GOOGLE_CLIENT_SECRET: CLIENT.secret,
        GOOGLE_ISSUER: issuer.url,
      }),
    { scope: 'worker' },
  ],
  google: [
    async ({ issuer, store }, use) => {
      issuer.serve(store.url)
      await use(issuer)
    },
    { scope: 'worker', auto: true },
  ],
})

const FAILED_SIGN_IN = /status of 400.* at .*\/accounts:signInWithPassword/

/** The SDK, or the store, finds that the sign-in has ended. */
const RENEWAL_REFUSED =
  /status of 40[01].* at .*(\/token\?key|\/accounts:lookup|\/user\/|\/order\/|\/purchases\/)/

async function signUp(page: Page, person: Credentials): Promise<void> {
  await visit(page, '/signup')
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm password').fill(person.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible()
}

async function logOut(page: Page, { name }: Credentials): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toHaveCount(0)
}

test('A customer signs up, verifies, orders, pays, logs out, and logs in again', async ({
  page,
  emulator,
  expectConsoleError,
}) => {
  expectConsoleError(FAILED_SIGN_IN)
  const person = newCredentials('Mira Sandoval')
  await signUp(page, person)
  expect(await storedToken(page)).toMatch(/\S{20}/)

  await test.step('the address is verified by the link in the mail of Firebase', async () => {
    await expect(page.getByText('Your email address is not verified.')).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText(`Sent again: we sent an email to ${person.email}`)).toBeVisible()
    await page.goto(await emulator.linkInMail(person.email, 'VERIFY_EMAIL'))
    await expect(page.getByText('Your email address is verified.')).toBeVisible()
    await expect(page).toHaveURL('/')
  })

  await test.step('an order, paid', async () => {
    await page.getByRole('link', { name: 'Place Order' }).first().click()
    await page.getByLabel('Phone').fill('(217) 555-0100')
    await page.getByLabel('Address').fill('1 Main Street')
    await page.getByRole('button', { name: 'Order Now' }).click()
    await expect(page.getByText('Order success')).toBeVisible()
    await page.getByRole('link', { name: 'Pay now' }).click()
    await payWith(page, cards.good)
    await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
  })

  await test.step('the display name is Firebase’s', async () => {
    await page.goto('/dashboard/myProfile')
    await page.getByLabel('Display name').fill('Mira S. Ortega')
    await page.getByRole('button', { name: 'Change name' }).click()
    await expect(page.getByRole('button', { name: 'Account of Mira S. Ortega' })).toBeVisible()
    // Second factors are Firebase's own.
    await expect(page.getByRole('heading', { name: 'Second factor' })).toHaveCount(0)
  })

  await test.step('after logging out, a wrong password is refused, and the right one leads back to the page', async () => {
    await logOut(page, { ...person, name: 'Mira S. Ortega' })
    expect(await storedToken(page)).toBeNull()
    await visit(page, '/login?from=/dashboard/myOrders')
    await fillLogin(page, { email: person.email, password: 'wrong-password' })
    await expect(page.getByText('That email or password is not right.')).toBeVisible()
    await fillLogin(page, person)
    await expect(page).toHaveURL('/dashboard/myOrders')
    await expect(page.getByRole('button', { name: 'Account of Mira S. Ortega' })).toBeVisible()
  })
})

test('A forgotten password is reset by Firebase’s email, and sessions elsewhere end', async ({
  page,
  newVisitor,
  emulator,
  expectConsoleError,
}) => {
  expectConsoleError(FAILED_SIGN_IN)
  expectConsoleError(RENEWAL_REFUSED)
  const person = newCredentials('Otto Lindqvist')
  await signUp(page, person)
  const signedUp = Math.floor(Date.now() / 1_000)
  const elsewhere = await newVisitor()
  await visit(elsewhere, '/login')
  await elsewhere.getByRole('main').getByLabel('Email').fill(person.email)
  await elsewhere.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(elsewhere.getByText('Sent Password Reset Link on Your Email')).toBeVisible()
  // Firebase counts in whole seconds: a token of the same second as the new password stays valid.
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(signedUp)
  // The request that Firebase's own page makes with the new password.
  await elsewhere.goto(
    `${await emulator.linkInMail(person.email, 'PASSWORD_RESET')}&newPassword=tappet-cover-17`,
  )
  await expect(elsewhere.getByText('Your new password is set. Log in with it now.')).toBeVisible()
  await visit(elsewhere, '/login')
  await fillLogin(elsewhere, person)
  await expect(elsewhere.getByText('That email or password is not right.')).toBeVisible()
  await fillLogin(elsewhere, { ...person, password: 'tappet-cover-17' })
  await expect(elsewhere.getByRole('button', { name: 'Account of Otto Lindqvist' })).toBeVisible()

  await test.step('with its next renewal, the first browser is logged out', async () => {
    await letTokenEnd(page)
    await page.goto('/dashboard/myOrders')
    await expect(page).toHaveURL(/\/login/)
  })
})

test('A user who is disabled at Firebase loses access with the next renewal', async ({
  page,
  emulator,
  expectConsoleError,
}) => {
  expectConsoleError(RENEWAL_REFUSED)
  const person = newCredentials('Dana Disabled')
  await signUp(page, person)
  await emulator.disable(person.email)
  await letTokenEnd(page)
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL(/\/login/)
})

/** Expires the token, as after its quarter of an hour. */
async function letTokenEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const saved = JSON.parse(localStorage.getItem('session') ?? '{}')
    localStorage.setItem('session', JSON.stringify({ ...saved, expiresAt: new Date(0).toISOString() }))
    localStorage.setItem('accessToken', 'ended')
  })
}

test('Continue With Google opens a popup of 500 by 600 pixels, signs in and returns to the page', async ({
  page,
  google,
  expectConsoleError,
}) => {
  expectConsoleError(/at (https:\/\/fonts\.googleapis\.com\/|http:\/\/localhost:\d+\/favicon\.ico)/)
  google.accounts.set('gwen', { email: 'gwen@example.com', email_verified: true, name: 'Gwen Harlow' })
  await visit(page, '/login?from=/dashboard/myOrders')
  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  const popup = await opening
  expect(popup.viewportSize()).toEqual({ width: 500, height: 600 })
  await popup.getByPlaceholder('Enter any login').fill('gwen')
  await popup.getByPlaceholder('and password').fill('any')
  await popup.getByRole('button', { name: 'Sign-in' }).click()
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closed
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect(page.getByRole('button', { name: 'Account of Gwen Harlow' })).toBeVisible()
  await expect(page.getByText('Your email address is not verified.')).toHaveCount(0)
})

test('Sign-up shows the store’s messages, and refuses a taken address', async ({
  page,
  newVisitor,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400.* at .*\/accounts:signUp/)
  const person = newCredentials('Theo Taken')
  await signUp(page, person)
  const other = await newVisitor()
  await visit(other, '/signup')
  await other.getByLabel('Name').fill('Someone Else')
  await other.getByLabel('Email').fill(person.email)
  await other.getByLabel('Password', { exact: true }).fill('winding-road')
  await other.getByLabel('Confirm password').fill('winding-roads')
  await other.getByRole('button', { name: 'Sign up' }).click()
  await expect(other.getByText("Your Password Don't match")).toBeVisible()
  await other.getByLabel('Confirm password').fill('winding-road')
  await other.getByRole('button', { name: 'Sign up' }).click()
  await expect(other.getByText('There is already an account with this email.')).toBeVisible()
})

test('An API client exchanges Firebase’s ID token for an access token', async ({ page, emulator, store }) => {
  const person = newCredentials('Ada Client')
  await signUp(page, person)
  const idToken = await emulator.signInByApi(person.email, person.password)
  const exchange = () =>
    fetch(`${store.url}/user/${person.email}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
      body: '{}',
    })
  const issued = await exchange()
  expect(issued.status).toBe(200)
  const { token } = await issued.json()
  const orders = () =>
    fetch(`${store.url}/order/${person.email}`, { headers: { authorization: `Bearer ${token}` } })
  expect((await orders()).status).toBe(200)
  const signedOut = await fetch(`${store.url}/auth/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(signedOut.status).toBe(200)
  expect((await orders()).status).toBe(401)
  expect((await exchange()).status).toBe(401)
})

test('Visitors load nothing of Firebase, and the sign-in pages load nothing from other hosts', async ({
  page,
  store,
}) => {
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await visit(page, '/')
  await visit(page, '/parts')
  expect(urls.filter((url) => /firebase/.test(url))).toEqual([])
  await visit(page, '/login')
  expect(urls.filter((url) => !url.startsWith(store.url) && !url.startsWith('data:'))).toEqual([])
})

test('The sign-in pages are accessible, and say without scripts what they need', async ({
  page,
  browser,
  store,
}) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: store.url })
  const plain = await context.newPage()
  await plain.goto('/login')
  await expect(plain.getByText('Logging in needs JavaScript in this store.')).toBeVisible()
  await expect(plain.getByRole('button', { name: 'Log in' })).toBeHidden()
  await context.close()
})
