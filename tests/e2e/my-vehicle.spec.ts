// Long because one vehicle is followed through every place that shows it, with one helper that measures layout shift.

import { randomUUID } from 'node:crypto'
import type { Request, Route } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { waitForHydration, waitForIdle } from './support/hydration.ts'
import { press, tabTo } from './support/keyboard.ts'
import { addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { logIn, logOut, addUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

const CIVIC = '/parts?make=Honda&year=2009&model=Civic'
const WITH_ENGINE = `${CIVIC}&engine=1.8-4`

/** The values of the four selects of the finder. */
const finder = (page: Page) =>
  page
    .getByRole('combobox', { name: /^(Make|Year|Model|Engine Model)$/ })
    .evaluateAll((boxes: HTMLSelectElement[]) => boxes.map((box) => box.value))
const boxes = {
  civic: ['Honda', '2009', 'Civic', ''],
  // It has only one engine.
  corolla: ['Toyota', '2008', 'Corolla', '1.8-4'],
  empty: ['', '', '', ''],
}
const expectFinder = (page: Page, wanted: string[]) => expect.poll(() => finder(page)).toEqual(wanted)

/** Unfolds the finder above a list for all vehicles. */
const addVehicle = (page: Page) => page.getByRole('main').locator('summary', { hasText: 'Add your vehicle' })
const clearVehicleButton = (page: Page) => page.getByRole('button', { name: /^Remove your / })

/** Opens the parts for a vehicle, as the finder does, and waits until it is saved. */
async function chooseVehicle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(clearVehicleButton(page)).toBeVisible()
}

/**
 * Counts the pending requests for vehicles; the result waits until there are none and their responses have
 * rendered.
 */
function trackVehicleRequests(page: Page): () => Promise<void> {
  let pending = 0
  const count = (change: number) => (request: Request) => {
    if (new URL(request.url()).pathname === '/vehicles') pending += change
  }
  page.on('request', count(1))
  page.on('requestfinished', count(-1))
  page.on('requestfailed', count(-1))
  return async () => {
    await expect.poll(() => pending).toBe(0)
    await waitForIdle(page)
  }
}

/**
 * Opens a page that hydrates after paint, waits until its scripts have run, and returns the layout shift
 * in that time.
 */
async function shiftByScripts(page: Page, path: string, done: () => Promise<void>): Promise<number> {
  const painted = Promise.withResolvers<void>()
  const wait = async (route: Route) => {
    await painted.promise
    await route.continue()
  }
  await page.route(/\.js$/, wait)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const shift = await page.evaluateHandle(async () => {
    const frames = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))
    await document.fonts.ready
    await frames()
    let sum = 0
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) sum += (entry as PerformanceEntry & { value: number }).value
    }
    const watch = new PerformanceObserver((list) => add(list.getEntries()))
    watch.observe({ type: 'layout-shift' })
    return async () => {
      await frames()
      add(watch.takeRecords())
      return sum
    }
  })
  painted.resolve()
  await done()
  await page.unroute(/\.js$/, wait)
  return shift.evaluate((sum) => sum())
}

for (const width of [360, 1280])
  test(`At ${width} px the saved vehicle is filled in on return, without a layout shift`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.getByLabel('Make').selectOption('Honda')
    await page.getByLabel('Year').selectOption('2009')
    await page.getByLabel('Model', { exact: true }).selectOption('Civic')
    await page.getByLabel('Engine Model').selectOption('1.8-4')
    await page.getByRole('button', { name: 'Find My Parts' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Parts for 2009 Honda Civic, 1\.8 L/)
    await expect(page.getByRole('banner').getByRole('link', { name: /^2009 Honda Civic/ })).toBeVisible()

    const filledIn = () => expectFinder(page, ['Honda', '2009', 'Civic', '1.8-4'])
    const forVehicle = async () => {
      await waitForHydration(page)
      await waitForIdle(page)
    }
    expect(await shiftByScripts(page, WITH_ENGINE, forVehicle), 'the parts for a vehicle').toBe(0)
    await page.goto('/parts')
    await expect(page, 'all parts').toHaveURL(WITH_ENGINE)
    const afterFirstInput = async () => {
      expect(await finder(page), 'before the scripts come').toEqual(boxes.empty)
      await page.mouse.move(90, 90)
      await filledIn()
    }
    expect(await shiftByScripts(page, '/', afterFirstInput), 'the home page').toBe(0)
    await page.getByRole('button', { name: 'Find My Parts' }).click()
    await expect(page).toHaveURL(WITH_ENGINE)
  })

