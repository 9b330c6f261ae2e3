import { visit } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import { demoCustomer, logIn } from './support/users.ts'

test.use({ viewport: { width: 360, height: 740 } })

const LISTS = [
  '/parts',
  '/parts?q=brake',
  '/parts?make=Honda&year=2009&model=Civic&engine=1.8-4',
  '/categories/brakes',
  '/brands/gripstone',
  '/cars/honda/civic/2009',
]

/** The sizes of a first screen, and how many parts with their prices it has, at least. */
const FIRST_SCREENS = [
  { width: 360, height: 740, priced: 2 },
  { width: 1280, height: 800, priced: 5 },
]

test('The first 1280 × 800 px of the home page have the whole finder, the days of returns and the phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/')
  const main = page.getByRole('main')
  for (const shown of [
    main.getByRole('button', { name: 'Find My Parts' }),
    main.getByText('30 days to return a part', { exact: true }),
    main.getByRole('link', { name: '(217) 555-0192' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
})

for (const path of LISTS)
  for (const { width, height, priced } of FIRST_SCREENS)
    test(`The first ${width} × ${height} px of ${path} have ${priced} parts with their prices`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto(path)
      for (const row of (await page.getByRole('article').all()).slice(0, priced)) {
        await expect(row.getByRole('heading')).toBeInViewport({ ratio: 1 })
        await expect(row.getByText(/^\$/).first()).toBeInViewport({ ratio: 1 })
      }
      expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(priced)
    })

test('The stock of a part that is nearly sold out stays in its row, and clear of the price', async ({
  page,
}) => {
  await page.goto('/parts?q=forged+piston')
  const row = page.getByRole('article').filter({ hasText: 'DL-ENG-2047' })
  const [frame, price, stock] = await Promise.all([
    row.boundingBox(),
    row.getByText('Minimum order: 8 pieces').boundingBox(),
    row.getByText('Only 5 left, minimum 8').boundingBox(),
  ])
  if (!frame || !price || !stock) throw new Error('The row is not visible')
  expect(stock.x >= price.x + price.width || stock.y >= price.y + price.height).toBe(true)
  expect(stock.x).toBeGreaterThanOrEqual(frame.x)
  expect(stock.x + stock.width).toBeLessThanOrEqual(frame.x + frame.width)
  expect(stock.y + stock.height).toBeLessThanOrEqual(frame.y + frame.height)
})

test('A list is rows or a grid of cards, by links that work without scripts', async ({ page }) => {
  await page.goto('/parts?q=brake&page=1')
  const view = page.getByRole('navigation', { name: 'View' })
  await expect(view.getByRole('link', { name: 'Rows' })).toHaveAttribute('aria-current', 'true')
  await view.getByRole('link', { name: 'Grid' }).click()
  await expect(page).toHaveURL('/parts?q=brake&view=grid')
  await expect(view.getByRole('link', { name: 'Grid' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'Lowest price' }).click()
  await expect(page).toHaveURL('/parts?q=brake&view=grid&sort=price')
})

test('On a tablet the first parts are on the first screen, and the finder opens', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1000 })
  await visit(page, '/parts')
  for (const n of [0, 1])
    await expect(page.getByRole('article').nth(n).getByRole('heading')).toBeInViewport({ ratio: 1 })
  const make = page.getByLabel('Make')
  await expect(make).toBeHidden()
  await page.getByRole('main').getByText('Add your vehicle').click()
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
  await logIn(page, demoCustomer, '/parts?q=ceramic+brake+pads+compact')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.locator('[data-order]').getByRole('link', { name: 'Order' }).click()
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
    await page.getByLabel('Find a part').fill('strut')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/parts?q=strut')
  })
})

test('A part’s price and Add to Cart stay at the bottom of the screen', async ({ page }) => {
  await page.goto('/parts/ceramic-brake-pads-front-compact-dlbrk1042')
  await page.getByRole('heading', { name: 'Fits these vehicles' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Add to Cart' }).last()).toBeInViewport({ ratio: 1 })
})

test('A finder without a choice shows on the page what is missing', async ({ page }) => {
  await visit(page, '/parts')
  await page.getByRole('main').getByText('Add your vehicle').click()
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
