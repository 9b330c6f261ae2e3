import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { press, tabTo } from './support/keyboard.ts'
import { shiftOf, watchShifts } from './support/layout-shift.ts'
import { expect, type Page, test } from './support/test.ts'
import { callerFor, fillLogin, logIn, logOut, addUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const CIVIC = '/parts?make=Honda&year=2009&model=Civic'
const PART = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'

/** The link of the header with the chosen vehicle. */
const chip = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /Change$|^Add your vehicle$/ })
const cars = (page: Page) => page.getByRole('region', { name: 'Your cars' })
const carNames = (page: Page) => cars(page).getByRole('listitem').getByRole('heading')

/** Opens the parts for a vehicle, as the finder does, and waits until it is saved. */
async function find(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const model = new URL(path, page.url()).searchParams.get('model') ?? ''
  await expect(chip(page)).toHaveAccessibleName(new RegExp(`${model} Change$`))
}

for (const width of [360, 1280])
  test(`At ${width} px every page names the chosen vehicle before any script is loaded`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    await expect(chip(page)).toHaveAccessibleName('Add your vehicle')
    await find(page, CIVIC)
    await watchShifts(page)
    // Fonts never arrive either: one that arrives after the first paint moves the content below the header.
    await page.route(/\.(?:js|woff2)$/, () => undefined)
    for (const path of ['/', '/categories/brakes', '/cars/honda/civic/2009', PART, '/parts']) {
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      await expect(chip(page), path).toHaveAccessibleName('2009 Honda Civic Change')
      await expect(chip(page)).toBeInViewport({ ratio: 1 })
      expect(await shiftOf(page), path).toBe(0)
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await chip(page).click()
    await expect(page).toHaveURL('/myGarage')
    await expect(carNames(page)).toHaveText(['2009 Honda Civic'])
  })

test('A visitor changes the car, in all tabs, and removes it by keyboard', async ({ page, context }) => {
  await find(page, CIVIC)
  const other = await context.newPage()
  await find(other, '/parts?make=Toyota&year=2008&model=Corolla')
  await expect(chip(page)).toHaveAccessibleName('2008 Toyota Corolla Change')
  await page.goto('/myGarage')
  await waitForHydration(page)
  await expect(cars(page)).toContainText('This browser remembers one car.')
  await expectAccessible(page, 'a garage with a car')
  await press(page, cars(page).getByRole('button', { name: 'Remove the 2008 Toyota Corolla' }))
  await expect(cars(page)).toContainText('No car yet.')
  await expect(page.getByRole('heading', { name: 'Your cars' })).toBeFocused()
  await expect(chip(page)).toHaveAccessibleName('Add your vehicle')
  await expect(chip(other)).toHaveAccessibleName('Add your vehicle')
  await expectAccessible(page, 'a garage without a car')
})

test('A visitor’s car is added to the account at sign-in, and the account’s car to another browser', async ({
  page,
  store,
  browser,
}) => {
  const account = await addUser(store)
  const call = await callerFor(store, account)
  const saved = async () =>
    (await call('GET', '/garage')).body.vehicles.map((car: { name: string }) => car.name)
  await find(page, CIVIC)
  await chip(page).click()
  await cars(page).getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, account)
  await expect(page).toHaveURL('/myGarage')
  await expect(carNames(page)).toHaveText(['2009 Honda Civic'])
  await expect.poll(saved).toEqual(['2009 Honda Civic'])

  await test.step('what is found while signed in is saved too', async () => {
    await find(page, '/parts?make=Honda&year=2009&model=Fit')
    await expect.poll(saved).toEqual(['2009 Honda Civic', '2009 Honda Fit, 1.5 L, 4 cylinders'])
    await page.getByRole('button', { name: `Account of ${account.name}` }).click()
    await page.getByRole('link', { name: 'My Garage' }).click()
    await expect(carNames(page)).toHaveText(['2009 Honda Civic', '2009 Honda Fit, 1.5 L, 4 cylinders'])
    await expect(cars(page).getByRole('listitem').filter({ hasText: 'Shopping for this' })).toHaveText(
      /Honda Fit/,
    )
    await expectAccessible(page, 'a garage with two cars')
  })

  await test.step('one is chosen by keyboard, which another browser gets at sign-in', async () => {
    await press(page, cars(page).getByRole('button', { name: 'Shop for this: 2009 Honda Civic' }))
    await expect(page.getByText('You’re shopping for the 2009 Honda Civic')).toBeVisible()
    await expect(chip(page)).toHaveAccessibleName('2009 Honda Civic Change')
    const elsewhere = await browser.newPage({ baseURL: store.url })
    await elsewhere.goto('/login')
    await fillLogin(elsewhere, account)
    await expect(elsewhere.getByRole('button', { name: `Account of ${account.name}` })).toBeVisible()
    await expect(chip(elsewhere)).toHaveAccessibleName('2009 Honda Civic Change')
    await elsewhere.close()
  })

  await test.step('the parts of another car choose it, with its engine', async () => {
    await cars(page)
      .getByRole('link', { name: /Honda Fit/ })
      .click()
    await expect(page).toHaveURL('/parts?make=Honda&year=2009&model=Fit&engine=1.5-4')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Parts for 2009 Honda Fit, 1\.5 L/)
    await expect(chip(page)).toHaveAccessibleName('2009 Honda Fit Change')
    await chip(page).click()
    await expect(cars(page).getByRole('listitem').filter({ hasText: 'Shopping for this' })).toHaveText(
      /Honda Fit/,
    )
    await cars(page).getByRole('button', { name: 'Shop for this: 2009 Honda Civic' }).click()
    await expect(chip(page)).toHaveAccessibleName('2009 Honda Civic Change')
  })

  await test.step('the choice is cleared, and a car removed', async () => {
    await cars(page).getByRole('button', { name: 'Clear the choice of the 2009 Honda Civic' }).click()
    await expect(chip(page)).toHaveAccessibleName('Add your vehicle')
    await cars(page).getByRole('button', { name: 'Remove the 2009 Honda Civic' }).click()
    await expect(carNames(page)).toHaveText(['2009 Honda Fit, 1.5 L, 4 cylinders'])
    expect((await call('GET', '/garage')).body.vehicles).toMatchObject([{ model: 'Fit', chosen: false }])
    await logOut(page, account)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  })
})

