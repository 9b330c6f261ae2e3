import { expectAccessible } from './support/accessible.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

const PART = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'
const save = (page: Page) => page.getByRole('button', { name: 'Save the settings' })
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' })

/** Every section is again what the files say: the tests of a worker share a store. */
async function useFilesAgain(page: Page) {
  await page.getByRole('button', { name: 'Use the file’s again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Use the file’s' }).click()
  await expect(page.getByText('This is what the store’s files say.')).toBeVisible()
}

test('An admin changes the days of returns, which parts say at once, and the audit tells', async ({
  page,
  newVisitor,
}) => {
  const visitor = await newVisitor()
  await visitor.goto(PART)
  await expect(visitor.getByText('30 days to return a part that was never installed.')).toBeVisible()

  await logIn(page, demoAdmin, '/dashboard/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Returns' }).click()
  const days = page.getByLabel('Days')
  await expect(days).toHaveValue('30')
  await days.fill('45')
  await expect(preview(page)).toContainText('45 days to return a part that was never installed.')
  await expectAccessible(page, 'the settings of returns')

  await test.step('a refused value is named, and stays', async () => {
    await days.fill('400')
    await save(page).click()
    await expect(page.getByText('Enter at most 365')).toBeVisible()
    await expect(days).toBeFocused()
    await expect(days).toHaveValue('400')
    await expectAccessible(page, 'the settings with an error')
  })

  await test.step('what is not saved is not lost by a press', async () => {
    await page.getByRole('link', { name: 'Footer' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()
    await expect(days).toHaveValue('400')
  })

  await days.fill('45')
  await save(page).click()
  await expect(page.getByText('Returns: saved')).toBeVisible()
  await expect(page.getByText(/^Changed by .+/)).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('45 days to return a part that was never installed.')).toBeVisible()

  await page.goto('/dashboard/audit?kind=settings')
  const entry = page.getByRole('row').filter({ hasText: 'Settings changed' }).first()
  await expect(entry).toContainText('30')
  await expect(entry).toContainText('45')
  await entry.getByRole('link', { name: 'settings returns' }).click()
  await expect(page.getByLabel('Days')).toHaveValue('45')
  await page.getByLabel('Days').fill('')
  await page.getByLabel('Which parts').fill('')
  await expect(preview(page)).toContainText('Nothing is promised.')
  await save(page).click()
  await expect(page.getByText('Returns: saved')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText(/days to return a part/)).toHaveCount(0)
  await useFilesAgain(page)
  await expect(page.getByLabel('Days')).toHaveValue('30')
})

test('An admin renames the store and its phone: titles, footer, contact page and feed have both', async ({
  page,
  request,
}) => {
  await logIn(page, demoAdmin, '/dashboard/settings')
  await page.getByLabel(/^Name/).fill('Bolt & Nut')
  await expect(preview(page)).toContainText('Bolt & Nut: auto parts since 1992')
  await page.getByRole('button', { name: 'Add phone' }).click()
  const row = page.getByRole('group', { name: 'Phones' }).getByRole('listitem').last()
  await row.getByLabel('What it is for').fill('Night desk')
  await row.getByLabel('Number').fill('call us!')
  await save(page).click()
  await expect(row.getByText('Must be a telephone number')).toBeVisible()
  await row.getByLabel('Number').fill('(217) 555-0177')
  await expect(preview(page)).toContainText('(217) 555-0177')
  await expectAccessible(page, 'the settings of the store')
  await save(page).click()
  await expect(page.getByText('The store: saved')).toBeVisible()

  await page.goto('/contactUs')
  await expect(page).toHaveTitle(/Bolt & Nut/)
  await expect(page.getByRole('link', { name: '(217) 555-0177' })).toBeVisible()
  expect(await (await request.get('/feeds/products.xml')).text()).toContain('<title>Bolt &amp; Nut')
  await page.goto('/dashboard/settings')
  await useFilesAgain(page)
  await expect(page.getByLabel(/^Name/)).toHaveValue('Driveline')
})

