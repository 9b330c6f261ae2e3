import { visit } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import { demoCustomer, logIn } from './support/users.ts'

test.use({ viewport: { width: 360, height: 740 } })

const LISTS = ['/parts', '/categories/brakes', '/brands/gripstone', '/cars/honda/civic/2008']

for (const path of LISTS)
  test(`On a phone the first part of ${path} is on the first screen`, async ({ page }) => {
    await page.goto(path)
    const first = page.getByRole('article').first()
    // Including its heading, not only an edge of its picture.
    await expect(first.getByRole('heading')).toBeInViewport({ ratio: 1 })
  })

test('On a tablet the first parts are on the first screen, and the finder opens', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1000 })
  await visit(page, '/parts')
  for (const n of [0, 1])
    await expect(page.getByRole('article').nth(n).getByRole('heading')).toBeInViewport({ ratio: 1 })
  const make = page.getByLabel('Make')
  await expect(make).toBeHidden()
  await page.getByText('Select Your Vehicle').first().click()
  await expect(make).toBeInViewport({ ratio: 1 })
})

test('The filters are a sheet that shows the number of remaining parts', async ({ page }) => {
  await visit(page, '/parts?q=brake')
  const sheet = page.getByRole('navigation', { name: 'Filters' })
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(sheet).toBeInViewport({ ratio: 1 })
  const brand = sheet.getByRole('link', { name: /^Gripstone \d/ })
  const left = (await brand.innerText()).replace(/\D/g, '')
  await brand.click()
  await expect(page).toHaveURL('/parts?q=brake&brand=Gripstone')
  await sheet.getByRole('button', { name: `Show ${left} parts` }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: `${left} parts` })).toBeVisible()
})

test('Parts are narrowed by position, in words or by the filter', async ({ page }) => {
  await visit(page, '/parts?q=brake+pads')
  const sheet = page.getByRole('navigation', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const front = sheet.getByRole('link', { name: /^Front \d/ })
  const left = (await front.innerText()).replace(/\D/g, '')
  await front.click()
  await expect(page).toHaveURL('/parts?q=brake+pads&position=front')
  await expect(front).toHaveAttribute('aria-current', 'true')
  await sheet.getByRole('button', { name: `Show ${left} parts` }).click()
  await expect(page.getByRole('status').filter({ hasText: `${left} parts` })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: 'Rear' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove the filter Front' }).click()
  await expect(page).toHaveURL('/parts?q=brake+pads')
  await page.goto('/parts?q=front+brake+pads')
  await expect(page.getByRole('status').filter({ hasText: `${left} parts` })).toBeVisible()
})

test('On a phone a part is ordered above its description', async ({ page }) => {
  await logIn(page, demoCustomer, '/parts?q=DL-BRK-1042')
  await page.getByRole('article').first().getByRole('link', { name: 'Place Order' }).click()
  const about = page.getByRole('region', { name: 'About this part' })
  await expect(about).toBeVisible()
  const form = await page.getByRole('button', { name: 'Order Now' }).boundingBox()
  expect(form?.y ?? Infinity).toBeLessThan((await about.boundingBox())?.y ?? 0)
})

test('Esc closes the filters and returns the focus', async ({ page }) => {
  await page.goto('/parts')
  const button = page.getByRole('button', { name: 'Filters', exact: true })
  await button.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('navigation', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(sheet.getByRole('button', { name: 'Close the filters' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
})

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters open, and the header’s search finds parts', async ({ page }) => {
    await page.goto('/parts')
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    const sheet = page.getByRole('navigation', { name: 'Filters' })
    await sheet.getByRole('link', { name: /^Brakes/ }).click()
    await expect(page).toHaveURL('/parts?category=Brakes')

    await page.goto('/contactUs')
    await page.getByRole('banner').getByLabel('Search', { exact: true }).click()
    await page.getByLabel('Find a part').locator('visible=true').fill('strut')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/parts?q=strut')
  })
})

test('A part’s price and order button stay at the bottom of the screen', async ({ page }) => {
  await page.goto('/parts/ceramic-brake-pads-front-compact-dlbrk1042')
  await page.getByRole('heading', { name: 'Fits these vehicles' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Log in to order' }).last()).toBeInViewport({ ratio: 1 })
})

test('A finder without a choice shows on the page what is missing', async ({ page }) => {
  await visit(page, '/parts')
  await page.getByText('Select Your Vehicle').first().click()
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  const make = page.getByLabel('Make')
  await expect(make).toBeFocused()
  await expect(make).toHaveAccessibleDescription('Choose a make')
  await make.selectOption('Honda')
  await expect(make).toHaveAccessibleDescription('')

  await page.getByRole('button', { name: 'Find Vehicle' }).click()
  const words = page.getByLabel('Vehicle or VIN')
  await expect(words).toBeFocused()
  await expect(words).toHaveAccessibleDescription('Enter a vehicle or a VIN')
})

test('On a phone the confirmation of a message stays on the screen', async ({ page }) => {
  await visit(page, '/contactUs')
  await page.getByLabel('Name').fill('Ada Byron')
  await page.getByLabel('Email').fill('ada@people.test')
  await page.getByLabel('Message').fill('Does the caliper of 1992 fit a 1991 axle?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page).toHaveURL(/sent=1/)
  await expect(page.getByText('Your message has arrived.')).toBeInViewport({ ratio: 1 })
})