test('A garage that fails to load can be reloaded; a car that only the browser has can be saved', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED .*\/garage$/)
  const account = await addUser(store)
  await find(page, CIVIC)
  await page.route('**/garage', (route) => route.abort())
  await logIn(page, account, '/myGarage')
  await expect(cars(page).getByRole('alert')).toContainText('could not be loaded')
  await expectAccessible(page, 'a garage that could not be loaded')
  await page.unroute('**/garage')
  await cars(page).getByRole('button', { name: 'Try again' }).click()
  await expect(cars(page)).toContainText('In this browser only')
  await expect(page.getByRole('heading', { name: 'Your cars' })).toBeFocused()

  await page.route('**/garage', (route) => route.abort(), { times: 1 })
  const keep = cars(page).getByRole('button', { name: 'Keep in my account' })
  await keep.click()
  const problem = page.getByRole('alert').filter({ hasText: 'We can’t reach the store' })
  await expect(problem).toBeVisible()
  await keep.click()
  await expect(page.getByText('2009 Honda Civic is saved')).toBeVisible()
  await expect(problem).toHaveCount(0)
  await expect(carNames(page)).toHaveText(['2009 Honda Civic'])

  // As another tab does.
  expectConsoleError(/status of 404/)
  const call = await callerFor(store, account)
  const [car] = (await call('GET', '/garage')).body.vehicles
  expect((await call('DELETE', `/garage/${car._id}`)).status).toBe(200)
  await cars(page).getByRole('button', { name: 'Remove the 2009 Honda Civic' }).click()
  await expect(cars(page)).toContainText('No car yet')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('price, stock and the main button of a part stay in view, and cover neither focus nor footer', async ({
    page,
  }) => {
    await page.goto(PART)
    const bar = page.locator('[data-order-bar]')
    // The page's main button, and no other.
    const add = bar.getByRole('button', { name: 'Add to Cart' })
    await expect(bar.getByRole('link')).toHaveCount(0)
    const fullyShown = async () => {
      for (const shown of [bar.getByText('$38.90'), bar.getByText('In stock'), add])
        await expect(shown).toBeInViewport({ ratio: 1 })
    }
    await fullyShown()
    await page.mouse.wheel(0, 900)
    await fullyShown()
    await waitForHydration(page)
    // Every link of the part that has the focus is above the bar.
    const links = page.getByRole('region', { name: 'Fits these vehicles' }).getByRole('link')
    await expect(links).not.toHaveCount(0)
    for (const link of await links.all()) {
      await tabTo(page, link)
      const [above, below] = [await link.boundingBox(), await bar.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
    }
    await page.getByRole('contentinfo').getByText('Cookie policy').scrollIntoViewIfNeeded()
    const [footer, end] = [await page.getByRole('contentinfo').boundingBox(), await bar.boundingBox()]
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(footer?.y ?? 0)
    // While the page's own button is on the screen, the bar is not.
    const part = page.getByRole('region', { name: 'The part' })
    await part.getByRole('button', { name: 'Add to Cart' }).evaluate((button) => {
      const { bottom } = button.getBoundingClientRect()
      scrollBy(0, bottom + 12 - innerHeight)
    })
    await expect(bar).toBeHidden()
    await part.getByRole('textbox', { name: 'Quantity' }).fill('3')
    await page.getByRole('region', { name: 'Fits these vehicles' }).scrollIntoViewIfNeeded()
    await add.click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Added 3 × Ceramic')
  })

  test('the bar is on phones only', async ({ page }) => {
    await page.setViewportSize({ width: 641, height: 740 })
    await page.goto(PART)
    await expect(page.locator('[data-order-bar]')).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the header leads to the finder', async ({ page }) => {
    await page.goto(PART)
    await chip(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Garage')
    await page.getByLabel('Vehicle or VIN').fill('2009 honda civic')
    await page.getByRole('button', { name: 'Find Vehicle' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for 2009 Honda Civic')
  })
})
