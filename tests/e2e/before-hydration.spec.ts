import { waitForHydration } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoCustomer, logIn, addUser } from './support/users.ts'

// Pages paint before their scripts load, on a slow connection seconds before: input and submits in that time
// must not be lost.

/** Blocks every script until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await released.promise
    await route.continue()
  })
  return released.resolve
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

test('Text typed before hydration remains, and is submitted', async ({ page }) => {
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
    topic: 'other',
    orderNumber: '',
    message: 'Do you have rotors for a 2014 wagon?',
  })
})

test('Text filled in by an extension that fires only change events is submitted', async ({ page }) => {
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

test('A field that is cleared before hydration stays empty', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  const email = page.getByRole('main').getByLabel('Email')
  await expect(email).not.toHaveValue('')
  await email.fill('')
  letScripts()
  await waitForHydration(page)
  await expect(email).toHaveValue('')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(email).toHaveAccessibleDescription(/Email is required/)
})

test('A form submitted before hydration signs in once, and leads to its target page', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const letScripts = await holdScripts(page)
  await page.goto('/login?from=/dashboard/myProfile')
  await page.getByRole('main').getByLabel('Email').fill(demoCustomer.email)
  await page.getByLabel('Password', { exact: true }).fill(demoCustomer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible()
  letScripts()
  await expect(page).toHaveURL('/dashboard/myProfile')
  await expect(page.getByRole('button', { name: `Account of ${demoCustomer.name}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Update Your Profile' })).toBeVisible()
  expect(sent).toEqual(['/login'])
})

test('A login posted before hydration replaces another user’s session in this browser', async ({
  page,
  store,
}) => {
  const other = await addUser(store, 'Uma Rao')
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  // The leftovers of a session that another tab started in the meantime.
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'expired')
    localStorage.setItem(
      'session',
      JSON.stringify({
        email: 'customer@demo.test',
        name: 'Casey Morgan',
        emailVerified: true,
        role: 'customer',
        expiresAt: new Date(Date.now() + 600_000).toISOString(),
      }),
    )
  })
  await page.getByRole('main').getByLabel('Email').fill(other.email)
  await page.getByLabel('Password', { exact: true }).fill(other.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/signed-in')
  letScripts()
  await expect(page.getByRole('button', { name: `Account of ${other.name}` })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('A form refused before hydration keeps the text typed next', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 422/)
  const letScripts = await holdScripts(page)
  await page.goto('/contactUs')
  const email = page.getByRole('main').getByLabel('Email')
  const message = page.getByLabel('Message')
  await page.getByLabel('Name').fill('Ada Lane')
  await email.fill('ada at example')
  await message.fill('Do you have rotors')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(email).toHaveAccessibleDescription(/Provide a Valid Email/)
  await message.press('End')
  await message.pressSequentially(' for a 2014 wagon?')
  letScripts()
  await waitForHydration(page)
  await expect(message).toHaveValue('Do you have rotors for a 2014 wagon?')
  await expect(email).toHaveAccessibleDescription(/Provide a Valid Email/)
  await email.fill('ada@example.test')
  await expect(email).not.toHaveAttribute('aria-invalid', 'true')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST'),
    page.getByRole('button', { name: 'Send' }).click(),
  ])
  expect(sent.postDataJSON()).toEqual({
    name: 'Ada Lane',
    email: 'ada@example.test',
    topic: 'other',
    orderNumber: '',
    message: 'Do you have rotors for a 2014 wagon?',
  })
  await expect(page.getByText('Your message has arrived.')).toBeVisible()
})

for (const path of ['/', '/login', '/dashboard'])
  test(`The theme switch of ${path} acts at once before hydration, and once per press after it`, async ({
    page,
  }) => {
    const letScripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    const html = page.locator('html')
    const theme = page.getByRole('button', { name: /^Theme: / })
    await expect(theme).toHaveAccessibleName('Theme: system')
    await theme.click()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(theme).toHaveAccessibleName('Theme: dark')
    letScripts()
    await waitForHydration(page)
    // Visitors are redirected to the login page, whose heading takes the focus, perhaps between two presses.
    if (path === '/dashboard') await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(html).toHaveAttribute('data-theme', 'dark')
    await expect(theme).toHaveAccessibleName('Theme: dark')
    await theme.press('Enter')
    await expect(html).toHaveAttribute('data-theme', 'light')
    await expect(theme).toHaveAccessibleName('Theme: light')
    await theme.press('Enter')
    await expect(html).not.toHaveAttribute('data-theme')
    await expect(theme).toHaveAccessibleName('Theme: system')
  })

test('The first press of the theme switch changes the visible theme, whatever the system’s theme', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/blogs')
  const theme = page.getByRole('button', { name: /^Theme: / })
  await expect(theme).toHaveAccessibleName('Theme: system')
  await theme.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await theme.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await theme.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
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
  const field = page.getByLabel('Find a part')
  await field.fill('brake')
  letScripts()
  await waitForHydration(page)
  await expect(field).toHaveValue('brake')
  await field.press('Enter')
  await expect(page).toHaveURL('/parts?q=brake')
  await expect(field).toHaveValue('brake')
})