test('The footer and the opening hours change with their preview', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/settings/footer')
  const fourth = page.getByRole('group', { name: 'Column 4' })
  await fourth.getByLabel('Heading').fill('Numbers')
  await fourth.getByLabel('Lines').fill('EIN 12-3456789\n\nLicense 42')
  await expect(preview(page)).toContainText('License 42')
  await save(page).click()
  await expect(page.getByText('Footer: saved')).toBeVisible()
  await expectAccessible(page, 'the settings of the footer')
  // In this browser, too, which has not loaded the page again.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('EIN 12-3456789')

  await page.goto('/dashboard/settings/hours')
  await page.getByRole('button', { name: 'Remove hours 2' }).click()
  await page.getByRole('button', { name: 'Add hours' }).click()
  await save(page).click()
  await expect(page.getByText('Opening hours: saved')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Hours' }).getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page, 'the settings of the opening hours')
  await useFilesAgain(page)
  await page.goto('/dashboard/settings/footer')
  await useFilesAgain(page)
})

test('Articles are moved by keyboard, and the blogs have their order', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/settings/articles')
  const list = page.getByRole('form', { name: 'Articles' }).getByRole('listitem')
  const second = (await list.nth(1).innerText()).split('\n')[0] ?? ''
  const up = page.getByRole('button', { name: `Move ${second} up` })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(list.first()).toContainText(second)
  await expect(up).toBeFocused()
  await expect(page.getByText(`${second} is number 1 of`)).toBeAttached()
  await expectAccessible(page, 'the settings of the articles')
  await save(page).click()
  await expect(page.getByText('Articles: saved')).toBeVisible()
  await page.goto('/blogs')
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second)
  await page.goto('/dashboard/settings/articles')
  await useFilesAgain(page)
})

test('An admin chooses the store’s time zone, and its days follow at once', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/settings')
  const zone = page.getByLabel('Time zone')
  await expect(zone).toHaveValue('America/Chicago')
  // 25 hours apart: the two never have the same day.
  for (const name of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await zone.selectOption(name)
    await save(page).click()
    await expect(page.getByText('The store: saved').last()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo typing' })).toBeDisabled()
    // In this browser, too, which has not loaded the page again.
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Tax' }).click()
    await page.getByRole('button', { name: 'Add region' }).first().click()
    await expect(page.getByLabel('First day')).toHaveValue(
      new Intl.DateTimeFormat('en-CA', { timeZone: name }).format(new Date()),
    )
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Settings' }).click()
    await expect(zone).toHaveValue(name)
  }
  await page.goto('/dashboard/audit?kind=settings')
  const entry = page.getByRole('row').filter({ hasText: 'Settings changed' }).first()
  await expect(entry).toContainText('Time zone: Pacific/Kiritimati')
  await expect(entry).toContainText('Pacific/Pago_Pago')
  await page.goto('/dashboard/settings/hours')
  await expect(page.getByLabel('Note about times')).toHaveValue('All times are Central Time.')
  await page.goto('/dashboard/settings')
  await useFilesAgain(page)
  await expect(zone).toHaveValue('America/Chicago')
})

test('Another admin’s change is not overwritten, and can be loaded', async ({
  page,
  newVisitor,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  const other = await newVisitor()
  await logIn(page, demoAdmin, '/dashboard/settings/returns')
  await logIn(other, demoAdmin, '/dashboard/settings/returns')
  await other.getByLabel('Days').fill('14')
  await save(other).click()
  await expect(other.getByText('Returns: saved')).toBeVisible()
  await page.getByLabel('Days').fill('60')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('Another admin has changed these settings since.')
  await expect(page.getByLabel('Days')).toHaveValue('60')
  await page.getByRole('button', { name: 'Load them again' }).click()
  await expect(page.getByLabel('Days')).toHaveValue('14')
  await expect(page.getByRole('alert')).toBeHidden()
  await useFilesAgain(page)
})
