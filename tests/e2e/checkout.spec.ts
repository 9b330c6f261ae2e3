// Long because it buys with a cart in every way that customers do.
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { visit } from './support/hydration.ts'
import { addProduct, type TestProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import {
  addUser,
  adminOf,
  callerFor,
  codeInMail,
  type Credentials,
  fillLogin,
  logIn,
} from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const chicago = {
  name: 'Robin Fielder',
  line1: '12 Gasket Lane',
  city: 'Chicago',
  region: 'IL',
  postalCode: '60602',
  country: 'US',
  phone: '(217) 555-0142',
}
const anchorage = { ...chicago, city: 'Anchorage', region: 'AK', postalCode: '99501' }

const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const order = (page: Page) => page.getByRole('region', { name: 'Your order' })
const delivery = (page: Page) => page.getByRole('group', { name: 'Delivery' })
const checkOut = (page: Page) => summary(page).getByRole('link', { name: 'Check Out' })
const placeOrder = (page: Page) => page.getByRole('button', { name: /^(Place Order|Order anyway) · \$/ })
const alert = (page: Page) => order(page).getByRole('alert')

type Store = { url: string }

/** The customer's cart has these parts; the address book has these addresses. */
async function prepare(
  store: Store,
  person: Credentials,
  parts: readonly (readonly [TestProduct, number])[],
  ...addresses: object[]
) {
  const call = await callerFor(store, person)
  for (const address of addresses) expect((await call('POST', '/addresses', address)).status).toBe(201)
  for (const [{ id: productId }, quantity] of parts)
    expect((await call('POST', '/cart/lines', { productId, quantity })).status).toBe(200)
  return call
}

test('A returning customer gets from the cart to the payment in three interactions', async ({
  page,
  store,
}) => {
  const person = await addUser(store)
  const pads = await addProduct(store, { name: 'Checkout Pads', price: 40 })
  const call = await prepare(store, person, [[pads, 2]], chicago)
  await logIn(page, person, '/cart')
  // Parts 80.00, the cheapest delivery of 2 kg 7.99, and in Illinois 6.25 % of both: 5.00 and 0.50.
  await expect(summary(page)).toContainText('Total$93.49')
  await expect(summary(page)).not.toContainText('Estimated')
  await expect(summary(page).getByLabel('Delivery to ZIP code')).toHaveValue('60602')
  await expect(summary(page)).toContainText('$19.00 more for free Ground delivery')
  await expectAccessible(page, 'a cart with its delivery')

  await checkOut(page).click()
  await expect(page).toHaveTitle(/^Checkout · /)
  await expect(page.getByRole('radio', { name: /Robin Fielder/ })).toBeChecked()
  await expect(delivery(page).getByRole('radio', { name: 'Economy by mail 5–10 days $7.99' })).toBeChecked()
  await expect(page.getByLabel('Phone')).toHaveValue(chicago.phone)
  await expect(order(page)).toContainText('You pay the postage, unless the part was damaged')
  await expectAccessible(page, 'a checkout that is filled in')
  await expect(placeOrder(page)).toHaveText('Place Order · $93.49')
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\/[\da-f-]{36}$/)
  await expect(page.getByLabel('Card number')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $93.49' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: /^Cart/ })).toHaveText('Cart')
  const [purchase] = (await call('GET', '/purchases/mine')).body
  expect(purchase).toMatchObject({
    total: 93.49,
    delivery: { name: 'Economy by mail', price: 7.99 },
    phone: chicago.phone,
    address: '12 Gasket Lane\nChicago, IL 60602',
  })
  expect(page.url()).toContain(purchase._id)
  await page.goto(`/dashboard/orders/${purchase._id}`)
  await expect(page.getByRole('region', { name: 'Delivery and payment' })).toContainText(
    'Economy by mail, 5–10 days after you pay',
  )

  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await expectAccessible(page, 'a checkout without a cart')
})

test('A visitor learns the delivery from a ZIP code alone, logs in, types an address once and orders', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 422.* at .*\/cart\/quote$/)
  const person = await addUser(store, 'Vera Visitor')
  const pads = await addProduct(store, { name: 'Visitor Pads', price: 40 })
  await visit(page, '/')
  await page.evaluate(
    (productId) => localStorage.setItem('cart', JSON.stringify([{ productId, quantity: 2 }])),
    pads.id,
  )
  await page.goto('/cart')
  await expect(summary(page)).toContainText('Estimated total')
  await expect(summary(page)).toContainText('without delivery and tax')
  const zip = summary(page).getByLabel('Delivery to ZIP code')
  await zip.fill('00000')
  await expect(summary(page)).toContainText('There is no such ZIP code. Check its five digits.')
  await zip.fill('90012')
  await expect(summary(page)).toContainText('Tax, California 7.25%')
  await summary(page)
    .getByRole('radio', { name: /^Expedited/ })
    .check()
  // Parts 80.00, Expedited 19.99, and 7.25 % of the parts.
  await expect(summary(page)).toContainText('Estimated total$105.79')
  await expectAccessible(page, 'a visitor’s cart with its delivery')
  await page.reload()
  await expect(zip).toHaveValue('90012')
  await summary(page)
    .getByRole('radio', { name: /^Expedited/ })
    .check()

  await checkOut(page).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await fillLogin(page, person)
  await expect(page).toHaveURL(/\/checkout\?method=/)
  await expect(order(page)).toContainText('Visitor Pads')
  await expect(page.getByLabel('ZIP code')).toHaveValue('90012')
  await expect(page.getByLabel('State')).toHaveValue('CA')
  await expect(page.getByLabel('Name')).toHaveValue('Vera Visitor')
  await expect(delivery(page).getByRole('radio', { name: /^Expedited/ })).toBeChecked()
  await placeOrder(page).click()
  await expect(page.getByText('Street address is required')).toBeVisible()
  await expect(page.getByLabel('Street address')).toBeFocused()
  await page.getByLabel('State').selectOption('Nevada')
  await expect(page.getByText('90012 is in California. Check the state or the ZIP.')).toBeVisible()
  await expectAccessible(page, 'a checkout with an address that is wrong')
  await page.getByLabel('State').selectOption('California')
  await page.getByLabel('Street address').fill('1 Temple Street')
  await page.getByLabel('City').fill('Los Angeles')
  await page.getByLabel('Phone').fill('(213) 555-0100')
  await expect(order(page)).not.toContainText('Estimated')
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const call = await callerFor(store, person)
  const [purchase] = (await call('GET', '/purchases/mine')).body
  expect(purchase).toMatchObject({ total: 105.79, delivery: { name: 'Expedited' }, phone: '(213) 555-0100' })
  expect((await call('GET', '/addresses')).body.addresses).toMatchObject([
    { line1: '1 Temple Street', isDefault: true },
  ])
})

