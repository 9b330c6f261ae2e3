import { demoCustomer } from './support/people.ts'
import { untilTakenOver } from './support/taken-over.ts'
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

for (const path of ['/login', '/signup', '/contactUs', '/parts'])
  test(`${path} is painted before it asks for a script`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
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
  await untilTakenOver(page)
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
  await untilTakenOver(page)
  await expect(email).toHaveValue('ada@example.test')
})

test('A field that is cleared before its scripts are there stays empty', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await expect(email).not.toHaveValue('')
  await email.fill('')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  letScripts()
  await expect(email).toHaveAccessibleDescription(/Email is required/)
  await expect(email).toHaveValue('')
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
  const before = await page.locator('html').getAttribute('data-theme')
  // The very first sign of a person is the press itself.
  await theme.dispatchEvent('click')
  letScripts()
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', before ?? 'none')
})

test('A make chosen before the scripts are there leads to its years', async ({ page }) => {
  const letScripts = await holdScripts(page)
  await page.goto('/')
  const finder = page.getByRole('main')
  await finder.getByLabel('Make').selectOption('Honda')
  letScripts()
  await untilTakenOver(page)
  await expect(finder.getByLabel('Make')).toHaveValue('Honda')
  await expect(finder.getByLabel('Year').getByRole('option', { name: '2008' })).toBeAttached()
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
