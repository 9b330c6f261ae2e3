import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, callerFor, demoAdmin, logIn } from './support/users.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' })

const chicago = {
  name: 'Robin Fielder',
  line1: '12 Gasket Lane',
  city: 'Chicago',
  region: 'IL',
  postalCode: '60602',
  country: 'US',
  phone: '(217) 555-0142',
}

/** Orders a part to Chicago. */
async function orderToChicago(store: { url: string }) {
  const call = await callerFor(store, await addUser(store))
  const { id: productId } = await addProduct(store)
  const { revision } = (await call('POST', '/cart/lines', { productId, quantity: 1 })).body
  const { total, methodId } = (await call('POST', '/cart/quote', { address: chicago })).body
  const body = { revision, expectedTotal: total, address: chicago, methodId }
  expect((await call('POST', '/checkout', body)).status).toBe(201)
}

test('An admin adds a tax region, tries it, ends it and deletes it; the audit tells', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/tax-regions/)
  expectConsoleError(/status of 4(?:22|09).* at .*\/tax-region\//)
  await logIn(page, demoAdmin, '/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Tax' }).click()
  await expect(row(page, 'Illinois')).toContainText('6.25%')
  await expect(row(page, 'California')).toContainText('core deposits')
  await expectAccessible(page, 'tax')

  await test.step('what is missing or overlaps is refused, and stays', async () => {
    await page.getByRole('button', { name: 'Add region' }).click()
    await dialog(page).getByLabel('Country').fill('')
    await dialog(page).getByRole('button', { name: 'Add region' }).click()
    await expect(dialog(page).getByText('Enter the rate')).toBeVisible()
    await expect(dialog(page).getByLabel('Name')).toBeFocused()
    await expectAccessible(page, 'a new tax region with errors')
    await dialog(page).getByLabel('Name').fill('Mount Vernon')
    await dialog(page).getByLabel('Rate in percent').fill('10.25')
    await dialog(page).getByLabel('Country').fill('us')
    await dialog(page).getByLabel('State').fill('il')
    await dialog(page).getByRole('button', { name: 'Add region' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('“Illinois” already has a rate for IL, US')
    await dialog(page).getByLabel('First postal code').fill('628')
    await dialog(page).getByLabel('Last postal code').fill('629')
    await dialog(page).getByRole('button', { name: 'Add region' }).click()
    await expect(page.getByText('Mount Vernon added')).toBeVisible()
    await expect(row(page, 'Mount Vernon')).toContainText('628 – 629, IL, US')
  })

  await test.step('the most precise region is tried by the rules of the checkout', async () => {
    await tryIt(page).getByLabel('To state').fill('')
    await tryIt(page).getByLabel('Postal code').fill('62864')
    await expect(tryIt(page).getByRole('status')).toContainText('Mount Vernon, 628 – 629, IL, US: 10.25%')
    // $100.00 × 10.25 %; delivery is not taxed there.
    await expect(tryIt(page).getByRole('status')).toContainText('Tax of the part$10.25')
    await expect(tryIt(page).getByRole('status')).toContainText('Total$120.25')
    // Illinois taxes delivery: $6.25 and 62.5 cents, half up.
    await tryIt(page).getByLabel('Postal code').fill('61602')
    await expect(tryIt(page).getByRole('status')).toContainText('Tax of the delivery$0.63')
    await tryIt(page).getByLabel('To country').fill('DE')
    await expect(tryIt(page).getByRole('status')).toContainText('No tax')
    await tryIt(page).getByLabel('Delivery ($)').fill('ten')
    await expect(tryIt(page).getByText('Enter dollars, such as 45.50')).toBeVisible()
    await expectAccessible(page, 'trying a tax')
  })

  await page.getByRole('button', { name: 'Last day… of Mount Vernon' }).click()
  await dialog(page).getByLabel('Last day').fill('2020-01-01')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Enter a day that is not before the first')).toBeVisible()
  await expectAccessible(page, 'the last day of a tax region')
  await dialog(page).getByLabel('Last day').fill('2099-12-31')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Mount Vernon')).toContainText('Dec 31, 2099')

  await test.step('a mistake is deleted; a region with orders is ended instead', async () => {
    await page.getByRole('button', { name: 'Delete… Mount Vernon' }).click()
    const confirm = page.getByRole('alertdialog', { name: 'Delete Mount Vernon?' })
    await expect(confirm).toContainText('10.25% for 628 – 629, IL, US')
    await expectAccessible(page, 'deleting a tax region')
    await confirm.getByRole('button', { name: 'Keep it' }).click()
    await expect(row(page, 'Mount Vernon')).toBeVisible()
    await page.getByRole('button', { name: 'Delete… Mount Vernon' }).click()
    await confirm.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Mount Vernon deleted')).toBeVisible()
    await expect(row(page, 'Mount Vernon')).toHaveCount(0)
    await orderToChicago(store)
    await page.getByRole('button', { name: 'Delete… Illinois' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Orders have been placed with the tax of “Illinois”')).toBeVisible()
    await expect(row(page, 'Illinois')).toBeVisible()
  })

  await page.goto('/dashboard/audit?kind=settings')
  await expect(page.getByRole('row').filter({ hasText: 'Tax region deleted' })).toContainText('Mount Vernon')
  const entry = page.getByRole('row').filter({ hasText: 'Last day of a tax region changed' }).first()
  await expect(entry).toContainText('2099-12-31')
})

test('An admin changes the sales settings, unless another one has', async ({
  page,
  newVisitor,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/sales-settings/)
  await logIn(page, demoAdmin, '/dashboard/tax')
  const other = await newVisitor()
  await logIn(other, demoAdmin, '/dashboard/tax')
  const form = (whose: Page) => whose.getByRole('form', { name: 'Sales settings' })
  const save = (whose: Page) => form(whose).getByRole('button', { name: 'Save the settings' })

  await form(page).getByLabel('Days to return a core').fill('0')
  await save(page).click()
  await expect(form(page).getByText('Enter at least 1')).toBeVisible()
  await form(page).getByLabel('Days to return a core').fill('90')
  await form(page).getByLabel('Prices').selectOption('Prices have the tax in them')
  await form(page).getByLabel('Country', { exact: true }).fill('us')
  await form(page).getByLabel('Countries to send to').fill('us, ca')
  await save(page).click()
  await expect(page.getByText('Sales settings saved')).toBeVisible()
  await expect(form(page).getByLabel('Countries to send to')).toHaveValue('US, CA')
  await expect(tryIt(page).getByRole('status')).toContainText('Tax, in the total')

  await test.step('the other admin’s change is refused, and what was typed stays', async () => {
    await form(other).getByLabel('Tax number').fill('EIN 12-3456789')
    await save(other).click()
    await expect(form(other).getByRole('alert')).toContainText('Another admin has changed these settings')
    await expect(form(other).getByLabel('Tax number')).toHaveValue('EIN 12-3456789')
    await form(other).getByRole('button', { name: 'Load them again' }).click()
    await expect(form(other).getByLabel('Days to return a core')).toHaveValue('90')
    await expect(form(other).getByLabel('Tax number')).toHaveValue('')
  })

  await test.step('what is not saved is not lost by a press', async () => {
    await form(other).getByLabel('Tax number').fill('EIN 1')
    await other.getByRole('link', { name: 'Audit' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click()
    await expect(form(other).getByLabel('Tax number')).toHaveValue('EIN 1')
  })
  await form(other).getByLabel('Tax number').fill('')
  await form(other).getByLabel('Prices').selectOption('Tax is added to prices')
  await form(other).getByLabel('Countries to send to').fill('US')
  await form(other).getByLabel('Days to return a core').fill('180')
  await save(other).click()
  await expect(other.getByText('Sales settings saved')).toBeVisible()
})
