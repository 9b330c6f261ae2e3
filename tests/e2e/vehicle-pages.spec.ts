import { expectAccessibleAt } from './support/accessible.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** Goes from the home page to a part of one category for one car. */
async function walkToPart(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/')
  await main.getByRole('link', { name: 'Parts by car' }).click()
  for (const [link, title, path] of [
    ['Honda', 'Honda parts', '/cars/honda'],
    ['Civic', 'Honda Civic parts', '/cars/honda/civic'],
    ['2009', 'Parts for the 2009 Honda Civic', '/cars/honda/civic/2009'],
    [/^Brakes \d+$/, 'Brakes for the 2009 Honda Civic', '/cars/honda/civic/2009/brakes'],
  ] as const) {
    await main.getByRole('link', { name: link, exact: true }).click()
    await expect(heading).toHaveText(title)
    await expect(page).toHaveURL(path)
  }
  await expect(main.getByRole('link', { name: /^Brakes/ })).toHaveAttribute('aria-current', 'true')
  await main.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/parts\/[a-z]/)
  await expect(page.getByRole('region', { name: 'The part' })).toBeVisible()
}

test('A visitor goes by make, model and year to a part that fits, and back up', async ({ page }) => {
  await walkToPart(page)
  const fits = page.getByRole('region', { name: 'Fits these vehicles' })
  await fits
    .getByRole('link', { name: /Honda Civic/ })
    .first()
    .click()
  await expect(page).toHaveURL('/cars/honda/civic')
  await page.getByRole('link', { name: '2010' }).click()
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await trail.getByRole('link', { name: 'Honda' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Honda parts')
})

test('An unknown vehicle leads to the finder and to its models', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  await page.goto('/cars/honda/nothing/2009')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t know this vehicle')
  await page.getByRole('link', { name: 'Models of Honda' }).click()
  await expect(page).toHaveURL('/cars/honda')
  await page.getByRole('link', { name: 'Find your vehicle' }).click()
  await page.getByRole('main').getByText('Add your vehicle').click()
  await expect(page.getByLabel('Make')).toBeVisible()
})

test('axe finds no issues on the pages of vehicles', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 404/)
  await expectAccessibleAt(
    page,
    '/cars',
    '/cars/honda/civic',
    '/cars/honda/civic/2009',
    '/cars/honda/civic/2009/brakes',
    '/cars/tesla/model-s/2020',
    '/cars/none',
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor goes by make, model and year to a part that fits', async ({ page }) => {
    await walkToPart(page)
  })
})
