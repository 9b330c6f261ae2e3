import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

const AT = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'

test('A part’s page has its specifications and the numbers that it replaces, and nothing twice', async ({
  page,
}) => {
  await page.goto(AT)
  const part = page.getByRole('region', { name: 'The part' })
  const facts = part.getByRole('definition')
  await expect(facts).toHaveText([
    'Ceramic',
    '16.8 mm',
    'Front',
    'Yes',
    'New',
    '3.6 lb',
    'DL-BRK-0942, DL-BRK-0943',
  ])
  await expect(
    part.getByText(
      '30 days to return a part that was never installed. You pay the postage, unless the part was',
    ),
  ).toBeVisible()
  for (const once of ['DL-BRK-1042', 'Gripstone']) await expect(part.getByText(once)).toHaveCount(1)
  await expectAccessible(page, 'a part with specifications')
  const json = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(json).toContain('"name":"Thickness","value":"16.8","unitText":"mm"')
})

test('With a saved car, the other parts on a page are those that fit it', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('vehicle', 'make=Honda&year=2009&model=Civic&engine=1.8-4&name=2009+Honda+Civic'),
  )
  await page.goto('/parts/ceramic-brake-pads-front-mid-size-sedan-dlbrk1063')
  const others = page.getByRole('region', { name: /^Brakes for your 2009 Honda Civic/ })
  await expect(others.getByRole('article').filter({ hasText: 'DL-BRK-1042' })).toContainText(
    'Fits your Civic',
  )
  await expect(others.getByRole('article').filter({ hasNotText: /Fits your Civic|Fits if/ })).toHaveCount(0)
})

test('A list shows two specifications of each part', async ({ page }) => {
  await page.goto('/categories/brakes')
  const row = page.getByRole('article').filter({ hasText: 'DL-BRK-1042' })
  await expect(row).toContainText('Material Ceramic · Thickness 16.8 mm')
})

test('An admin adds, moves and removes the specifications of a category, and gives a part values', async ({
  page,
  store,
}) => {
  const category = `Gauges ${crypto.randomUUID().slice(0, 6)}`
  const product = await addProduct(store, { category })
  await logIn(page, demoAdmin, `/dashboard/specifications?category=${encodeURIComponent(category)}`)
  const add = async (name: string, unit: string) => {
    await page.getByRole('button', { name: 'Add specification' }).click()
    const row = page.getByRole('listitem').last()
    await row.getByLabel('Name').fill(name)
    await row.getByLabel('Unit').fill(unit)
  }
  await add('Range', 'psi')
  await add('Dial', '')
  await page.getByRole('button', { name: 'Move Dial up' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Specifications of ${category} saved`)).toBeVisible()
  await expectAccessible(page, 'the specifications of a category')

  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await page.getByLabel('Range (psi)').fill('0 to 100')
  await page.getByLabel('Condition').selectOption('Used')
  await page.getByLabel('GTIN').fill('036000291453')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText(/This is not a GTIN/).first()).toBeVisible()
  await page.getByLabel('GTIN').fill('036000291452')
  await expectAccessible(page, 'the product form')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()

  await page.goto(`/dashboard/specifications?category=${encodeURIComponent(category)}`)
  await page.getByRole('button', { name: 'Remove Range' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove Range?' })
  await expect(dialog).toContainText('1 part has Range.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('listitem').getByLabel('Name')).toHaveCount(1)
})
