// Long because it follows one form of vehicles from its first line to conflicts, failures and copies.

import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { press, tabTo } from './support/keyboard.ts'
import { PHOTO, untilUploaded } from './support/pictures.ts'
import { addProduct, fillProductForm } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { adminOf, demoAdmin, logIn } from './support/users.ts'

// No demo product fits these two.
const vibe = { Make: 'Pontiac', Model: 'Vibe', 'First year': '2003', 'Last year': '2008' }
/** The first one as the API returns it. */
const vibes = { make: 'Pontiac', model: 'Vibe', variant: null, yearFrom: 2003, yearTo: 2008, engine: null }
const ion = { Make: 'Saturn', Model: 'Ion', 'First year': '2005', 'Last year': '2007' }

const section = (page: Page) => page.getByRole('group', { name: 'Vehicles it fits' })
const lines = (page: Page) => section(page).getByRole('listitem')
const addButton = (page: Page) => section(page).getByRole('button', { name: 'Add this vehicle' })

/** Opens a new product for editing, as the admin; returns its id. */
async function editNewPart(page: Page, store: { url: string }): Promise<string> {
  const { id } = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${id}`)
  return id
}

/** Chooses in the row, each option as soon as it is available. */
async function choose(page: Page, vehicle: Record<string, string>): Promise<void> {
  for (const [label, choice] of Object.entries(vehicle))
    await section(page).getByLabel(label, { exact: true }).selectOption(choice)
}
async function add(page: Page, vehicle: Record<string, string>): Promise<void> {
  await choose(page, vehicle)
  await addButton(page).click()
}

test('An admin adds the vehicles that a product fits, and the finder finds it', async ({
  page,
  newVisitor,
}) => {
  const name = `Shift Cable ${Date.now()}`
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  await fillProductForm(page, name, { about: 'Steel, in a nylon sleeve.', price: '31', available: '7' })
  await expect(section(page)).toContainText('No vehicles added')
  await add(page, vibe)
  await add(page, { ...ion, Engine: '2.2 L, 4 cylinders' })
  await expect(lines(page)).toHaveText([
    /^2003–2008 Pontiac Vibe/,
    /^2005–2007 Saturn Ion, 2\.2 L, 4 cylinders/,
  ])
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful')).toBeVisible()
  await expect(lines(page)).toHaveCount(0)

  const visitor = await newVisitor()
  const found = visitor.getByRole('article').filter({ hasText: name })
  /** Chooses a vehicle in the finder and searches. */
  const find = async (make: string, year: string, model: string, engine: string) => {
    await visitor.goto('/')
    for (const [label, choice] of Object.entries({
      Make: make,
      Year: year,
      Model: model,
      'Engine Model': engine,
    }))
      await visitor.getByLabel(label, { exact: true }).selectOption(choice)
    await visitor.getByRole('button', { name: 'Find My Parts' }).click()
    await expect(visitor).toHaveURL(/engine=/)
  }
  await find('Pontiac', '2007', 'Vibe', '1.8 L, 4 cylinders')
  await expect(found).toBeVisible()
  await find('Saturn', '2006', 'Ion', '2.2 L, 4 cylinders')
  await expect(found).toBeVisible()
  await find('Saturn', '2006', 'Ion', '2.4 L, 4 cylinders')
  await expect(visitor.getByText(/^We have no fitment data/)).toBeVisible()

  await page.goto('/dashboard/manageProducts')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(lines(page)).toHaveCount(2)
  await section(page).getByRole('button', { name: 'Remove 2003–2008 Pontiac Vibe' }).click()
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await find('Pontiac', '2007', 'Vibe', '1.8 L, 4 cylinders')
  await expect(visitor.getByText(/^We have no fitment data/)).toBeVisible()
  await find('Saturn', '2006', 'Ion', '2.2 L, 4 cylinders')
  await expect(found).toBeVisible()
})

test('Vehicles are added and removed by keyboard, and each change is announced', async ({ page, store }) => {
  await editNewPart(page, store)
  const select = (label: string) => section(page).getByLabel(label, { exact: true })
  const make = select('Make')
  for (const [label, choice] of Object.entries(vibe)) {
    if (label === 'Make') await tabTo(page, make)
    else await tabTo(page, select(label))
    await page.keyboard.type(choice)
  }
  await press(page, addButton(page))
  await expect(make).toBeFocused()
  await expect(section(page).getByRole('status')).toHaveText('Added 2003–2008 Pontiac Vibe')
  await add(page, { Model: 'Vibe', 'First year': '2009', 'Last year': '2010' })
  await add(page, ion)
  await expect(make).toBeFocused()

  await press(page, section(page).getByRole('button', { name: 'Remove 2009–2010 Pontiac Vibe' }), 'Shift+Tab')
  await expect(section(page).getByRole('button', { name: 'Remove 2005–2007 Saturn Ion' })).toBeFocused()
  await expect(section(page).getByRole('status')).toHaveText('Removed 2009–2010 Pontiac Vibe')
  await page.keyboard.press('Enter')
  await expect(make).toBeFocused()
  await expect(lines(page)).toHaveText([/^2003–2008 Pontiac Vibe/])
})

test('The details of a line are edited by keyboard and saved', async ({ page, store }) => {
  const id = await editNewPart(page, store)
  await add(page, vibe)
  await add(page, ion)
  const line = lines(page).first()
  const details = line.getByRole('group', { name: 'Details of 2003–2008 Pontiac Vibe' })
  await press(page, line.locator('summary'), 'Shift+Tab')
  await expect(details).toBeVisible()
  await tabTo(page, details.getByLabel('Quantity per vehicle'))
  await page.keyboard.type('4')
  await details.getByLabel('Position').selectOption('front left')
  await details.getByLabel('Drive').selectOption('AWD')
  await details.getByLabel('Body').fill(' Wagon ')
  await details.getByLabel('Built from').fill('2004-05-01')
  await details.getByLabel('Built until').fill('2004-04-30')
  await expect(details).toContainText('The last day is before the first')
  await expectAccessible(page, 'details of a vehicle')
  await details.getByLabel('Built until').fill('2005-04-30')
  await tabTo(page, details.getByLabel('Only with the option'))
  await page.keyboard.type('with sport suspension')
  await details.getByLabel('Note').fill('Use the new clips')
  await expect(line).toContainText(
    '2003–2008 Pontiac Vibe · AWD · Wagon · built May 1, 2004 to Apr 30, 2005 · with sport suspension · front left · 4 per vehicle · Use the new clips',
  )
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  const admin = adminOf(store)
  expect((await admin('GET', `/product/${id}/fitments`)).body).toMatchObject([
    {
      ...vibes,
      quantity: 4,
      position: 'front left',
      drive: 'AWD',
      body: 'Wagon',
      builtFrom: '2004-05-01',
      builtTo: '2005-04-30',
      option: 'with sport suspension',
      note: 'Use the new clips',
    },
    { model: 'Ion', quantity: null, note: null },
  ])
})

test('A part with more vehicles than the form holds loses none of them', async ({ page, store }) => {
  const { id } = await addProduct(store)
  await inDatabase(
    store,
    `insert into fitments (product_id, make, model, year_from, year_to)
     select $1, 'Pontiac', 'Vibe', 1900 + n % 100, 2003 + n / 100 from generate_series(1, 250) n`,
    [id],
  )
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${id}`)
  await expect(section(page)).toContainText('This part fits 250 vehicles, too many to edit here')
  await expectAccessible(page, 'a part with too many vehicles to edit')
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Renamed Caliper')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  const admin = adminOf(store)
  expect((await admin('GET', `/product/${id}/fitments?first=1000`)).body).toHaveLength(250)
  await page.goto(`/dashboard/addProduct?copy=${id}`)
  await expect(page.getByText(/It fits too many vehicles to copy them/)).toBeVisible()
  await expect(section(page)).toContainText('No vehicles added')
})

