import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, demoAdmin, logIn } from './support/users.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save the delivery' })
const tryIt = (page: Page) => page.getByRole('region', { name: 'Try it' })
const offered = (page: Page, name: string) =>
  tryIt(page).getByRole('listitem').filter({ hasText: name }).first()

test('An admin changes what a delivery costs, tries it before it is saved, and loses nothing to others', async ({
  page,
  newVisitor,
  expectConsoleError,
}) => {
  expectConsoleError(/409/)
  await logIn(page, demoAdmin, '/dashboard')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Delivery' }).click()
  await expect(offered(page, 'Ground')).toContainText('$8.99')
  await expect(offered(page, 'Ground')).toContainText('$49.00 more for free delivery')
  await expectAccessible(page, 'the delivery')

  await test.step('what is not carried says why', async () => {
    await tryIt(page).getByLabel('ZIP code').fill('99501')
    await tryIt(page).getByLabel('Dangerous goods').check()
    await expect(offered(page, 'Expedited')).toContainText(
      "We can't deliver the part to Alaska and Hawaii by Expedited: Ground or Freight only. Remove it, or call us.",
    )
    await tryIt(page).getByLabel('Dangerous goods').uncheck()
    await tryIt(page).getByLabel('ZIP code').fill('60602')
  })

  await test.step('a country to which nothing is sent is not offered a delivery', async () => {
    for (const [typed, shown] of [
      ['d', 'Enter a country by its two letters, such as US.'],
      ['de', 'Nothing is sent to Germany: it is not among the “Countries to send to” of Tax.'],
    ] as const) {
      await tryIt(page).getByLabel('Country').fill(typed)
      await expect(tryIt(page).getByRole('status')).toHaveText(shown)
    }
    await expectAccessible(page, 'a country to which nothing is sent')
    await tryIt(page).getByLabel('Country').fill('us')
    await expect(offered(page, 'Ground')).toContainText('$8.99')
  })

  await test.step('a price is changed in its dialog, and tried before it is saved', async () => {
    await page.getByRole('button', { name: 'Prices of Ground to the 48 states' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, 'the prices of a method')
    await dialog.getByLabel('Price, in $').nth(1).fill('6.50')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(dialog.getByText('Must cost at least as much as the step before')).toBeVisible()
    await expect(dialog.getByLabel('Price, in $').nth(1)).toBeFocused()
    await dialog.getByLabel('Price, in $').nth(1).fill('9.25')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(offered(page, 'Ground')).toContainText('$9.25')
  })

  await test.step('a zone without a valid area is refused at its field, and stays', async () => {
    await page.getByRole('button', { name: 'Add a zone' }).click()
    await page.getByLabel('Zone', { exact: true }).last().fill('Chicago')
    await page.getByLabel('Areas').last().fill('US 606*\nUS Ilinois')
    await save(page).click()
    await expect(page.getByText('Line 2: Must be a state by its name or code, such as AL')).toBeVisible()
    await expect(page.getByLabel('Areas').last()).toBeFocused()
    await expect(tryIt(page)).toContainText('Correct the delivery to see its prices.')
    await expectAccessible(page, 'the delivery with an error')
    await page.getByLabel('Areas').last().fill('US 606*')
    await expect(offered(page, 'Ground')).toContainText("it doesn't go there")
    await page.getByRole('button', { name: 'Prices of Ground to Chicago' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add a step' }).click()
    await dialog.getByLabel('Price, in $').fill('4')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('$4.00, any weight')).toBeVisible()
    await expect(offered(page, 'Ground')).toContainText('$4.00')
  })

  const other = await newVisitor()
  await logIn(other, demoAdmin, '/dashboard/delivery')
  await save(page).click()
  await expect(page.getByText('Delivery saved')).toBeVisible()
  await page.reload()
  await expect(offered(page, 'Ground')).toContainText('$4.00')

  await test.step('another admin who loaded it before does not overwrite it', async () => {
    await other.getByLabel('Method', { exact: true }).first().fill('Truck')
    await save(other).click()
    await expect(other.getByRole('alert')).toContainText('Another admin has changed the delivery since.')
    await expect(other.getByLabel('Method', { exact: true }).first()).toHaveValue('Truck')
    await other.getByRole('button', { name: 'Load it again' }).click()
    await expect(other.getByLabel('Method', { exact: true }).first()).toHaveValue('Ground')
    await expect(other.getByRole('alert')).toHaveCount(0)
  })

  await test.step('zones and methods are moved and removed', async () => {
    await page.getByRole('button', { name: 'Move Freight up' }).click()
    await page.getByRole('button', { name: 'Remove zone Chicago' }).click()
    await expect(page.getByRole('button', { name: 'Add a zone' })).toBeFocused()
    await expect(offered(page, 'Ground')).toContainText('$9.25')
    await expect(tryIt(page).getByRole('listitem').nth(2)).toContainText('Freight')
    await page.getByRole('button', { name: 'Undo typing' }).click()
    await expect(offered(page, 'Ground')).toContainText('$4.00')
  })

  await test.step('the delivery is again as it was: the tests of a worker share a store', async () => {
    await page.getByRole('button', { name: 'Remove zone Chicago' }).click()
    await page.getByRole('button', { name: 'Prices of Ground to the 48 states' }).click()
    await page.getByRole('dialog').getByLabel('Price, in $').nth(1).fill('8.99')
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await save(page).click()
    await expect(page.getByText('Delivery saved')).toBeVisible()
    await expect(offered(page, 'Ground')).toContainText('$8.99')
  })

  await page.goto('/dashboard/audit?kind=settings')
  const entry = page.getByRole('row').filter({ hasText: 'Delivery changed' }).first()
  await expect(entry).toContainText('Chicago: US 606')
  await entry.getByRole('link', { name: 'settings delivery' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delivery')
})

test('A full list of methods says why none can be added', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/delivery')
  const add = page.getByRole('button', { name: 'Add a method' })
  const methods = page.getByLabel('Method', { exact: true })
  await expect(methods).not.toHaveCount(0)
  for (let count = await methods.count(); count < 50; count += 1) await add.click()
  await expect(methods).toHaveCount(50)
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await expect(add).toHaveAccessibleDescription('50 are the most. Remove one to add another.')
  await add.press('Enter')
  await expect(methods).toHaveCount(50)
  await page.getByRole('button', { name: 'Remove method 50' }).click()
  await expect(add).toBeFocused()
  await expect(add).toHaveAccessibleDescription('')
  await add.click()
  await expect(methods).toHaveCount(50)
  await page.getByRole('button', { name: 'Undo typing' }).click()
})

test('A customer keeps addresses: one is the default, and state and ZIP must agree', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_CONNECTION_RESET.*\/addresses/)
  await logIn(page, await addUser(store), '/dashboard/addresses')
  await expect(page.getByText('No addresses yet')).toBeVisible()
  await expectAccessible(page, 'an empty address book')
  const dialog = page.getByRole('dialog')
  const add = async (name: string) => {
    await page.getByRole('button', { name: 'Add an address' }).click()
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Street address').fill('12 Gasket Lane')
    await dialog.getByLabel('City').fill('Chicago')
    await dialog.getByLabel('State').selectOption('Indiana')
    await dialog.getByLabel('ZIP code').fill('60602')
    await dialog.getByLabel('Phone').fill('(217) 555-0142')
    await expect(dialog.getByText('60602 is in Illinois. Check the state or the ZIP.')).toBeVisible()
    await dialog.getByLabel('State').selectOption('Illinois')
    await expect(dialog.getByText('60602 is in Illinois.')).toBeHidden()
  }
  await add('Robin Fielder')
  await expectAccessible(page, 'the form of an address')
  await dialog.getByRole('button', { name: 'Add address' }).click()
  const cards = page.getByRole('region', { name: 'Saved addresses' }).getByRole('listitem')
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toContainText('Chicago, IL 60602')
  await expect(cards.first()).toContainText('Default')

  await add('Ana Berg')
  await test.step('elsewhere there is no list of states', async () => {
    await dialog.getByLabel('Country').selectOption('Germany')
    await expect(dialog.getByLabel('State')).toHaveCount(0)
    await expect(dialog.getByLabel('Region')).toHaveValue('')
    await dialog.getByLabel('City').fill('Berlin')
    await dialog.getByLabel('Postal code').fill('10115')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(cards.nth(1)).toContainText('10115 Berlin')
    await expect(cards.nth(1)).toContainText('GERMANY')
  })
  await test.step('Canada has a list of provinces, and a lost response makes no second address', async () => {
    await page.getByRole('button', { name: 'Add an address' }).click()
    await dialog.getByLabel('Name').fill('Remy Roy')
    await dialog.getByLabel('Street address').fill('90 Wellington Street')
    await dialog.getByLabel('City').fill('Ottawa')
    await dialog.getByLabel('Country').selectOption('Canada')
    await dialog.getByLabel('Province or territory').selectOption('Quebec')
    await dialog.getByLabel('Postal code').fill('m5v2t6')
    await dialog.getByLabel('Phone').fill('(613) 555-0142')
    await expect(dialog.getByText('M5V 2T6 is in Ontario. Check the province')).toBeVisible()
    await dialog.getByLabel('Province or territory').selectOption('Ontario')
    await expectAccessible(page, 'the form of an address in Canada')
    // The store adds the address; its response is lost, and the customer presses again.
    await page.route('**/addresses', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/addresses')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(cards.nth(2)).toContainText('Ottawa ON M5V 2T6')
    await expect(cards).toHaveCount(3)
    await cards.nth(2).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(cards).toHaveCount(2)
  })
  await cards.nth(1).getByRole('button', { name: 'Make default' }).click()
  await expect(page.getByText('Default address changed')).toBeVisible()
  await expect(cards.nth(1).getByText('Default', { exact: true })).toBeVisible()
  await expectAccessible(page, 'an address book')

  await cards.nth(1).getByRole('button', { name: 'Change' }).click()
  await dialog.getByLabel('Company').fill('Berg Werkstatt')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(cards.nth(1)).toContainText('Berg Werkstatt')

  await cards.nth(1).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(cards).toHaveCount(1)
  await expect(cards.first().getByText('Default', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved addresses' })).toBeFocused()
})

test('A saved address that is invalid today says so, and its form at the field', async ({ page, store }) => {
  const account = await addUser(store)
  await logIn(page, account, '/dashboard/addresses')
  await inDatabase(
    store,
    `insert into addresses (account_id, place, name, line1, city, region, postal, country, phone, is_default)
     select id, 1, 'Robin', '12 Gasket Lane', 'Chicago', 'IN', '60602', 'US', '(217) 555-0142', true
     from accounts where email = $1`,
    [account.email],
  )
  await page.reload()
  const problem = '60602 is in Illinois. Check the state or the ZIP.'
  await expect(page.getByRole('alert')).toContainText(problem)
  await expectAccessible(page, 'an address book with an invalid address')
  await page.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(problem)).toBeVisible()
  await dialog.getByLabel('State').selectOption('Illinois')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(problem)).toHaveCount(0)
})