test('The only engine of a car is saved with it; an incomplete vehicle is not saved', async ({ page }) => {
  await chooseVehicle(page, '/parts?make=Honda&year=2009&model=Fit')
  await page.goto('/parts?make=Toyota&year=2009')
  await waitForHydration(page)
  await expect(clearVehicleButton(page)).toBeHidden()
  await expectFinder(page, ['Toyota', '2009', '', ''])
  await page.getByRole('link', { name: 'All vehicles' }).click()
  await expect(page).toHaveURL('/parts?fit=all&make=Honda&year=2009&model=Fit&engine=1.5-4')
})

test('Other tabs follow, until the user chooses there', async ({ page, context }) => {
  await page.goto('/')
  await expectFinder(page, boxes.empty)
  const other = await context.newPage()
  await chooseVehicle(other, CIVIC)
  await expectFinder(page, boxes.civic)
  await chooseVehicle(other, '/parts?make=Toyota&year=2008&model=Corolla')
  await expectFinder(page, boxes.corolla)

  await clearVehicleButton(other).click()
  await expectFinder(page, boxes.empty)
  await expect(page.getByLabel('Year')).toBeDisabled()

  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
  const third = await context.newPage()
  await third.goto('/')
  await chooseVehicle(other, CIVIC)
  await expectFinder(third, boxes.civic)
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('A vehicle is removed by keyboard alone, permanently', async ({ page }) => {
  await chooseVehicle(page, `${CIVIC}&category=Brakes`)
  await press(page, clearVehicleButton(page))
  await expect(page).toHaveURL('/parts?category=Brakes')
  await expect(addVehicle(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expectFinder(page, boxes.empty)
  await page.reload()
  await waitForHydration(page)
  await addVehicle(page).click()
  expect(await finder(page)).toEqual(boxes.empty)
})

test('A choice made before hydration takes precedence over the saved vehicle', async ({ page }) => {
  await chooseVehicle(page, CIVIC)
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  const vehiclesLoaded = trackVehicleRequests(page)
  await page.goto('/')
  await page.getByLabel('Make').selectOption('Ford')
  await page.mouse.move(50, 50)
  scripts.resolve()
  await expect(page.getByLabel('Year')).toBeEnabled()
  await vehiclesLoaded()
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('A choice made while the saved vehicle loads takes precedence', async ({ page }) => {
  await chooseVehicle(page, CIVIC)
  const response = Promise.withResolvers<void>()
  await page.route(/\/vehicles\?.*model=Civic/, async (route) => {
    await response.promise
    await route.continue()
  })
  const request = page.waitForRequest(/\/vehicles\?.*model=Civic/)
  const vehiclesLoaded = trackVehicleRequests(page)
  await page.goto('/')
  await request
  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
  response.resolve()
  await vehiclesLoaded()
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('A saved vehicle whose options fail to load leaves the finder empty, without an error', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED .*\/vehicles\?/)
  await chooseVehicle(page, CIVIC)
  await page.route(/\/vehicles\?/, (route) => route.abort())
  const request = page.waitForEvent('requestfailed')
  const afterFailure = async () => {
    await request
    await waitForIdle(page)
  }
  expect(await shiftByScripts(page, '/', afterFailure)).toBe(0)
  expect(await finder(page)).toEqual(boxes.empty)
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
})

test('Options that failed to load are reloaded by keyboard, and the next select is focused', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED .*\/vehicles\?/)
  await page.goto('/parts')
  await waitForHydration(page)
  await addVehicle(page).click()
  await page.route(/\/vehicles\?/, (route) => route.abort(), { times: 2 })
  const make = page.getByLabel('Make')
  await make.selectOption('Honda')
  const again = page.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await press(page, again)
  await failed
  await expect(make).toBeFocused()
  await press(page, again)
  await expect(page.getByLabel('Year')).toBeFocused()
  await expect(again).toHaveCount(0)
})

for (const [what, text, wanted, requests] of [
  ['invalid text', '{"make":1}', boxes.empty, false],
  ['an unknown car', 'make=Nonesuch&year=2009&model=X&name=2009+Nonesuch+X', boxes.empty, true],
  [
    'an unknown model',
    'make=Honda&year=2009&model=Gone&name=2009+Honda+Gone',
    ['Honda', '2009', '', ''],
    true,
  ],
] as const)
  test(`The finder shows the valid part of ${what} in storage`, async ({ page }) => {
    await page.addInitScript((stored) => localStorage.setItem('vehicle', stored), text)
    const loaded = requests && page.waitForResponse(/\/vehicles\?/)
    await page.goto('/')
    await page.mouse.move(50, 50)
    await waitForHydration(page)
    await loaded
    await waitForIdle(page)
    await expectFinder(page, [...wanted])
  })

test('The finder works when storage is denied', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const) {
      const real = Storage.prototype[name]
      Object.defineProperty(Storage.prototype, name, {
        value(this: Storage, ...values: string[]) {
          if (values[0] === 'vehicle') throw new DOMException('Refused', 'SecurityError')
          return Reflect.apply(real, this, values)
        },
      })
    }
  })
  await page.goto(CIVIC)
  await waitForHydration(page)
  await expect(clearVehicleButton(page)).toBeHidden()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Parts' }).click()
  await expect(page).toHaveURL('/parts')
  await addVehicle(page).click()
  await expectFinder(page, boxes.empty)
  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
})

