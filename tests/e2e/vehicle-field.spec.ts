import { expectAccessible } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'

/** Types into the finder of the page, and finds. */
async function find(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Vehicle or VIN').fill(typed)
  await page.getByRole('button', { name: 'Find Vehicle' }).click()
}

const choices = (page: Page) =>
  Promise.all(
    ['Make', 'Year', 'Model', 'Engine Model'].map((label) =>
      page.getByLabel(label, { exact: true }).inputValue(),
    ),
  )

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('Words fill in the finder, and the remaining words are searched', async ({ page }) => {
      await page.goto('/')
      await find(page, '2008 honda civic 1.8 brake pads')
      await expect(page).toHaveURL('/parts?make=Honda&year=2008&model=Civic&engine=1.8-4&q=brake+pads')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Parts for 2008 Honda Civic, 1\.8 L/)
      expect(await choices(page)).toEqual(['Honda', '2008', 'Civic', '1.8-4'])
      await expect(page.getByLabel('Find a part')).toHaveValue('brake pads')
    })

    test('A VIN finds its vehicle, and is not in any URL', async ({ page }) => {
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await page.goto('/')
      await find(page, '1FTFW1ET2DA000001')
      await expect(page).toHaveURL('/parts?make=Ford&year=2013&model=F-150&engine=3.5-6')
      expect(await choices(page)).toEqual(['Ford', '2013', 'F-150', '3.5-6'])
      expect(addresses.filter((address) => /1FTFW/i.test(address))).toEqual([])
    })

    test('Text without a vehicle is refused next to the field, and the search stays', async ({
      page,
      expectConsoleError,
    }) => {
      expectConsoleError(/status of 422/)
      await page.goto('/parts?category=Brakes')
      await page.getByRole('main').getByText('Add your vehicle').click()
      await find(page, '1HGCM82643A004352')
      const field = page.getByLabel('Vehicle or VIN')
      await expect(field).toHaveAccessibleDescription(/check digit/)
      await expect(field).toHaveValue('1HGCM82643A004352')
      await expect(field).toBeFocused()
      expect(page.url()).not.toContain('1HGCM')
      await find(page, '2008 honda civic')
      await expect(page).toHaveURL('/parts?make=Honda&year=2008&model=Civic&category=Brakes')
    })
  })

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
}))
  test.describe(`on a ${device}`, () => {
    test.use({ viewport })

    test('A VIN that is typed, pasted and submitted in the header is in no URL', async ({
      page,
      expectConsoleError,
    }) => {
      expectConsoleError(/status of 422/)
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      const field = page.getByRole('banner').getByLabel('Find a part').locator('visible=true')
      const list = page.getByRole('listbox', { name: 'Suggestions' })
      const f150 = '/parts?make=Ford&year=2013&model=F-150&engine=3.5-6'
      await visit(page, '/')
      // Suggestions are at work.
      await field.fill('brak')
      await expect(list).toBeVisible()
      await field.fill('')
      await field.pressSequentially('1FTFW1ET2DA000001', { delay: 200 })
      await expect(list).toBeHidden()
      await field.press('Enter')
      await expect(page).toHaveURL(f150)
      await expect(field).toHaveValue('')

      await field.fill('1FTFW1ET2DA000001 brake pads')
      await field.press('Enter')
      await expect(page).toHaveURL(`${f150}&q=brake+pads`)

      await field.fill('1FTFW1ET2DA000002')
      await field.press('Enter')
      const refused = page.getByLabel('Vehicle or VIN')
      await expect(refused).toHaveAccessibleDescription(/check digit/)
      await expect(refused).toHaveValue('1FTFW1ET2DA000002')

      expect(addresses.filter((address) => /suggestions.*1FTFW1ET2DA/i.test(address))).not.toEqual([])
      expect(addresses.filter((address) => /1FTFW1ET2DA0/i.test(address))).toEqual([])
    })
  })

for (const javaScriptEnabled of [true, false])
  test(`The header's search is posted ${javaScriptEnabled ? 'before scripts run' : 'without scripts'}`, async ({
    browser,
    store,
  }) => {
    const page = await browser.newPage({ baseURL: store.url, javaScriptEnabled })
    await page.route(/\.js$/, () => undefined)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const field = page.getByRole('banner').getByLabel('Find a part').locator('visible=true')
    await page.goto('/')
    await field.fill('1FTFW1ET2DA000001')
    await field.press('Enter')
    await expect(page).toHaveURL('/parts?make=Ford&year=2013&model=F-150&engine=3.5-6')
    await field.fill('brake pads')
    await field.press('Enter')
    await expect(page).toHaveURL(/\/parts\?q=brake\+pads/)
    expect(addresses.filter((address) => address.includes('1FTFW'))).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.close()
  })

test('A vehicle among the words of a search becomes the searched vehicle', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('search', { name: 'All parts' })
    .getByLabel('Find a part')
    .fill('2008 honda civic brake pads')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?make=Honda&year=2008&model=Civic&q=brake+pads')
  await expect(page.getByRole('article').first()).toContainText('Brake Pads')
})

test('A model among the words of a search is searched in every year, until one is chosen', async ({
  page,
}) => {
  await visit(page, '/parts')
  await page.getByLabel('Find a part').fill('civic brake pads')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/parts?make=Honda&model=Civic&q=brake+pads')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for Honda Civic')
  await expect(page.getByRole('article').first()).toContainText('Brake Pads')
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('Civic')
  await expect(page.getByLabel('Engine Model')).toHaveText('Choose a year first')
  await page.getByLabel('Year', { exact: true }).selectOption('2008')
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('Civic')
  await expect(page.getByLabel('Engine Model')).toBeEnabled()
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await expect(page).toHaveURL('/parts?q=brake+pads&make=Honda&year=2008&model=Civic&engine=')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for 2008 Honda Civic')
})

test('A model chosen before its year is kept by a press before the options have arrived', async ({
  page,
}) => {
  await visit(page, '/parts?make=Honda&model=Civic&q=brake+pads')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/vehicles\?/, async (route) => {
    await answered
    await route.fallback()
  })
  await page.getByLabel('Year', { exact: true }).selectOption('2008')
  await expect(page.getByLabel('Model', { exact: true })).toHaveValue('Civic')
  await expect(page.getByLabel('Engine Model')).toBeDisabled()
  await page.getByRole('button', { name: 'Find My Parts' }).click()
  await expect(page).toHaveURL(/make=Honda&year=2008&model=Civic/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Parts for 2008 Honda Civic')
  answer()
})

test('axe finds no issues next to a refused vehicle', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 422/)
  await page.goto('/parts')
  await page.getByRole('main').getByText('Add your vehicle').click()
  await find(page, 'flux capacitor')
  await expect(page.getByLabel('Vehicle or VIN')).toHaveAccessibleDescription(/don’t know this vehicle/)
  await expectAccessible(page, 'a vehicle that is not known')
})
