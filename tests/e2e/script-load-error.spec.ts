import { expectAccessible } from './support/accessible.ts'
import { demoCustomer, fillLogin, logIn } from './support/accounts.ts'
import { waitForHydration } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'

// A connection that loads the page and then fails. Users must not wait for a response that cannot arrive.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** Blocks every script until the returned function is called. */
async function loseScripts(page: Page): Promise<() => void> {
  let lost = true
  await page.route(/\.js$/, (route) => (lost ? route.abort() : route.continue()))
  return () => {
    lost = false
  }
}

test('A form submitted without its scripts says so, keeps its values, and is sent by the next press', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/)
  const bringBack = await loseScripts(page)
  await page.goto('/login')
  await fillLogin(page, demoCustomer)
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  await expect(alert(page)).toHaveText(/Nothing you typed is lost: check your connection and try again\./)
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('Email')).toHaveValue(demoCustomer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoCustomer.password)

  // Nothing has changed: the next press shows it again.
  await button.click()
  await expect(alert(page)).toBeVisible()

  bringBack()
  await button.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  await expect(alert(page)).toBeHidden()
})

test('When the connection is back the scripts load automatically, and no abandoned form is sent', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/)
  await page.clock.install()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const bringBack = await loseScripts(page)
  await page.goto('/login')
  await fillLogin(page, demoCustomer)
  await expect(alert(page)).toBeVisible()

  // They are requested once more after a while and fail: the message stays.
  const inVain = page.waitForEvent('requestfailed')
  await page.clock.runFor(7_000)
  await inVain
  await page.waitForFunction(() => globalThis.startPage !== undefined)
  await expect(alert(page)).toBeVisible()

  // With the clock stopped, only the connection event triggers the request.
  await page.clock.pauseAt(Date.now() + 60_000)
  bringBack()
  const scriptRequest = page.waitForRequest(/\.js$/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await scriptRequest
  await page.clock.resume()
  await waitForHydration(page)
  await expect(alert(page)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue(demoCustomer.email)
  expect(sent).toEqual([])
})

test('A picture that fails to load is not a missing script', async ({ page, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource/)
  await page.goto('/')
  await page.evaluate(
    () =>
      new Promise((gone) => {
        const picture = new Image()
        picture.addEventListener('error', gone)
        document.body.append(picture)
        picture.src = '/images/none.avif'
      }),
  )
  // Immediately: loading the scripts would hide it.
  expect(await alert(page).isVisible()).toBe(false)
})

test('A user who only reads sees no error about scripts', async ({ page, expectConsoleError }) => {
  expectConsoleError(/Failed to load resource/)
  const bringBack = await loseScripts(page)
  await page.goto('/')
  const scriptRequest = page.waitForEvent('requestfailed')
  await page.mouse.move(200, 200)
  await scriptRequest
  // It has failed, and would retry.
  await page.waitForFunction(() => globalThis.startPage !== undefined)
  await expect(alert(page)).toBeHidden()
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(alert(page)).toBeHidden()

  // A button needs its script.
  const theme = page.getByRole('button', { name: /theme/i })
  await theme.click()
  await expect(alert(page)).toBeVisible()
  bringBack()
  await theme.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(alert(page)).toBeHidden()
})

test('A page that requires its scripts says so, and can be reloaded', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/)
  await logIn(page, demoCustomer)
  const bringBack = await loseScripts(page)
  await page.goto('/dashboard/myOrders')
  await expect(alert(page)).toBeVisible()
  await expectAccessible(page, 'A page without its scripts', { busy: true })
  bringBack()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(alert(page)).toBeHidden()
})