test('The vehicles of another part are added by its number, each once', async ({ page, store }) => {
  const other = await addProduct(store, {
    name: 'Copied Gasket',
    partNumber: 'CG-77 10',
    fits: [vibes, { ...vibes, yearFrom: 2009, yearTo: 2010 }],
  })
  await editNewPart(page, store)
  const number = section(page).getByLabel('Or copy the vehicles of another part')
  const copy = section(page).getByRole('button', { name: 'Copy vehicles' })
  await copy.click()
  await expect(number).toHaveAccessibleDescription(/Enter the part number/)
  await number.fill('CG-99')
  await copy.click()
  await expect(number).toHaveAccessibleDescription(/No product has the part number CG-99\./)
  await expectAccessible(page, 'a part number that no product has')

  await add(page, vibe)
  const response = Promise.withResolvers<void>()
  await page.route(`**/products/all/${other.id}`, (route) => response.promise.then(() => route.continue()))
  const request = page.waitForRequest(`**/products/all/${other.id}`)
  await number.fill('cg7710')
  await number.press('Enter')
  await number.press('Enter')
  await request
  await add(page, ion)
  response.resolve()
  await expect(section(page).getByRole('status')).toHaveText(`Added 1 vehicle of ${other.name}`)
  await expect(lines(page)).toHaveText([/Vibe/, /Ion/, /Vibe/])
  await expect(number).not.toHaveAttribute('aria-invalid')
  await number.fill('CG-77 10')
  await copy.click()
  await expect(number).toHaveAccessibleDescription(
    new RegExp(`All vehicles of ${other.name} are in the list`),
  )
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
})