test('A price that changes at the moment of placing is shown, and nothing that was typed is lost', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/checkout$/)
  const person = await addUser(store)
  const pads = await addProduct(store, { name: 'Dearer Pads', price: 40 })
  const call = await prepare(store, person, [[pads, 2]], chicago)
  await logIn(page, person, '/checkout')
  await page.getByLabel('Phone').fill('(312) 555-0199')
  await expect(placeOrder(page)).toHaveText('Place Order · $93.49')
  await adminOf(store)('PATCH', `/product/${pads.id}/price`, { was: 40, price: 41 })
  await placeOrder(page).click()
  await expect(alert(page)).toContainText('The total has changed')
  await expect(alert(page)).toContainText('It is now $95.62; it was $93.49. Nothing was ordered.')
  await expect(alert(page)).toContainText('Dearer Pads: now $41.00, was $40.00')
  await expect(page.getByLabel('Phone')).toHaveValue('(312) 555-0199')
  await expectAccessible(page, 'a checkout whose total has changed')
  await expect(placeOrder(page)).toHaveText('Place Order · $95.62')
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  expect((await call('GET', '/purchases/mine')).body).toMatchObject([
    { total: 95.62, phone: '(312) 555-0199' },
  ])
})

test('A part that is sold out at the moment of placing is named, with the way back to the cart', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/checkout$/)
  const [person, other] = [await addUser(store), await addUser(store)]
  const rare = await addProduct(store, { name: 'Rare Caliper', price: 40, available: 2 })
  await prepare(store, person, [[rare, 1]], chicago)
  await logIn(page, person, '/checkout')
  await expect(placeOrder(page)).toBeEnabled()
  await (
    await callerFor(store, other)
  )('POST', '/order', {
    productId: rare.id,
    orderQty: 1,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  await inDatabase(store, 'update products set available = 0 where id = $1', [rare.id])
  await placeOrder(page).click()
  await expect(alert(page)).toContainText('Rare Caliper: Sold out right now.')
  await alert(page).getByRole('link', { name: 'Change your cart' }).click()
  await expect(page).toHaveURL('/cart')
  const blocked = summary(page).getByRole('button', { name: 'Check Out' })
  await expect(blocked).toHaveAccessibleDescription(/Rare Caliper: Sold out right now\./)
  await blocked.click()
  await expect(summary(page).locator(':focus')).toContainText('Before you check out')
  await expectAccessible(page, 'a cart that cannot be checked out')
  await inDatabase(store, 'update products set available = 1 where id = $1', [rare.id])
})

