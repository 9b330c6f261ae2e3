import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { press } from './support/keyboard.ts'
import { addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoAdmin, logIn, addUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const FOR_CIVIC = '/parts?make=Honda&year=2009&model=Civic'
const SAID = 'Fits the 2009 Honda Civic if it has front-wheel drive. Position: front'

const part = (page: Page) => page.getByRole('region', { name: 'The part' })

test('A customer sees the condition of a fit, orders, and the order shows it to the admins', async ({
  page,
  store,
  newVisitor,
}) => {
  const civic = { make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011, engine: null }
  const { id, name } = await addProduct(store, {
    fits: [{ ...civic, drive: 'FWD', position: 'front', quantity: 2, note: 'Needs new clips' }],
  })
  await page.goto(FOR_CIVIC)
  await waitForHydration(page)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('Fits if it has front-wheel drive')
  await card.getByRole('link', { name }).click()
  await expect(part(page)).toContainText('Fits if it has front-wheel drive')
  await expect(page.getByRole('region', { name: 'Fits these vehicles' }).getByRole('listitem')).toHaveText(
    '2006–2011 Honda CivicFWD · front · 2 pieces per vehicle · Needs new clips',
  )
  await expectAccessible(page, 'a part that fits if')

  await logIn(page, await addUser(store), `/purchase-product/${id}`)
  await expect(page.getByText('Your vehicle needs 2. 100 in stock', { exact: true })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('1')
  await expect(page.getByRole('main')).toContainText('Check your 2009 Honda Civic before you order')
  await expectAccessible(page, 'an order of a part that fits if')
  await page.getByLabel('Address').fill('1 Main Street')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await press(page, page.getByRole('button', { name: 'Order Now' }))
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(SAID)
  await expectAccessible(page, 'a payment of an order for a vehicle')
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('article', { name })).toContainText(SAID)
  await expectAccessible(page, 'an order for a vehicle')

  const counter = await newVisitor()
  await logIn(counter, demoAdmin, '/dashboard/manageAllOrders')
  await expect(counter.getByRole('row').filter({ hasText: name })).toContainText(SAID)
})

/**
 * Opens the order form of a part for the Corolla alone, as a customer with a Civic.
 * @returns the part's name.
 */
async function openOrderForCorolla(page: Page, store: Parameters<typeof addProduct>[0]): Promise<string> {
  const corolla = { make: 'Toyota', model: 'Corolla', yearFrom: 2006, yearTo: 2008, engine: null }
  const { id, name } = await addProduct(store, { fits: [corolla] })
  await page.goto(FOR_CIVIC)
  await waitForHydration(page)
  await logIn(page, await addUser(store), `/purchase-product/${id}`)
  await page.getByLabel('Address').fill('1 Main Street')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  return name
}

test('A part for another vehicle is ordered without a warning, and the order names no vehicle', async ({
  page,
  store,
}) => {
  const name = await openOrderForCorolla(page, store)
  await expect(page.getByRole('button', { name: 'Order anyway' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'For my 2009 Honda Civic' }).uncheck()
  await expect(page.getByText('This part isn’t listed for this vehicle.')).toHaveCount(0)
  await expectAccessible(page, 'an order for another vehicle')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('article', { name })).not.toContainText('Civic')
})

test('A part that does not fit can still be ordered, by a button that says that it does not fit', async ({
  page,
  store,
}) => {
  const name = await openOrderForCorolla(page, store)
  await expect(part(page)).toContainText('Doesn’t fit your 2009 Honda Civic')
  await expect(page.getByRole('main')).toContainText('This part isn’t listed for this vehicle.')
  await expectAccessible(page, 'an order of a part that does not fit')
  await page.getByRole('button', { name: 'Order anyway' }).click()
  await expect(page.getByRole('heading', { name: 'Order placed' })).toBeVisible()
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('article', { name })).toContainText(
    'Doesn’t fit the 2009 Honda Civic. This part isn’t listed for this vehicle',
  )
})
