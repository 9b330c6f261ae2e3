import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { adminOf } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

const CIVIC = 'make=Honda&year=2009&model=Civic&engine=1.8-4'
const SEDAN_PADS = '/parts/ceramic-brake-pads-front-mid-size-sedan-dlbrk1063'

/** Remembers a car in this browser, as the finder does. */
async function saveCar(page: Page): Promise<void> {
  await page.addInitScript((car) => {
    localStorage.setItem('vehicle', `${car}&name=2009+Honda+Civic%2C+1.8+L%2C+4+cylinders`)
  }, CIVIC)
}

const choice = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Vehicles' }).getByRole('link', { name })
const cards = (page: Page) => page.getByRole('article')

/** Waits until the list shows only what fits, and says how many parts there are for all vehicles. */
async function expectFitting(page: Page): Promise<number> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    / for 2009 Honda Civic, 1.8 L, 4 cylinders$/,
  )
  await expect(choice(page, /^Fits your 2009 Civic/)).toHaveAttribute('aria-current', 'true')
  const fitting = cards(page).filter({ hasText: /✓Fits your Civic|\?Fits if/ })
  await expect(fitting).toHaveCount(await cards(page).count())
  const text = await choice(page, /^All vehicles/).textContent()
  return Number(/\((\d+)\)/.exec(text ?? '')?.[1])
}

