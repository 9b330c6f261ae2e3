// Long because one vehicle is followed from the finder over all places that know it, with one way to measure what moves on the screen.
import { randomUUID } from 'node:crypto'
import type { Route } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { stockPart } from './support/goods.ts'
import { press, tabTo } from './support/keyboard.ts'
import { logIn, logOut, openAccount } from './support/people.ts'
import { untilHydrated } from './support/hydrated.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.describe.configure({ mode: 'parallel' })

const CIVIC = '/parts?make=Honda&year=2009&model=Civic'
const WITH_ENGINE = `${CIVIC}&engine=1.8-4`

/** What the four boxes of the finder show. */
const finder = (page: Page) =>
  page
    .getByRole('combobox', { name: /^(Make|Year|Model|Engine Model)$/ })
    .evaluateAll((boxes: HTMLSelectElement[]) => boxes.map((box) => box.value))
const boxes = {
  civic: ['Honda', '2009', 'Civic', ''],
  // It has one engine only.
  corolla: ['Toyota', '2008', 'Corolla', '1.8-4'],
  empty: ['', '', '', ''],
}
const expectFinder = (page: Page, wanted: string[]) => expect.poll(() => finder(page)).toEqual(wanted)

const forgetButton = (page: Page) => page.getByRole('button', { name: 'Forget this vehicle' })

/** Looks at the parts for a vehicle, as the finder leads there, until it is remembered. */
async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(forgetButton(page)).toBeVisible()
}