/** The URL of a demo product. */
async function pathOf(store: { url: string }, name: string): Promise<string> {
  const response = await fetch(`${store.url}/products?limit=500`)
  const products = (await response.json()) as { _id: string; name: string }[]
  const product = products.find((one) => one.name === name)
  expect(product, name).toBeDefined()
  return `/purchase-product/${product?._id}`
}

const fits = (page: Page) => page.getByRole('region', { name: 'Fits these vehicles' })

test('A product page lists its vehicles, and says whether it fits the saved one', async ({ page, store }) => {
  const account = await addUser(store)
  const pads = await pathOf(store, 'Ceramic Brake Pads, Front, Compact')
  const sheet = page.getByRole('region', { name: 'The part' })
  await logIn(page, account, pads)
  await expect(fits(page).getByRole('heading')).toHaveText(['Fits these vehicles', 'Honda'])
  await expect(fits(page).getByRole('listitem')).toHaveText([
    '2006–2011 Honda Civic, 1.8 L, 4 cylindersfront · 1 set of 4 per vehicle',
    '2009–2013 Honda Fitfront · 1 set of 4 per vehicle',
  ])
  await expect(sheet, 'no vehicle is saved').not.toContainText(/your/)

  const card = (name: string) => page.getByRole('article').filter({ hasText: name })

  await test.step('fits', async () => {
    await chooseVehicle(page, WITH_ENGINE)
    await expect(
      card('Ceramic Brake Pads, Front, Compact').getByText('Fits your Civic', {
        exact: true,
      }),
    ).toBeVisible()
    await page.goto(pads)
    await expect(
      sheet.getByText('Fits your 2009 Honda Civic, 1.8 L, 4 cylinders', { exact: true }),
    ).toBeVisible()
    await expect(sheet.getByRole('link')).toHaveText(['Part details'])
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/not fit|Fits if/)
    await expectAccessible(page, 'a part that fits')
  })

  await test.step('fits one engine, and no engine chosen', async () => {
    await chooseVehicle(page, CIVIC)
    await expect(
      card('Ceramic Brake Pads, Front, Compact').getByText('Pick your engine to confirm', { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Which engine?')).toHaveCount(1)
    await expect(page.getByRole('navigation', { name: 'Engines' }).getByRole('link')).not.toHaveCount(0)
    await page.goto(pads)
    await expect(
      sheet.getByText('Fits if its engine is 1.8 L, 4 cylinders. Position: front', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Check your 2009 Honda Civic before you order')
    await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()
    await expectAccessible(page, 'a part that fits some engines')
    await press(page, sheet.getByRole('link', { name: 'Choose your engine' }))
    await expect(page).toHaveURL(`${CIVIC}&category=Brakes`)
  })

  await test.step('fits each of its engines, and no engine chosen', async () => {
    const line = { make: 'Honda', model: 'Civic', variant: null, yearFrom: 2009, yearTo: 2009 }
    const fits = ['1.3-4', '1.8-4', '2.0-4'].map((engine) => ({ ...line, engine }))
    const { id, name } = await addProduct(store, { fits })
    await chooseVehicle(page, CIVIC)
    await expect(card(name).getByText('Fits your Civic', { exact: true })).toBeVisible()
    await page.goto(`/purchase-product/${id}`)
    await expect(sheet.getByText('Fits your 2009 Honda Civic', { exact: true })).toBeVisible()
  })

  await test.step('not known to fit', async () => {
    await chooseVehicle(page, '/parts?make=Toyota&year=2008&model=Corolla')
    await page.goto(pads)
    await expect(sheet.getByText('Doesn’t fit your 2008 Toyota Corolla', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('This part isn’t listed for this vehicle')
    await expect(page.getByRole('button', { name: 'Order anyway' })).toBeVisible()
    await expectAccessible(page, 'a part that is not known to fit')
    await press(page, sheet.getByRole('link', { name: 'See parts that fit' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Brakes for 2008 Toyota Corolla/)
  })

  await test.step('no fitments', async () => {
    const product = await addProduct(store)
    await page.goto(`/purchase-product/${product.id}`)
    await expect(fits(page)).toContainText('No vehicles are listed for this part')
    await expect(sheet).not.toContainText(/your/)
    await expect(page.getByRole('main')).toContainText(/We can’t confirm this fits your 2008 Toyota Corolla/)
    await expect(page.getByRole('main')).toContainText('No vehicles are listed for this part')
    await expectAccessible(page, 'a part without vehicles')
  })

  await test.step('logging out keeps the vehicle', async () => {
    await logOut(page, account)
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/parts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Parts for 2008 Toyota Corolla/)
  })
})

test('Eight of many vehicles are visible, the others when expanded', async ({ page, store }) => {
  const product = await addProduct(store)
  await inDatabase(
    store,
    `insert into fitments (product_id, make, model, year_from, year_to)
     select $1, make, model, 2000, 2010 from (select distinct make, model from vehicles where make in ('Acura', 'Honda')) known
     order by make, model limit 37`,
    [product.id],
  )
  await logIn(page, await addUser(store), `/purchase-product/${product.id}`)
  const shown = fits(page).getByRole('listitem').filter({ visible: true })
  await expect(shown).toHaveCount(8)
  await expectAccessible(page, 'the first of many vehicles')
  await page.getByRole('spinbutton', { name: 'Quantity' }).focus()
  const all = fits(page).locator('summary')
  await expect(all).toHaveText('All 37 vehicles')
  await press(page, all)
  await expect(shown).toHaveCount(37)
  await expectAccessible(page, 'all of many vehicles')
})

test('A product whose vehicles fail to load can be ordered, and the vehicles can be reloaded', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED .*\/fitments\?/)
  await chooseVehicle(page, '/parts?make=Honda&year=2009&model=Fit')
  await page.route('**/fitments?*', (route) => route.abort())
  await logIn(page, await addUser(store), await pathOf(store, 'Ceramic Brake Pads, Front, Compact'))
  const problem = fits(page).getByRole('alert')
  await expect(problem).toContainText('The vehicles could not be loaded')
  await expectAccessible(page, 'a part whose vehicles could not be loaded')
  const address = `${randomUUID()} Gasket Lane`
  await page.getByLabel('Address').fill(address)

  const again = fits(page).getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed')
  await press(page, again)
  await failed
  await expect(again).not.toHaveAttribute('aria-busy')
  await expect(again).toBeFocused()
  await expect(problem).toBeVisible()

  await page.unroute('**/fitments?*')
  await page.keyboard.press('Enter')
  await expect(fits(page).getByRole('listitem')).toHaveCount(2)
  await expect(fits(page).getByRole('heading', { name: 'Fits these vehicles' })).toBeFocused()
  await expect(page.getByText('Fits your 2009 Honda Fit', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue(address)

  await page.unrouteAll()
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await tabTo(page, page.getByRole('button', { name: 'Order Now' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order success')).toBeVisible()
})
