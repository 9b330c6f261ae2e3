import { demoCustomer, logIn } from './support/accounts.ts'
import { waitForHydration } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'

// Pages paint before their scripts load, on a slow connection seconds before: input in that time must not be lost.

/** Blocks every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Presses a button after hydration, but before earlier events are replayed. */
async function pressAtTakingOver(page: Page, selector: string): Promise<void> {
  await page.addInitScript((pressed) => {
    const listen = document.addEventListener.bind(document)
    document.addEventListener = (kind: string, ...rest: [EventListenerOrEventListenerObject]) => {
      listen(kind, ...rest)
      // The theme switch attaches its listener.
      if (kind !== 'themechange') return
      document.addEventListener = listen
      queueMicrotask(() => document.querySelector<HTMLElement>(pressed)?.click())
    }
  }, selector)
}

for (const path of ['/login', '/signup', '/contactUs', '/parts'])
  test(`${path} paints before it requests a script`, async ({ page }) => {
    await page.goto(path)
    await waitForHydration(page)
    const [painted, requested] = await page.evaluate(() => [
      performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      Math.min(
        ...performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ startTime }) => startTime),
      ),
    ])
    expect(painted).toBeGreaterThan(0)
    expect(requested).toBeGreaterThanOrEqual(painted ?? 0)
  })

test('Text typed before hydration remains, and counts', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/contactUs')
  const name = page.getByLabel('Name')
  const message = page.getByLabel('Message')
  await name.pressSequentially('Ada Lane')
  await page.getByLabel('Email').fill('ada@example.test')
  await message.pressSequentially('Do you have rotors')
  letScripts()
  await waitForHydration(page)
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

test('Text filled in by an extension that fires change events only, counts', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/contactUs')
  const name = page.getByLabel('Name')
  await name.evaluate((field: HTMLInputElement) => {
    field.value = 'Ada Lane'
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
  letScripts()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/required/)
  await expect(name).toHaveValue('Ada Lane')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
})

test('A key pressed after React has reset a field appends to what was typed', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await email.fill('')
  await email.pressSequentially('ada@exam')
  // As React does during hydration.
  await email.evaluate((field: HTMLInputElement) => (field.value = field.defaultValue))
  await page.keyboard.type('ple.test')
  letScripts()
  await waitForHydration(page)
  await expect(email).toHaveValue('ada@example.test')
})

test('A field that is cleared before hydration stays empty', async ({ page }) => {
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
  await waitForHydration(page)
  expect(await submits.evaluate((seen) => seen.length), 'React handled one event').toBe(1)
})

test('A form submitted before hydration is sent once, after it', async ({ page }) => {
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

test('A button pressed before hydration acts after it', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/')
  const theme = page.getByRole('button', { name: /theme/i })
  // The press is the first user input.
  await theme.dispatchEvent('click')
  letScripts()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('A button pressed during hydration acts once', async ({ page }) => {
  await pressAtTakingOver(page, 'header button[aria-label*="theme"]')
  await page.goto('/login')
  await waitForHydration(page)
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('A make chosen before hydration loads its years', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/')
  const finder = page.getByRole('main')
  // The way a user gets there; hydration waits for user input.
  await finder.getByLabel('Make').focus()
  await finder.getByLabel('Make').selectOption('Honda')
  letScripts()
  await waitForHydration(page)
  await expect(finder.getByLabel('Make')).toHaveValue('Honda')
  await expect(finder.getByLabel('Year').getByRole('option', { name: '2008' })).toBeAttached()
})

test('A search does not wait for hydration', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/blogs')
  await page.getByRole('search', { name: 'All parts' }).getByLabel('Find a part').fill('oil filter')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?q=oil+filter')
})

test('Signed-in users get the scripts with the page', async ({ page }) => {
  await logIn(page, demoCustomer)
  await page.goto('/blogs')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  const [requested, loaded] = await page.evaluate(() => [
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? Infinity,
    performance.timing.loadEventStart - performance.timing.navigationStart,
  ])
  expect(requested).toBeLessThanOrEqual(loaded)
})

test('Scripts load eventually, even without user input', async ({ page }) => {
  await page.clock.install()
  let requested = 0
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) requested++
  })
  await page.goto('/blogs')
  expect(requested).toBe(0)
  // The timer starts at first paint, which on a busy machine may still be pending.
  const later = () => page.clock.fastForward(6_000).then(() => requested)
  await expect.poll(later).toBeGreaterThan(0)
})

test('A search started on Parts before hydration is not lost', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/parts')
  const search = page.getByRole('search', { name: 'Parts' })
  await search.getByLabel('Search').fill('brake')
  await search.getByLabel('Sort by').selectOption('price')
  letScripts()
  await expect(page).toHaveURL(/q=brake.*sort=price/)
  await expect(search.getByLabel('Search')).toHaveValue('brake')
})