/**
 * Goes to a page whose scripts come once it is painted, waits until they did what they do, and answers how far anything
 * moved meanwhile, as a browser's layout shift.
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
  test(`At ${width} px the vehicle that somebody chose is filled in when they come back, and nothing moves`, async ({
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
    await expect(forgetButton(page)).toBeVisible()

    const filledIn = () => expectFinder(page, ['Honda', '2009', 'Civic', '1.8-4'])
    const forVehicle = () => expect(forgetButton(page)).toBeVisible()
    expect(await shiftByScripts(page, WITH_ENGINE, forVehicle), 'the parts for a vehicle').toBe(0)
    // A phone shows the parts first, and of the finder one line.
    const phoneLine = page.getByRole('main').locator('summary')
    const named = () => expect(phoneLine).toContainText('2009 Honda Civic, 1.8 L')
    expect(await shiftByScripts(page, '/parts', width === 360 ? named : filledIn), 'all parts').toBe(0)
    if (width === 360) await phoneLine.click()
    await filledIn()
    await expect(page.getByRole('heading', { level: 1 }), 'all parts are shown').toHaveText('Parts')
    const onceThereIsSomebody = async () => {
      expect(await finder(page), 'before the scripts come').toEqual(boxes.empty)
      await page.mouse.move(90, 90)
      await filledIn()
    }
    expect(await shiftByScripts(page, '/', onceThereIsSomebody), 'the home page').toBe(0)
    await page.getByRole('button', { name: 'Find My Parts' }).click()
    await expect(page).toHaveURL(WITH_ENGINE)
  })

test('The only engine of a car is remembered with it; a vehicle that is not whole is not remembered', async ({
  page,
}) => {
  await lookAt(page, '/parts?make=Honda&year=2009&model=Fit')
  await page.goto('/parts?make=Toyota&year=2009')
  await untilHydrated(page)
  await expect(forgetButton(page)).toBeHidden()
  await expectFinder(page, ['Toyota', '2009', '', ''])
  await page.getByRole('link', { name: 'Show parts for all vehicles' }).click()
  await expect(page).toHaveURL('/parts')
  await expectFinder(page, ['Honda', '2009', 'Fit', '1.5-4'])
})

test('Other tabs follow, until somebody chooses there by hand', async ({ page, context }) => {
  await page.goto('/parts')
  await expectFinder(page, boxes.empty)
  const other = await context.newPage()
  await lookAt(other, CIVIC)
  await expectFinder(page, boxes.civic)
  await lookAt(other, '/parts?make=Toyota&year=2008&model=Corolla')
  await expectFinder(page, boxes.corolla)

  await other.getByRole('button', { name: 'Forget this vehicle' }).click()
  await expectFinder(page, boxes.empty)
  await expect(page.getByLabel('Year')).toBeDisabled()

  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
  const third = await context.newPage()
  await third.goto('/parts')
  await lookAt(other, CIVIC)
  await expectFinder(third, boxes.civic)
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('A vehicle is forgotten with the keyboard alone, and stays so', async ({ page }) => {
  await lookAt(page, `${CIVIC}&category=Brakes`)
  await press(page, forgetButton(page))
  await expect(page).toHaveURL('/parts?category=Brakes')
  await expect(page.getByLabel('Make')).toBeFocused()
  await expectFinder(page, boxes.empty)
  await page.reload()
  await untilHydrated(page)
  expect(await finder(page)).toEqual(boxes.empty)
})

test('What somebody chose before the scripts were there stands before the remembered vehicle', async ({
  page,
}) => {
  await lookAt(page, CIVIC)
  const scripts = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/')
  await page.getByLabel('Make').selectOption('Ford')
  await page.mouse.move(50, 50)
  scripts.resolve()
  await expect(page.getByLabel('Year')).toBeEnabled()
  await page.waitForLoadState('networkidle')
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('What somebody chooses while the remembered vehicle is being fetched stands', async ({ page }) => {
  await lookAt(page, CIVIC)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/vehicles\?.*model=Civic/, async (route) => {
    await answer.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/vehicles\?.*model=Civic/)
  await page.goto('/parts')
  await asked
  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
  answer.resolve()
  await page.waitForLoadState('networkidle')
  expect(await finder(page)).toEqual(['Ford', '', '', ''])
})

test('A vehicle whose choices cannot be fetched leaves the finder empty and says nothing', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED .*\/vehicles\?/)
  await lookAt(page, CIVIC)
  await page.route(/\/vehicles\?/, (route) => route.abort())
  const asked = page.waitForEvent('requestfailed')
  const inVain = async () => {
    await asked
    await page.waitForLoadState('networkidle')
  }
  expect(await shiftByScripts(page, '/parts', inVain)).toBe(0)
  expect(await finder(page)).toEqual(boxes.empty)
  await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
})

for (const [what, text, wanted] of [
  ['odd contents', '{"make":1}', boxes.empty],
  ['a car that the store does not know', 'make=Nonesuch&year=2009&model=X&name=2009+Nonesuch+X', boxes.empty],
  ['a model that is gone', 'make=Honda&year=2009&model=Gone&name=2009+Honda+Gone', ['Honda', '2009', '', '']],
] as const)
  test(`Of ${what} in the storage the finder shows what makes sense`, async ({ page }) => {
    await page.addInitScript((stored) => localStorage.setItem('vehicle', stored), text)
    await page.goto('/parts')
    await untilHydrated(page)
    await page.waitForLoadState('networkidle')
    await expectFinder(page, [...wanted])
  })

test('Where the browser stores nothing, the finder works as before', async ({ page }) => {
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
  await untilHydrated(page)
  await expect(forgetButton(page)).toBeHidden()
  await page.getByRole('link', { name: 'Show parts for all vehicles' }).click()
  await expect(page).toHaveURL('/parts')
  await expectFinder(page, boxes.empty)
  await page.getByLabel('Make').selectOption('Ford')
  await expect(page.getByLabel('Year')).toBeEnabled()
})

/** The address of a demo part. */
async function pathOf(store: { url: string }, name: string): Promise<string> {
  const answer = await fetch(`${store.url}/products?limit=500`)
  const parts = (await answer.json()) as { _id: string; name: string }[]
  const part = parts.find((one) => one.name === name)
  expect(part, name).toBeDefined()
  return `/purchase-product/${part?._id}`
}

const fits = (page: Page) => page.getByRole('region', { name: 'Fits these vehicles' })

