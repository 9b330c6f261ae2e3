import { expectAccessible } from './support/accessible.ts'
import { demoCustomer, fillLogin, logIn } from './support/people.ts'
import { untilHydrated } from './support/hydrated.ts'
import { expect, type Page, test } from './support/test.ts'

// A line that lets the page through and then nothing more. Nobody may wait for an answer that cannot come.

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be loaded' })

/** No script comes until the answer is called. */
async function loseScripts(page: Page): Promise<() => void> {
  let lost = true
  await page.route(/\.js$/, (route) => (lost ? route.abort() : route.continue()))
  return () => {
    lost = false
  }
}

test('A form sent without its scripts says so, keeps what was typed, and is sent at the next press', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/)
  const bringBack = await loseScripts(page)
  await page.goto('/login')
  await fillLogin(page, demoCustomer)
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  await expect(note(page)).toHaveText(/Nothing you typed is lost: check your connection and try again\./)
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await expect(page.getByLabel('Email')).toHaveValue(demoCustomer.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(demoCustomer.password)

  // Nothing has changed: the next press says it again.
  await button.click()
  await expect(note(page)).toBeVisible()

  bringBack()
  await button.click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  await expect(note(page)).toBeHidden()
})

test('When the line is back the scripts come by themselves, and nothing is sent that was given up', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/)
  await page.clock.install()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const bringBack = await loseScripts(page)
  await page.goto('/login')
  await fillLogin(page, demoCustomer)
  await expect(note(page)).toBeVisible()

  // They are asked for once more after a while, in vain: what was said stands.
  const inVain = page.waitForEvent('requestfailed')
  await page.clock.runFor(7_000)
  await inVain
  await page.waitForFunction(() => globalThis.startPage !== undefined)
  await expect(note(page)).toBeVisible()

  // A clock that stands: what asks for the scripts now is the line alone.
  await page.clock.pauseAt(Date.now() + 60_000)
  bringBack()
  const asked = page.waitForRequest(/\.js$/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await asked
  await page.clock.resume()
  await untilHydrated(page)
  await expect(note(page)).toBeHidden()
  await expect(page.getByLabel('Email')).toHaveValue(demoCustomer.email)
  expect(sent).toEqual([])
})

test('A picture that cannot be fetched is no missing script', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource/)
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
  // Now: the scripts that come in the end would hide it.
  expect(await note(page).isVisible()).toBe(false)
})

test('Who only reads is not told of scripts that are missing', async ({ page, expectComplaint }) => {
  expectComplaint(/Failed to load resource/)
  const bringBack = await loseScripts(page)
  await page.goto('/')
  const asked = page.waitForEvent('requestfailed')
  await page.mouse.move(200, 200)
  await asked
  // It has failed, and would start again.
  await page.waitForFunction(() => globalThis.startPage !== undefined)
  await expect(note(page)).toBeHidden()
  await page.getByRole('link', { name: 'Blogs' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(note(page)).toBeHidden()

  // A button is another matter.
  const theme = page.getByRole('button', { name: /theme/i })
  await theme.click()
  await expect(note(page)).toBeVisible()
  bringBack()
  await theme.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(note(page)).toBeHidden()
})

test('A page that is nothing without its scripts says so, and can be loaded again', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/)
  await logIn(page, demoCustomer)
  const bringBack = await loseScripts(page)
  await page.goto('/dashboard/myOrders')
  await expect(note(page)).toBeVisible()
  await expectAccessible(page, 'A page without its scripts', { busy: true })
  bringBack()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible()
  await expect(note(page)).toBeHidden()
})
