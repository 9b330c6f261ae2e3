import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { tabTo } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const GRIPSTONE = 'Quiet ceramic pads, and the rotors that go with them.'

test('A mark on the home page leads to its brand, which has its mark, its line and its categories', async ({
  page,
}) => {
  await page.goto('/')
  const brands = page.getByRole('group', { name: 'Brands', exact: true })
  await brands.scrollIntoViewIfNeeded()
  await expect(brands.getByRole('button', { name: 'Play Brands' })).toBeVisible()
  await expect(brands.getByRole('link')).toHaveCount(12)
  await brands.getByRole('link', { name: 'Gripstone' }).press('Enter')
  await expect(page).toHaveURL('/brands/gripstone')
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gripstone')
  await expect(main).toContainText(GRIPSTONE)
  const mark = main.locator('img').first()
  await expect.poll(() => mark.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  await expect(mark).toHaveAttribute('src', /^\/content\/[0-9a-f]+\.svg$/)
  await main
    .getByRole('navigation', { name: 'Categories of Gripstone' })
    .getByRole('link', { name: 'Brakes' })
    .click()
  await expect(page).toHaveURL('/parts?category=Brakes&brand=Gripstone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gripstone Brakes')
  await expect(main.locator('img').first()).toHaveAttribute('src', /^\/content\/[0-9a-f]+\.svg$/)
})

test('A list of a brand for a car has the mark of the brand, and its name in the heading', async ({
  page,
}) => {
  await page.goto('/brands/gripstone?make=Honda&year=2009&model=Civic')
  await expect(page).toHaveURL('/parts?make=Honda&year=2009&model=Civic&brand=Gripstone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gripstone parts for 2009 Honda Civic')
  const mark = page.getByRole('main').locator('img').first()
  await expect(mark).toHaveAttribute('src', /^\/content\/[0-9a-f]+\.svg$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page, 'a brand for a car')
})

test('The brands are listed with their marks, and the page says who knows others', async ({ page }) => {
  await page.goto('/brands')
  const main = page.getByRole('main')
  await expect(main).toContainText(/\d+ brands online\. Looking for another\? Ask the counter\./)
  const tile = main.getByRole('link', { name: /^Gripstone/ })
  await expect(tile).toHaveAccessibleName(/^Gripstone\s?\d+ parts$/)
  await expect(tile.locator('img')).toHaveAttribute('src', /^\/content\/[0-9a-f]+\.svg$/)
  await tile.click()
  await expect(page.getByRole('main')).toContainText(GRIPSTONE)
  await expectAccessibleAt(page, '/brands', '/brands/gripstone')
})

test('Each mark on the home page is visible while it has the focus', async ({ page }) => {
  await page.goto('/')
  await waitForHydration(page)
  const brands = page.getByRole('group', { name: 'Brands', exact: true })
  await brands.scrollIntoViewIfNeeded()
  await brands.getByRole('button', { name: 'Play Brands' }).click()
  await expect(brands.getByRole('button', { name: 'Pause Brands' })).toBeVisible()
  await tabTo(page, brands.getByRole('link').first())
  await expect(brands.getByRole('button', { name: 'Play Brands' })).toBeVisible()
  for (const link of await brands.getByRole('link').all()) {
    await expect(link).toBeFocused()
    await expect(link).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
  }
  await expect(brands.getByRole('button', { name: 'Play Brands' })).toBeFocused()
})
