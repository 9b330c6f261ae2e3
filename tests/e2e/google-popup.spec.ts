import { createEmulator, type Emulator } from 'emulate'
import { freePort } from '#db/embedded/free-port.ts'
import { signUp } from '../support/users.ts'
import { visit } from './support/hydration.ts'
import { expect, type Page, test as base } from './support/test.ts'
import { storedToken } from './support/users.ts'

const client = { client_id: 'driveline-e2e', client_secret: 'not-a-real-secret' }

/** A store that signs in with a local OpenID Connect server instead of Google. */
const test = base.extend<object, { googlePort: number; google: Emulator }>({
  googlePort: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  storeEnv: [
    async ({ googlePort }, use) =>
      use({
        GOOGLE_CLIENT_ID: client.client_id,
        GOOGLE_CLIENT_SECRET: client.client_secret,
        GOOGLE_ISSUER: `http://localhost:${googlePort}`,
      }),
    { scope: 'worker' },
  ],
  google: [
    async ({ googlePort, store }, use) => {
      const google = await createEmulator({
        service: 'google',
        port: googlePort,
        seed: {
          google: {
            users: [
              { email: 'gwen@example.com', name: 'Gwen Harlow' },
              { email: 'hugo@example.com', name: 'Hugo Linde' },
              { email: 'iris@example.com', name: 'Iris Roth' },
            ],
            oauth_clients: [{ ...client, redirect_uris: [`${store.url}/auth/callback/google`] }],
          },
        },
      })
      await use(google)
      await google.close()
    },
    { scope: 'worker', auto: true },
  ],
})

/** Presses Continue With Google and returns the popup. */
async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Continue With Google' }).click()
  return popup
}

test('Continue With Google opens a popup of 500 by 600 pixels, signs in and returns to the previous page', async ({
  page,
}) => {
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL(/\/login\?from=/)
  const popup = await openPopup(page)
  expect(popup.viewportSize()).toEqual({ width: 500, height: 600 })
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'gwen@example.com' }).click()
  await closed
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect(page.getByRole('button', { name: 'Account of Gwen Harlow' })).toBeVisible()
  expect(await storedToken(page)).toMatch(/\S{20}/)
})

test('Continue With Google signs up as well', async ({ page }) => {
  await visit(page, '/signup')
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'hugo@example.com' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account of Hugo Linde' })).toBeVisible()
})

test('Continue With Google over one’s own unverified account says what was removed', async ({
  page,
  store,
}) => {
  await signUp(store, { name: 'Iris', email: 'iris@example.com', password: 'tappet-cover-17' })
  await visit(page, '/login')
  const popup = await openPopup(page)
  await popup.getByRole('button', { name: 'iris@example.com' }).click()
  await expect(page.getByRole('button', { name: 'Account of Iris Roth' })).toBeVisible()
  const bar = page.getByRole('complementary', { name: 'Verification' })
  await expect(bar).toContainText('Its old password, name, profile')
  await expect(bar).toContainText('were removed')
})

test('Closing the popup does not sign in, and the button works again', async ({ page }) => {
  await visit(page, '/login')
  const popup = await openPopup(page)
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible()
  await popup.close()
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeEnabled()
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toHaveCount(0)
  expect(await storedToken(page)).toBeNull()
})

test('A Google error appears under the Google button', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 400.* at .*\/auth\/google\/done/)
  await visit(page, '/login')
  const popup = await openPopup(page)
  await popup.waitForURL(/[?&]state=/)
  const state = new URL(popup.url()).searchParams.get('state') ?? ''
  // The redirect that Google sends on Cancel; the popup then closes itself.
  const response = `${store.url}/auth/callback/google?${new URLSearchParams({ error: 'access_denied', state })}`
  const closed = popup.waitForEvent('close')
  await popup.evaluate((url) => location.assign(url), response)
  await closed
  await expect(page.getByRole('alert').filter({ hasText: 'Google' })).toHaveText(
    'Google sign-in was canceled.',
  )
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeEnabled()
})