test('A part that cannot be delivered says why, and another address mends it', async ({ page, store }) => {
  const person = await addUser(store)
  const battery = await addProduct(store, { name: 'Checkout Battery', price: 120 })
  await inDatabase(store, 'update products set dangerous = true where id = $1', [battery.id])
  await prepare(store, person, [[battery, 1]], anchorage, chicago)
  await logIn(page, person, '/checkout')
  const why =
    "We can't deliver the Checkout Battery to Alaska and Hawaii: Ground or Freight only. Remove it, or call us."
  await expect(order(page)).toContainText(why)
  await expect(
    delivery(page).getByRole('radio', { name: /^Expedited.*Ground or Freight only/ }),
  ).toBeDisabled()
  await expect(placeOrder(page)).toHaveAccessibleDescription(/Remove it, or call us\./)
  await expectAccessible(page, 'a checkout that cannot be delivered')
  await placeOrder(page).click()
  await expect(order(page).locator(':focus')).toContainText(why)
  await page.getByRole('radio', { name: /Chicago/ }).check()
  await expect(order(page)).not.toContainText(why)
  await expect(delivery(page).getByRole('radio', { name: /^Ground.*Free/ })).toBeChecked()
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('Parts that fit none of the cars are ordered anyway, once the customer knows it', async ({
  page,
  store,
}) => {
  const person = await addUser(store)
  const fits = [{ make: 'Honda', model: 'Civic', yearFrom: 2002, yearTo: 2002 }]
  const wrong = await addProduct(store, { name: 'Wrong Strut', price: 40, fits })
  await prepare(store, person, [[wrong, 1]], chicago)
  await logIn(page, person, '/dashboard')
  await page.evaluate(() =>
    localStorage.setItem('vehicle', 'make=Honda&year=2009&model=Civic&name=2009+Honda+Civic'),
  )
  await page.goto('/cart')
  const known = page.getByRole('checkbox', { name: "I know that these parts don't fit" })
  await expect(known).not.toBeChecked()
  await summary(page).getByRole('button', { name: 'Check Out' }).click()
  await expect(known).toBeFocused()
  await expectAccessible(page, 'a cart of parts that do not fit')
  await known.check()
  await checkOut(page).click()
  await expect(known).toBeChecked()
  await expect(placeOrder(page)).toHaveText(/^Order anyway · \$/)
  await expectAccessible(page, 'a checkout of parts that do not fit')
  await known.uncheck()
  await placeOrder(page).click()
  await expect(known).toBeFocused()
  await known.check()
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('A saved address that is wrong by the rules of today is corrected in place', async ({ page, store }) => {
  const person = await addUser(store)
  await prepare(store, person, [[await addProduct(store, { price: 40 }), 1]])
  await inDatabase(
    store,
    `insert into addresses (account_id, place, name, line1, city, region, postal, country, phone, is_default)
     select id, 1, 'Robin', '12 Gasket Lane', 'Chicago', 'IN', '60602', 'US', '(217) 555-0142', true
     from accounts where email = $1`,
    [person.email],
  )
  await logIn(page, person, '/checkout')
  const saved = page.getByRole('radio', { name: /^Robin/ })
  await expect(saved).toBeDisabled()
  await expect(page.getByText('60602 is in Illinois. Check the state or the ZIP.')).toBeVisible()
  await expectAccessible(page, 'a checkout with a saved address that is wrong')
  await page.getByRole('button', { name: 'Correct it' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('State').selectOption('Illinois')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(saved).toBeChecked()
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('After a lost response the same order is placed once, and another try leads to it', async ({
  page,
  store,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  expectConsoleError(/status of 409.* at .*\/checkout$/)
  const person = await addUser(store)
  const pads = await addProduct(store, { name: 'Once Pads', price: 40 })
  const call = await prepare(store, person, [[pads, 2]], chicago)
  await logIn(page, person, '/checkout')
  const other = await context.newPage()
  await other.goto('/checkout')
  await expect(placeOrder(other)).toHaveText('Place Order · $93.49')

  await page.route('**/checkout', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await expect(placeOrder(page)).toHaveText('Place Order · $93.49')
  await placeOrder(page).click()
  await expect(alert(page)).toContainText('The store didn’t answer')
  await expect(alert(page)).toContainText('You will not order twice.')
  const [{ _id: id, number }] = (await call('GET', '/purchases/mine')).body

  await placeOrder(other).click()
  await expect(alert(other)).toContainText(`You placed this order a moment ago: ${number}.`)
  await expect(alert(other).getByRole('link', { name: 'See the order' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${id}`,
  )
  await expectAccessible(other, 'a checkout that was placed before')

  await page.unroute('**/checkout')
  await placeOrder(page).click()
  await expect(page).toHaveURL(`/dashboard/payment/${id}`)
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect((await call('GET', '/purchases/mine')).body).toHaveLength(1)

  await alert(other).getByRole('button', { name: 'Back to cart' }).click()
  await expect(other).toHaveURL('/cart')
  await expect(other.getByRole('spinbutton', { name: /Quantity of Once Pads/ })).toHaveValue('2')
  expect((await call('GET', '/purchases/mine')).body).toEqual([])
})

test('An unverified customer who orders more than their share verifies the email on the checkout', async ({
  page,
  store,
}) => {
  const person = await addUser(store)
  const rare = await addProduct(store, { name: 'Shared Rotor', price: 40, available: 10 })
  const call = await prepare(store, person, [[rare, 10]], chicago)
  await logIn(page, person, '/checkout')
  await expect(placeOrder(page)).toBeEnabled()
  const obstacle = order(page).getByText(/^Shared Rotor: Verify your email address to order more/)
  await expect(obstacle).toBeVisible()
  await placeOrder(page).click()
  await expect(order(page).getByLabel('Verification code')).toBeInViewport()
  await expectAccessible(page, 'a checkout that needs a verified email')
  expect((await call('GET', '/purchases/mine')).body).toEqual([])

  await order(page)
    .getByLabel('Verification code')
    .fill(await codeInMail(store, person.email))
  await order(page).getByRole('button', { name: 'Verify' }).click()
  await expect(obstacle).toHaveCount(0)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
})

test('/checkout is the page for browsers and the call for programs', async ({ request }) => {
  const get = (accept: string) => request.get('/checkout', { headers: { accept } })
  expect((await get('text/html')).headers()['content-type']).toMatch(/^text\/html/)
  const response = await get('application/json')
  expect(response.headers()['content-type']).toMatch(/^application\/problem/)
  expect([404, 405]).toContain(response.status())
})