test('An incomplete or duplicate vehicle shows an error next to the row', async ({ page, store }) => {
  await editNewPart(page, store)
  await addButton(page).click()
  for (const message of ['a make', 'a model', 'the first year', 'the last year'])
    await expect(section(page).getByText(`▲ Choose ${message}`)).toBeVisible()
  await expect(section(page).getByLabel('Make')).toHaveAttribute('aria-invalid', 'true')
  await expect(section(page).getByLabel('Make')).toBeFocused()
  // Each press focuses the first select without a value.
  const choices = Object.entries(vibe)
  for (const [at, [label, choice]] of choices.entries()) {
    await section(page).getByLabel(label, { exact: true }).selectOption(choice)
    const next = choices[at + 1]?.[0]
    if (!next) break
    await expect(section(page).getByLabel(next, { exact: true })).toBeEnabled()
    await addButton(page).click()
    await expect(section(page).getByLabel(next, { exact: true })).toBeFocused()
    await expect(section(page).getByLabel(next, { exact: true })).toHaveAccessibleDescription(/Choose/)
  }
  await addButton(page).click()
  await expect(lines(page)).toHaveCount(1)
  await expect(section(page).getByLabel('Make')).not.toHaveAttribute('aria-invalid')
  await add(page, vibe)
  await expect(section(page).getByRole('alert').filter({ hasText: 'is in the list already' })).toHaveText(
    '2003–2008 Pontiac Vibe is in the list already.',
  )
  await expect(lines(page)).toHaveCount(1)
})

test('No vehicle is lost when it is unfinished, on leaving, or by a failed save', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const id = await editNewPart(page, store)
  const save = page.getByRole('button', { name: 'Save the product' })
  await choose(page, vibe)
  await save.click()
  await expect(section(page).getByText('This vehicle is not in the list yet.')).toBeVisible()
  await expect(section(page).getByLabel('Make')).toBeFocused()
  await addButton(page).click()

  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()

  await page.route(`**/product/${id}`, (request) => request.abort(), { times: 1 })
  await save.click()
  await expect(page.getByText('The product was not saved')).toBeVisible()
  await expect(lines(page)).toHaveText([/^2003–2008 Pontiac Vibe/])
  await save.click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await page.goto(`/dashboard/manageProducts/${id}`)
  await expect(lines(page)).toHaveText([/^2003–2008 Pontiac Vibe/])
})

test('A vehicle that the store refuses shows an error next to the list, and nothing else is saved', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422/)
  await editNewPart(page, store)
  await add(page, vibe)
  await add(page, { Make: 'Daihatsu', Model: 'Charade', 'First year': '1990', 'Last year': '1990' })
  await inDatabase(store, `delete from vehicles where make = 'Daihatsu'`)
  await page.getByRole('button', { name: 'Save the product' }).click()
  const refusal = section(page).getByText('Line 2: The store does not list the 1990 Daihatsu Charade.')
  await expect(refusal).toBeVisible()
  await expect(lines(page)).toHaveCount(2)
  await section(page).getByRole('button', { name: 'Remove 1990 Daihatsu Charade' }).click()
  await expect(refusal).toHaveCount(0)
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
})

