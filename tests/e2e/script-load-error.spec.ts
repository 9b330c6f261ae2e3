import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoCustomer, fillLogin, logIn } from './support/users.ts'

// A connection that loads the page and then fails. Users must not wait for a response that cannot arrive.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const alert = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** Waits until the loader has given up until the next occasion. */
async function waitForGivingUp(page: Page): Promise<void> {
  await expect(page.locator('link[rel=modulepreload]')).toHaveCount(0)
}

/** Blocks the scripts until the returned function is called. */
async function loseScripts(page: Page, which = /\.js$/): Promise<() => void> {
  let failing = true
  await page.route(which, (route) => (failing ? route.abort() : route.continue()))
  return () => {
    failing = false
  }
}

test('A form is sent without its scripts, and its login is finished as soon as they can be loaded', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/)
  const bringBack = await loseScripts(page)
  await page.goto('/login?from=/parts')
  await fillLogin(page, demoCustomer)
  await expect(page).toHaveURL('/signed-in?from=%2Fparts')
  await expect(alert(page)).toBeVisible()
  bringBack()
  await page.getByRole('button', { name: 'Reload page' }).click()
  await expect(page).toHaveURL('/parts')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  await expect(alert(page)).toBeHidden()
})

test('A button that needs scripts shows an error when they fail to load, until the connection is back', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/Failed to load resource/)
  await page.clock.install()
  const bringBack = await loseScripts(page)
  await page.goto('/login')
  const email = page.getByRole('main').getByLabel('Email')
  await email.fill('ada@example.test')
  await waitForGivingUp(page)
  await expect(alert(page)).toBeHidden()
  const show = page.getByRole('button', { name: 'Show' })
  await show.click()
  await expect(alert(page)).toHaveText(/Nothing you typed is lost: check your connection and try again\./)

  // They are requested once more after a while and fail: the message stays.
  const inVain = page.waitForEvent('requestfailed')
  await page.clock.runFor(7_000)
  await inVain
  await waitForGivingUp(page)
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
  await expect(email).toHaveValue('ada@example.test')
  await show.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
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
  await loseScripts(page)
  await page.goto('/')
  const scriptRequest = page.waitForEvent('requestfailed')
  await page.mouse.move(200, 200)
  await scriptRequest
  // It has failed, and would retry.
  await waitForGivingUp(page)
  await expect(alert(page)).toBeHidden()
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(alert(page)).toBeHidden()

  await page.getByRole('button', { name: 'Theme: system' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(alert(page)).toBeHidden()
})

// Each is loaded in another way: the entry is imported dynamically, the others before it.
for (const name of ['entry.client', 'react', 'root'])
  test(`A deferred page that lost only ${name} hydrates with the next press`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/Failed to load resource/)
    const bringBack = await loseScripts(page, new RegExp(`/${name}-[^/]*\\.js$`))
    const failing = page.waitForEvent('requestfailed')
    await page.goto('/contactUs')
    await failing
    await waitForGivingUp(page)
    bringBack()
    await page.getByRole('heading', { level: 1 }).click()
    await waitForHydration(page)
    // A client navigation: React handles it.
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeVisible()
    expect(await page.evaluate(() => 'samePage' in globalThis)).toBe(true)
    await expect(alert(page)).toBeHidden()
  })

for (const which of [/\.js$/, /entry\.client-.*\.js$/])
  test(`A page that requires its scripts shows an error when ${which} fails to load, and can be reloaded`, async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/Failed to load resource/)
    if (which.source.includes('entry')) expectConsoleError(/^Uncaught in the page: $/)
    await logIn(page, demoCustomer)
    const bringBack = await loseScripts(page, which)
    await page.goto('/dashboard/myOrders')
    await expect(alert(page)).toBeVisible()
    await expectAccessible(page, 'A page without its scripts', { busy: true })
    bringBack()
    await page.getByRole('button', { name: 'Reload page' }).click()
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
    await expect(alert(page)).toBeHidden()
  })
