import { expectAccessible } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'

const headerField = (page: Page) => page.getByRole('banner').getByLabel('Find a part').locator('visible=true')
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

test('A typed search gets suggestions, and the arrow keys and Enter open one', async ({ page }) => {
  await visit(page, '/blogs')
  const field = headerField(page)
  await field.pressSequentially('alternat')
  await expect(options(page).first()).toHaveText('Alternator')
  await field.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page).toHaveURL('/parts?q=Alternator')
  await expect(headerField(page)).toHaveValue('Alternator')
  await expect(page.getByRole('article').first()).toContainText('Alternator')
})

test('Suggestions are in groups, parts with their picture, number and price', async ({ page }) => {
  await visit(page, '/blogs')
  await headerField(page).pressSequentially('brake pads')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const group = (name: string) => list.getByRole('group', { name }).getByRole('option')
  await expect(group('Searches').filter({ hasText: 'Ceramic Brake Pads' })).toHaveCount(1)
  await expect(group('Parts')).toHaveCount(4)
  for (const part of await group('Parts').all()) {
    await expect(part).toHaveText(/Brake Pads.*DL-BRK-\d{4}\$\d+\.\d\d$/)
    await expect(part.locator('img')).toBeVisible()
  }
  await expectAccessible(page, 'suggestions')
  await group('Parts').first().click()
  await expect(page).toHaveURL(/\/parts\/[a-z0-9-]+$/)
})

test('With a chosen vehicle, the parts that fit it come first, in their own group', async ({ page }) => {
  await page.addInitScript(() => {
    const car = 'make=Honda&year=2009&model=Civic&engine=1.8-4'
    localStorage.setItem('vehicle', `${car}&name=2009+Honda+Civic%2C+1.8+L%2C+4+cylinders`)
  })
  await visit(page, '/blogs')
  const field = headerField(page)
  await field.pressSequentially('brake pads')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const fitting = list.getByRole('group', { name: 'Fits your 2009 Civic' }).getByRole('option')
  await expect(fitting).toHaveText([
    /^Ceramic Brake Pads, Front, CompactDL-BRK-1042✓Fits your Civic\$38\.90$/,
  ])
  await expect(list.getByRole('group').first()).toHaveAccessibleName('Fits your 2009 Civic')
  const others = list.getByRole('group', { name: 'Parts', exact: true }).getByRole('option')
  await expect(others).toHaveCount(4)
  await expect(others.filter({ hasText: '!Doesn’t fit your Civic' })).toHaveCount(4)
  await expect(options(page).filter({ hasText: 'DL-BRK-1042' })).toHaveCount(1)
  await expectAccessible(page, 'suggestions for a vehicle')
  await field.press('ArrowDown')
  await expect(fitting).toHaveAttribute('aria-selected', 'true')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ceramic Brake Pads, Front, Compact')
  await expect(page.getByRole('region', { name: 'The part' })).toContainText('Fits your 2009 Honda Civic')
})

test('Categories, brands and part numbers are suggested with their kind', async ({ page }) => {
  await visit(page, '/parts')
  const field = headerField(page)
  await field.fill('brak')
  await expect(options(page).filter({ hasText: 'Category' })).toHaveText(['BrakesCategory'])
  await field.fill('gripst')
  await options(page).filter({ hasText: 'Brand' }).click()
  await expect(page).toHaveURL('/brands/gripstone')
  await expect(options(page)).toHaveCount(0)
  await headerField(page).fill('dl brk 1070')
  await expect(options(page).first()).toHaveText(/^Ceramic Brake Pads.*DL-BRK-1070\$46\.90$/)
  await options(page).first().click()
  await expect(page).toHaveURL(/\/parts\/[a-z0-9-]+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Ceramic Brake Pads/)
})

test('Esc closes the suggestions and keeps the typed text; Enter searches for it', async ({ page }) => {
  await visit(page, '/parts')
  const field = headerField(page)
  await field.fill('brake')
  await expect(options(page).first()).toBeVisible()
  await field.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field).toHaveValue('brake')
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(page).toHaveURL(/\/parts\?q=brake(&|$)/)
})

test('Leaving the field closes the suggestions', async ({ page }) => {
  await visit(page, '/parts')
  const field = headerField(page)
  await field.fill('brake')
  await expect(options(page).first()).toBeVisible()
  await field.press('Tab')
  await expect(options(page)).toHaveCount(0)
})

test('The typed search works without suggestions', async ({ page, expectConsoleError }) => {
  expectConsoleError(/catalogue\/suggestions/)
  await page.route('**/catalogue/suggestions?**', (route) => route.abort())
  await visit(page, '/parts')
  const field = headerField(page)
  const request = page.waitForRequest('**/catalogue/suggestions?**')
  await field.fill('brake')
  await request
  await field.press('Enter')
  await expect(page).toHaveURL(/\/parts\?q=brake(&|$)/)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('Suggestions are accessible', async ({ page }) => {
    await visit(page, '/parts')
    await headerField(page).fill('brake')
    await expect(options(page).first()).toBeVisible()
    await expectAccessible(page, 'suggestions')
  })
})

test('Suggestions close when Back leaves the search in which they were requested', async ({ page }) => {
  await visit(page, '/parts')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Brakes/ })
    .click()
  await expect(page).toHaveURL('/parts?category=Brakes')
  const field = headerField(page)
  await field.click()
  await field.pressSequentially('rotor')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/parts')
  await expect(list).toBeHidden()
})