test('Editing other fields preserves vehicles that another admin added concurrently', async ({
  page,
  store,
}) => {
  const id = await editNewPart(page, store)
  await expect(section(page)).toContainText('No vehicles added')
  const second = adminOf(store)
  const product = (await second('GET', `/product/${id}`)).body
  const fits = [{ make: 'Pontiac', model: 'Vibe', variant: null, yearFrom: 2003, yearTo: 2008, engine: null }]
  expect((await second('PUT', `/product/${id}`, { ...product, fits })).status).toBe(200)
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Shift Cable')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  expect((await second('GET', `/product/${id}`)).body.name).toBe('Shift Cable')
  expect((await second('GET', `/product/${id}/fitments`)).body).toMatchObject(fits)
})

test('Options can be loaded again after the store was unreachable', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  await editNewPart(page, store)
  await page.route('**/vehicles/models?*', (request) => request.abort(), { times: 1 })
  await choose(page, { Make: 'Pontiac' })
  await expect(section(page).getByText('We can’t reach the store.')).toBeVisible()
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await expect(section(page).getByLabel('Model')).toBeFocused()
  await choose(page, { Model: 'Vibe' })
})

test('A product can be edited while its vehicles fail to load, and keeps them', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const { id } = await addProduct(store, { fits: [vibes] })
  const admin = adminOf(store)

  const problem = section(page).getByRole('alert').filter({ hasText: 'could not be loaded' })
  await logIn(page, demoAdmin)
  await page.route('**/vehicles/models', (request) => request.abort())
  await page.goto(`/dashboard/manageProducts/${id}`)
  await expect(problem).toBeVisible()
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Shift Cable without vehicles')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  expect((await admin('GET', `/product/${id}`)).body.name).toBe('Shift Cable without vehicles')
  expect((await admin('GET', `/product/${id}/fitments`)).body).toMatchObject([vibes])
})

test('Vehicles that failed to load can be loaded again, and the form keeps its values', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const { id } = await addProduct(store, { fits: [vibes] })
  const admin = adminOf(store)
  await page.route('**/vehicles/models', (request) => request.abort(), { times: 2 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${id}`)
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Shift Cable')
  const again = section(page).getByRole('button', { name: 'Try again' })
  await again.click()
  await expect(section(page).getByRole('alert').filter({ hasText: 'could not be loaded' })).toBeVisible()
  await again.click()
  await expect(lines(page)).toHaveText([/^2003–2008 Pontiac Vibe/])
  await expect(section(page).getByText('Vehicles it fits')).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Shift Cable')
  await add(page, ion)
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  expect((await admin('GET', `/product/${id}`)).body.name).toBe('Shift Cable')
  expect((await admin('GET', `/product/${id}/fitments`)).body).toHaveLength(2)
})

test('A product can be added while the makes fail to load', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED/)
  await page.route('**/vehicles/models', (request) => request.abort(), { times: 1 })
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Shift Cable')
  await expect(section(page)).toContainText('The vehicles could not be loaded')
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await expect(section(page).getByText('No vehicles added')).toBeVisible()
  await add(page, vibe)
  await expect(lines(page)).toHaveCount(1)
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Shift Cable')
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('axe finds no issues on the vehicles of a product', async ({ page, store }) => {
    const { id } = await addProduct(store)
    await logIn(page, demoAdmin, `/dashboard/manageProducts/${id}`)
    await add(page, vibe)
    await add(page, { ...ion, Engine: '2.2 L, 4 cylinders' })
    await add(page, {
      Make: 'Azure Dynamics',
      Model: 'Transit Connect Electric Van/Wagon',
      'First year': '2012',
      'Last year': '2012',
    })
    await expect(lines(page)).toHaveCount(3)
    await choose(page, { Make: 'Mercedes-Benz' })
    await addButton(page).click()
    await expect(section(page).getByText('▲ Choose the last year')).toBeVisible()
    await expectAccessible(page, 'three vehicles and a row with messages')
  })
})
