import { demoCustomer, logIn } from './support/people.ts'
import { untilHydrated } from './support/hydrated.ts'
import { expect, type Page, test } from './support/test.ts'

// Pages are painted before their scripts have come, on a slow line seconds before: nothing done meanwhile may be lost.

/** Holds every script back until the answer is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Presses a button in the moment when the page is React's already, but what was done before is not yet done again. */
async function pressAtTakingOver(page: Page, selector: string): Promise<void> {
  await page.addInitScript((pressed) => {
    const listen = document.addEventListener.bind(document)
    document.addEventListener = (kind: string, ...rest: [EventListenerOrEventListenerObject]) => {
      listen(kind, ...rest)
      // The switch of the theme begins to listen.
      if (kind !== 'themechange') return
      document.addEventListener = listen
      queueMicrotask(() => document.querySelector<HTMLElement>(pressed)?.click())
    }
  }, selector)
}

for (const path of ['/login', '/signup', '/contactUs', '/parts'])
  test(`${path} is painted before it asks for a script`, async ({ page }) => {
    await page.goto(path)
    await untilHydrated(page)
    const [painted, asked] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ])
    expect(painted).toBeGreaterThan(0)
    expect(asked).toBeGreaterThanOrEqual(painted ?? 0)
  })

test('What is typed into a form before its scripts are there stays, and counts', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/contactUs')
  const name = page.getByLabel('Name')
  const message = page.getByLabel('Message')
  await name.pressSequentially('Ada Lane')
  await page.getByLabel('Email').fill('ada@example.test')
  await message.pressSequentially('Do you have rotors')
  letScripts()
  await untilHydrated(page)
  await expect(name).toHaveValue('Ada Lane')
  await expect(message).toHaveValue('Do you have rotors')
  await expect(message).toBeFocused()
  await message.pressSequentially(' for a 2014 wagon?')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: 'Send' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({
    name: 'Ada Lane',
    email: 'ada@example.test',
    message: 'Do you have rotors for a 2014 wagon?',
  })
})

test('What is filled in by a helper that tells of a change only, counts', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/contactUs')
  const name = page.getByLabel('Name')
  await name.evaluate((field: HTMLInputElement) => {
    field.value = 'Ada Lane'
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  letScripts()
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/required/)
  await expect(name).toHaveValue('Ada Lane')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
})

test('A key pressed after React has set a field back goes on where the person was', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await email.fill('')
  await email.pressSequentially('ada@exam')
  // As React does while it takes the page over.
  await email.evaluate((field: HTMLInputElement) => (field.value = field.defaultValue))
  await page.keyboard.type('ple.test')
  letScripts()
  await untilHydrated(page)
  await expect(email).toHaveValue('ada@example.test')
})

test('A field that is cleared before its scripts are there stays empty', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  const submits = await page.evaluateHandle(() => {
    const seen: Event[] = []
    document.addEventListener('submit', (submit) => seen.push(submit))
    return seen
  })
  const email = page.getByLabel('Email')
  await expect(email).not.toHaveValue('')
  await email.fill('')
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  await button.click()
  letScripts()
  await expect(email).toHaveAccessibleDescription(/Email is required/)
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  await expect(email).toHaveValue('')
  await untilHydrated(page)
  expect(await submits.evaluate((seen) => seen.length), 'React was told once').toBe(1)
})

test('A form that is sent before its scripts are there is sent once they are, and once only', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  await page.getByLabel('Email').fill(demoCustomer.email)
  await page.getByLabel('Password', { exact: true }).fill(demoCustomer.password)
  const button = page.getByRole('button', { name: 'Log in', exact: true })
  await button.click()
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  expect(sent).toEqual([])
  letScripts()
  await expect(page.getByRole('banner').getByRole('button', { name: /account/i })).toBeVisible()
  expect(sent.filter((path) => path.includes('sign-in'))).toHaveLength(1)
})

test('A button pressed before the scripts are there does its work once they are', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/')
  const theme = page.getByRole('button', { name: /theme/i })
  // The very first sign of a person is the press itself.
  await theme.dispatchEvent('click')
  letScripts()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('A button pressed while React takes the page over does its work once', async ({ page }) => {
  await pressAtTakingOver(page, 'header button[aria-label*="theme"]')
  await page.goto('/login')
  await untilHydrated(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('A make chosen before the scripts are there leads to its years', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/')
  const finder = page.getByRole('main')
  // As a person would get there; the page waits for such a sign.
  await finder.getByLabel('Make').focus()
  await finder.getByLabel('Make').selectOption('Honda')
  letScripts()
  await untilHydrated(page)
  await expect(finder.getByLabel('Make')).toHaveValue('Honda')
  await expect(finder.getByLabel('Year').getByRole('option', { name: '2008' })).toBeAttached()
})

test('A search does not wait for scripts', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/blogs')
  await page.getByRole('search', { name: 'All parts' }).getByLabel('Find a part').fill('oil filter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=oil+filter')
})

test('Who is signed in gets the scripts with the page', async ({ page }) => {
  await logIn(page, demoCustomer)
  await page.goto('/blogs')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  const [asked, loaded] = await page.evaluate(() => [
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? Infinity,
    performance.timing.loadEventStart - performance.timing.navigationStart,
  ])
  expect(asked).toBeLessThanOrEqual(loaded)
})

test('Scripts come in the end, even when nobody moves', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) asked++
  })
  await page.goto('/blogs', { waitUntil: 'networkidle' })
  expect(asked).toBe(0)
  // The wait begins with the first painting, which on a busy machine is still to come.
  const later = () => page.clock.fastForward(6_000).then(() => asked)
  await expect.poll(later).toBeGreaterThan(0)
})

test('A search begun on Parts before the scripts are there is not lost', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/parts')
  const search = page.getByRole('search', { name: 'Parts' })
  await search.getByLabel('Search').fill('brake')
  await search.getByLabel('Sort by').selectOption('price')
  letScripts()
  await expect(page).toHaveURL(/q=brake.*sort=price/)
  await expect(search.getByLabel('Search')).toHaveValue('brake')
})