test('Every list is for the chosen car first, and for all vehicles by one link', async ({ page }) => {
  await saveCar(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('banner').getByRole('searchbox', { name: 'Find a part' }).fill('brake pads')
  await page.keyboard.press('Enter')
  const all = await expectFitting(page)
  expect(await cards(page).count()).toBe(1)
  await choice(page, /^All vehicles/).click()
  await expect(choice(page, /^All vehicles/)).toHaveAttribute('aria-current', 'true')
  await expect(choice(page, /^Fits your 2009 Civic \(1\)$/)).toBeVisible()
  await expect(cards(page)).toHaveCount(all)
  await expect(cards(page).filter({ hasText: 'Doesn’t fit your Civic' })).toHaveCount(all - 1)

  for (const path of ['/parts', '/categories/brakes', '/brands/gripstone']) {
    await page.goto(path)
    expect(await expectFitting(page), path).toBeGreaterThan(2)
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Driveline')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Brakes/ })
    .click()
  await expect(page).toHaveURL(`/parts?${CIVIC}&category=Brakes`)
  await expectFitting(page)
  await page.goto(`/parts?${CIVIC}&q=brake+pads&fit=all`)
  await expectAccessible(page, 'all vehicles')
})

for (const width of [320, 360])
  test(`At ${width} px no price of a row breaks, and a verdict of two lines is within its frame`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/parts?make=Honda&year=2009&model=Civic&sort=-price')
    for (const price of ['$174.00', '$38.90']) {
      const box = await page.getByText(price, { exact: true }).boundingBox()
      expect(box?.height, price).toBeLessThan(32)
    }
    const verdict = page.getByRole('link', { name: 'Pick your engine to confirm' }).first()
    const overflow = await verdict.evaluate((link) => {
      const text = document.createRange()
      text.selectNodeContents(link)
      const frame = link.closest('.pill')?.getBoundingClientRect()
      return text.getBoundingClientRect().bottom - (frame?.bottom ?? 0)
    })
    expect(overflow).toBeLessThanOrEqual(0)
  })

test('Cards on the home page and lines of a number list say whether the parts fit, without any input', async ({
  page,
  store,
}) => {
  await saveCar(page)
  const products = page.getByRole('region', { name: 'Our Products' }).getByRole('article')
  // The home page has the newest parts, which may be those of other tests.
  await expect(async () => {
    const { name } = await addProduct(store, {
      fits: [{ make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011 }],
    })
    await page.goto('/')
    await expect(products.filter({ hasText: name })).toContainText('✓Fits your Civic')
  }).toPass()
  await page.goto('/part-list?list=DL-BRK-1042%0ADL-BRK-1063')
  const lines = page.getByRole('main').getByRole('listitem')
  await expect(lines.first()).toContainText('Fits your Civic')
  await expect(lines.last()).toContainText('Doesn’t fit your Civic')
})

test('A part that does not fit is not sold by the largest button, on a phone either', async ({ page }) => {
  await saveCar(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(SEDAN_PADS)
  const bar = page.locator('[data-order-bar]')
  await expect(bar).toContainText('Doesn’t fit your Civic')
  await expect(bar.getByRole('link')).toHaveText(['See parts that fit', 'Order anyway'])
  // The page's own buttons.
  await page
    .getByRole('region', { name: 'The part' })
    .getByRole('link', { name: 'Order anyway' })
    .scrollIntoViewIfNeeded()
  await expect(bar).toBeHidden()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await bar.getByRole('link', { name: 'See parts that fit' }).click()
  await expect(page).toHaveURL(`/parts?${CIVIC}&category=Brakes`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Brakes for /)
  await expectFitting(page)
  await expect(cards(page)).toContainText(['Brake Pads'])
  await page.goto(SEDAN_PADS)
  await expect(page.getByText('Doesn’t fit your 2009 Honda Civic')).toBeVisible()
  await expectAccessible(page, 'a part that does not fit')
})

test('A part with a core deposit that does not fit leads to those that fit, and is added only above', async ({
  page,
  store,
}) => {
  const fits = [{ make: 'Ford', model: 'F-150', yearFrom: 2011, yearTo: 2014 }]
  const part = await addProduct(store, { coreDeposit: 20, fits })
  const { slug } = (await adminOf(store)('GET', `/product/${part.id}`)).body
  await saveCar(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/parts/${slug}`)
  const bar = page.locator('[data-order-bar]')
  await expect(bar).toContainText('Doesn’t fit your Civic')
  await expect(bar.getByRole('link')).toHaveText(['See parts that fit'])
  await expect(bar.getByRole('button')).toHaveCount(0)
  const own = page.getByRole('region', { name: 'The part' })
  await expect(own.getByRole('button', { name: 'Add to Cart' })).toHaveCount(1)
  await own.getByRole('link', { name: 'See parts that fit' }).click()
  await expectFitting(page)
})

test('A number opens its part, also one that does not fit the chosen car', async ({ page }) => {
  await saveCar(page)
  for (const number of ['DL-BRK-1063', 'dl brk 1063']) {
    await page.goto('/blogs')
    await page.getByLabel('Find a part').fill(number)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(SEDAN_PADS)
    await expect(page.getByText('Doesn’t fit your 2009 Honda Civic')).toBeVisible()
  }
  // What else there is is left out while other searches wait, such as those of suggestions.
  await expect(async () => {
    await page.goto('/parts?q=DL-BRK-1063&category=Brakes')
    await expect(page.getByRole('main')).toContainText('We don’t list “DL-BRK-1063”', { timeout: 2_000 })
  }).toPass()
})

test('A part that fits leads back through the car', async ({ page }) => {
  await saveCar(page)
  await page.goto('/parts/ceramic-brake-pads-front-compact-dlbrk1042')
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' })
  await trail.getByRole('link', { name: 'Brakes' }).click()
  await expectFitting(page)
  await page.goBack()
  await trail.getByRole('link', { name: '2009 Honda Civic' }).click()
  await expectFitting(page)
})

test('The page of another car does not call it yours', async ({ page }) => {
  await saveCar(page)
  await page.goto('/cars/toyota/corolla/2008')
  await waitForHydration(page)
  await expect(cards(page).first()).toContainText('the Corolla')
  await expect(page.getByRole('main')).not.toContainText('your')
})

test('A refused VIN keeps its message, though a car is saved', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 422/)
  await saveCar(page)
  await page.goto('/')
  await page.getByLabel('Vehicle or VIN').fill('1HGFA16568L00000I')
  await page.getByRole('button', { name: 'Find Vehicle' }).click()
  await expect(page.getByLabel('Vehicle or VIN')).toHaveValue('1HGFA16568L00000I')
  await expect(page.getByRole('main')).toContainText('A VIN has no letter I')
})