test("A part's page says what it fits, and whether it fits the remembered vehicle", async ({
  page,
  store,
}) => {
  test.setTimeout(180_000)
  const person = await openAccount(store)
  const pads = await pathOf(store, 'Ceramic Brake Pads, Front, Compact')
  const sheet = page.getByRole('region', { name: 'The part' })
  await logIn(page, person, pads)
  await expect(fits(page).getByRole('heading')).toHaveText(['Fits these vehicles', 'Honda'])
  await expect(fits(page).getByRole('listitem')).toHaveText([
    '2006–2011 Honda Civic, 1.8 L, 4 cylinders',
    '2009–2013 Honda Fit',
  ])
  await expect(sheet, 'no vehicle is remembered').not.toContainText(/your/)

  const card = (name: string) => page.getByRole('article').filter({ hasText: name })

  await test.step('known to fit', async () => {
    await lookAt(page, WITH_ENGINE)
    await expect(
      card('Ceramic Brake Pads, Front, Compact').getByText('Fits 2009 Honda Civic, 1.8 L, 4 cylinders', {
        exact: true,
      }),
    ).toBeVisible()
    await page.goto(pads)
    await expect(
      sheet.getByText('Fits your 2009 Honda Civic, 1.8 L, 4 cylinders', { exact: true }),
    ).toBeVisible()
    await expect(sheet.getByRole('link')).toHaveCount(0)
    await expectAccessible(page, 'a part that fits')
  })

  await test.step('known for one engine, and no engine chosen', async () => {
    await lookAt(page, CIVIC)
    await expect(
      card('Ceramic Brake Pads, Front, Compact').getByText('Fits 2009 Honda Civic with some engines only', {
        exact: true,
      }),
    ).toBeVisible()
    await page.goto(pads)
    await expect(
      sheet.getByText('Fits your 2009 Honda Civic with some engines only', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page, 'a part that fits some engines')
    await press(page, sheet.getByRole('link', { name: 'Choose your engine' }))
    await expect(page).toHaveURL(CIVIC)
  })

  await test.step('known for each of its engines, and no engine chosen', async () => {
    const line = { make: 'Honda', model: 'Civic', yearFrom: 2009, yearTo: 2009 }
    const fits = ['1.8-4', '2.0-4'].map((engine) => ({ ...line, engine }))
    const { id, name } = await stockPart(store, { fits })
    await lookAt(page, CIVIC)
    await expect(card(name).getByText('Fits 2009 Honda Civic', { exact: true })).toBeVisible()
    await page.goto(`/purchase-product/${id}`)
    await expect(sheet.getByText('Fits your 2009 Honda Civic', { exact: true })).toBeVisible()
  })

  await test.step('not known to fit', async () => {
    await lookAt(page, '/parts?make=Toyota&year=2008&model=Corolla')
    await page.goto(pads)
    await expect(sheet.getByText('Not known to fit your 2008 Toyota Corolla', { exact: true })).toBeVisible()
    await expectAccessible(page, 'a part that is not known to fit')
    await press(page, sheet.getByRole('link', { name: 'See the parts that do' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Parts for 2008 Toyota Corolla/)
  })

  await test.step('no vehicles named', async () => {
    const part = await stockPart(store)
    await page.goto(`/purchase-product/${part.id}`)
    await expect(fits(page)).toContainText('No vehicles are named for this part')
    await expect(sheet).not.toContainText(/your/)
    await expectAccessible(page, 'a part without vehicles')
  })

  await test.step('logging out forgets nothing', async () => {
    await logOut(page, person)
    await expect(page).toHaveURL(/\/login/)
    await page.goto('/parts')
    await expectFinder(page, boxes.corolla)
  })
})

test('Of many vehicles eight are seen, the others when they are opened', async ({ page, store }) => {
  test.setTimeout(180_000)
  const part = await stockPart(store)
  await inDatabase(
    store,
    `insert into fitments (product_id, make, model, year_from, year_to)
     select $1, make, model, 2000, 2010 from (select distinct make, model from vehicles where make in ('Acura', 'Honda')) known
     order by make, model limit 37`,
    [part.id],
  )
  await logIn(page, await openAccount(store), `/purchase-product/${part.id}`)
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

test('A part whose vehicles cannot be loaded can be ordered, and they are asked for again', async ({
  page,
  store,
  expectComplaint,
}) => {
  test.setTimeout(180_000)
  expectComplaint(/ERR_FAILED .*\/fitments$/)
  await lookAt(page, '/parts?make=Honda&year=2009&model=Fit')
  await page.route('**/fitments', (route) => route.abort())
  await logIn(page, await openAccount(store), await pathOf(store, 'Ceramic Brake Pads, Front, Compact'))
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

  await page.unroute('**/fitments')
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
