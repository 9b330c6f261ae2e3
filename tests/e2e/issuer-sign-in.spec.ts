import { startCertifiedIssuer, type CertifiedIssuer } from '../support/certified-issuer.ts'
import { CLIENT } from '../support/oidc-issuer.ts'
import { expectAccessible } from './support/accessible.ts'
import { expect, type Page, test as base } from './support/test.ts'
import { storedToken } from './support/users.ts'

/** A store whose accounts are at a certified OpenID Connect issuer. */
const test = base.extend<object, { issuer: CertifiedIssuer; client: CertifiedIssuer }>({
  issuer: [
    async ({}, use) => {
      const issuer = await startCertifiedIssuer()
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  storeEnv: [
    async ({ issuer }, use) =>
      use({
        IDENTITY: 'oidc',
        OIDC_ISSUER: issuer.url,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: 'Harbor ID',
      }),
    { scope: 'worker' },
  ],
  client: [
    async ({ issuer, store }, use) => {
      issuer.serve(store.url)
      issuer.accounts.set('gwen', { email: 'gwen@example.com', email_verified: true, name: 'Gwen Harlow' })
      await use(issuer)
    },
    { scope: 'worker', auto: true },
  ],
})

/** The library's pages request a font and an icon that do not exist. */
const OF_THE_ISSUER = /at (https:\/\/fonts\.googleapis\.com\/|http:\/\/localhost:\d+\/favicon\.ico)/

/** Signs in on the issuer's own pages: its login and its consent. */
async function signInAtIssuer(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('Logging in leads to the issuer and back to the page, logging out to its sign-out and back to the store', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(OF_THE_ISSUER)
  await page.goto('/dashboard/myProfile')
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByRole('main').getByLabel('Email')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Log in with Harbor ID' }).click()
  await signInAtIssuer(page, 'gwen')
  await expect(page).toHaveURL('/dashboard/myProfile')
  await expect(page.getByRole('button', { name: 'Account of Gwen Harlow' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  // The name is changed at the issuer.
  await expect(page.getByRole('button', { name: 'Change name' })).toHaveCount(0)
  expect(await storedToken(page)).toMatch(/\S{20}/)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Account of Gwen Harlow' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('Canceling at the issuer leads back to the login page, which says that it was canceled', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(OF_THE_ISSUER)
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Create an account with Harbor ID' }).click()
  await page.getByRole('link', { name: '[ Cancel ]' }).click()
  await expect(page.getByRole('alert')).toHaveText('Logging in was canceled.')
  await expectAccessible(page, 'a canceled sign-in')
})

test('The login and sign-up pages are accessible', async ({ page }) => {
  for (const path of ['/login', '/signup', '/reset-password?token=x']) {
    await page.goto(path)
    await expectAccessible(page, path)
  }
})

test('Without scripts the link also leads to the issuer, and the store says what needs scripts', async ({
  browser,
  store,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: store.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Log in with Harbor ID' }).click()
  await signInAtIssuer(page, 'gwen')
  await expect(page).toHaveURL('/signed-in')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed in.')
  await context.close()
})
