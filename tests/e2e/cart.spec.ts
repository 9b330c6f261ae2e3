import { expectAccessible } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, callerFor, logIn, logInByForm, logOut } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PADS = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'
const CIVIC = 'make=Honda&year=2009&model=Civic&name=2009+Honda+Civic'

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
const line = (page: Page, name: string | RegExp) => page.getByRole('listitem', { name })
const lines = (page: Page) => page.getByRole('region', { name: 'Parts', exact: true }).getByRole('spinbutton')
const summary = (page: Page) => page.getByRole('region', { name: 'Summary' })
const quantity = (page: Page, name: string) => page.getByRole('spinbutton', { name: `Quantity of ${name}` })
const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Adds a part on its page. */
async function addOnPage(page: Page, path: string, units: number) {
  await visit(page, path)
  await page.getByRole('textbox', { name: 'Quantity' }).fill(String(units))
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(notifications(page)).toContainText(`Added ${units} × `)
}
const saveCivic = (page: Page) => page.evaluate((text) => localStorage.setItem('vehicle', text), CIVIC)

test('What a visitor adds on a part’s page and in a list is in the cart, and joins the account at log-in', async ({
  page,
  store,
}) => {
  const person = await addUser(store, 'Cora Cart')
  const kept = await addProduct(store, { name: 'Kept Wiper' })
  const account = await callerFor(store, person)
  await account('POST', '/cart/lines', { productId: kept.id, quantity: 5 })

  await addOnPage(page, PADS, 2)
  await expect(notifications(page)).toContainText('Added 2 × Ceramic Brake Pads, Front, Compact')
  await expect(cartLink(page)).toHaveText('Cart2')
  await page.keyboard.press('Escape')
  await expect(notifications(page).getByRole('link')).toHaveCount(0)

  await visit(page, '/parts?q=agm+battery')
  const row = page.getByRole('article').filter({ hasText: 'DL-ELE-7003' })
  await row.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(cartLink(page)).toHaveText('Cart3')
  await notifications(page).getByRole('link', { name: 'View cart' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeFocused()
  await expect(lines(page)).toHaveCount(2)
  await expect(summary(page)).toContainText('$266.80')
  await expectAccessible(page, 'a visitor’s cart')

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('main').getByLabel('Email').fill(person.email)
  await page.getByRole('main').getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/cart')
  await expect(notifications(page)).toContainText('We added 2 parts from your last visit')
  await expect(lines(page)).toHaveCount(3)
  await expect(cartLink(page)).toHaveText('Cart8')
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBeNull()

  await logOut(page, person)
  await expect(cartLink(page)).toHaveText('Cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  await logInByForm(page, person, '/cart')
  await expect(lines(page)).toHaveCount(3)
})

test('A quantity is changed, a part removed and brought back, in every tab', async ({
  page,
  store,
  context,
}) => {
  const person = await addUser(store)
  const bolts = await addProduct(store, { name: 'Wheel Bolts', price: 10 })
  await (
    await callerFor(store, person)
  )('POST', '/cart/lines', { productId: bolts.id, quantity: 1 })
  await logIn(page, person, '/dashboard')
  await addOnPage(page, PADS, 1)
  await page.goto('/cart')
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(lines(other)).toHaveCount(2)

  await quantity(page, 'Wheel Bolts').fill('4')
  await expect(line(page, 'Wheel Bolts')).toContainText('$40.00')
  await expect(quantity(other, 'Wheel Bolts')).toHaveValue('4')
  await page.getByRole('button', { name: 'One more: Quantity of Wheel Bolts' }).click()
  await expect(line(page, 'Wheel Bolts')).toContainText('$50.00')
  await expect(page.getByRole('button', { name: 'One more: Quantity of Wheel Bolts' })).toBeFocused()
  await quantity(page, 'Wheel Bolts').fill('0')
  await expect(page.getByText('Enter a whole number from 1')).toBeVisible()
  await quantity(page, 'Wheel Bolts').fill('5')

  await page.getByRole('button', { name: 'Remove Wheel Bolts' }).click()
  await expect(lines(page)).toHaveCount(1)
  await expect(lines(other)).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 2, name: 'Parts' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(quantity(page, 'Wheel Bolts')).toHaveValue('5')
  await expect(cartLink(other)).toHaveText('Cart6')
})

test('What another tab adds while the log-in takes the cart to the account stays, and joins it next', async ({
  page,
  context,
  store,
}) => {
  const person = await addUser(store)
  const late = await addProduct(store, { name: 'Late Wiper' })
  await addOnPage(page, PADS, 2)
  const other = await context.newPage()
  await other.goto('/parts')
  await page.route(
    '**/cart/merge',
    async (route) => {
      const response = await route.fetch()
      // As a tab that does not know of the log-in yet.
      await other.evaluate((productId) => {
        const there: object[] = JSON.parse(localStorage.getItem('cart') ?? '[]')
        localStorage.setItem('cart', JSON.stringify([...there, { productId, quantity: 3 }]))
      }, late.id)
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await logInByForm(page, person)
  await expect(notifications(page)).toContainText('We added 1 part from your last visit')
  await visit(page, '/cart')
  await expect(lines(page)).toHaveCount(2)
  await expect(quantity(page, 'Late Wiper')).toHaveValue('3')
})

test('The cart says which parts fit the car, how many it takes, and what mends a problem', async ({
  page,
  store,
}) => {
  const fits = { make: 'Honda', model: 'Civic', yearFrom: 2009, yearTo: 2009, quantity: 2 }
  const [right, wrong, few] = [
    await addProduct(store, { name: 'Civic Strut', price: 10, fits: [fits] }),
    await addProduct(store, {
      name: 'Civic 2002 Strut',
      price: 10,
      fits: [{ ...fits, yearFrom: 2002, yearTo: 2002 }],
    }),
    await addProduct(store, { name: 'Rare Bulb', price: 10, available: 4 }),
  ]
  const person = await addUser(store)
  const account = await callerFor(store, person)
  for (const [{ id }, units] of [
    [right, 1],
    [wrong, 2],
    [few, 6],
  ] as const)
    await account('POST', '/cart/lines', { productId: id, quantity: units })
  await adminOf(store)('PATCH', `/product/${wrong.id}/price`, { price: 12.5, was: 10 })

  await logIn(page, person, '/dashboard')
  await saveCivic(page)
  await page.goto('/cart')
  await expect(page.getByRole('list', { name: 'Your cars' })).toHaveText(
    /1 of 3 parts fit your 2009 Honda Civic, 1 may fit/,
  )
  const names = page.getByRole('region', { name: 'Parts', exact: true }).getByRole('heading', { level: 3 })
  await expect(names).toHaveText(['Civic 2002 Strut', 'Civic Strut', 'Rare Bulb'])
  await expect(line(page, 'Civic 2002 Strut')).toContainText('Doesn’t fit your 2009 Honda Civic')
  await expect(line(page, 'Civic 2002 Strut')).toContainText('Now $12.50, was $10.00')
  await expect(line(page, 'Civic Strut')).toContainText('Your 2009 Honda Civic takes 2 pieces; you have 1.')
  await expectAccessible(page, 'a cart with problems')
  await page.getByRole('button', { name: 'Change to 2: Civic Strut' }).click()
  await expect(quantity(page, 'Civic Strut')).toHaveValue('2')
  await expect(line(page, 'Civic Strut')).not.toContainText('takes')
  await expect(line(page, 'Rare Bulb')).toContainText('Only 4 pieces left.')
  await page.getByRole('button', { name: 'Change to 4: Rare Bulb' }).click()
  await expect(line(page, 'Rare Bulb')).not.toContainText('left')
  await expect(summary(page)).toContainText('$85.00')

  await adminOf(store)('DELETE', `/product/${few.id}`)
  await page.reload()
  await expect(line(page, 'Rare Bulb')).toContainText('This part is no longer sold. It is not counted.')
  await expect(summary(page)).toContainText('$45.00')
})

test('All parts of a list of numbers that can be ordered are added at once', async ({ page, store }) => {
  const person = await addUser(store)
  await logIn(page, person, '/dashboard')
  await visit(page, `/part-list?list=${encodeURIComponent('DL-BRK-1042 x 3\nNO-SUCH\nDL-IGN-3005, 4')}`)
  await page.getByRole('button', { name: 'Add all that can be ordered' }).click()
  await expect(notifications(page)).toContainText('Added 2 parts')
  await expect(cartLink(page)).toHaveText('Cart7')
})

test('A cart that fails to load can be reloaded', async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED .*\/cart\/quote$/)
  await addOnPage(page, PADS, 1)
  await page.route('**/cart/quote', (route) => route.abort())
  await page.goto('/cart')
  const problem = page.getByRole('alert').filter({ hasText: 'Your cart could not be loaded' })
  await expect(problem).toBeVisible()
  await page.unroute('**/cart/quote')
  await problem.getByRole('button', { name: 'Try again' }).click()
  await expect(lines(page)).toHaveCount(1)
  await expect(problem).toHaveCount(0)
})

test('Before its scripts are there, Add to Cart opens the cart with the part, once', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED .*\.js$/)
  await page.route(/\.js$/, (route) => (page.url().includes('/cart') ? route.continue() : route.abort()))
  await page.goto(PADS)
  await page.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page).toHaveURL('/cart')
  await expect(quantity(page, 'Ceramic Brake Pads, Front, Compact')).toHaveValue('3')
  await page.reload()
  await expect(quantity(page, 'Ceramic Brake Pads, Front, Compact')).toHaveValue('3')
})

test('The link of another site adds nothing', async ({ page, store }) => {
  const { id } = await addProduct(store)
  await page.goto(`/cart?add=${id}&quantity=9`)
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('A change that the store does not get is reported, and the cart stays as it was', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const person = await addUser(store)
  await logIn(page, person, '/dashboard')
  await addOnPage(page, PADS, 2)
  await page.goto('/cart')
  const name = 'Ceramic Brake Pads, Front, Compact'
  await expect(quantity(page, name)).toHaveValue('2')
  await page.route('**/cart', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await quantity(page, name).fill('7')
  await expect(notifications(page)).toContainText('We can’t reach the store.')
  await expect(quantity(page, name)).toHaveValue('2')
  await page.unroute('**/cart')
  await quantity(page, name).fill('8')
  await expect(cartLink(page)).toHaveText('Cart8')
  await expect(notifications(page)).not.toContainText('We can’t reach the store.')
})

test('On a phone the sum stays at the bottom of the cart', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await addOnPage(page, PADS, 2)
  await page.goto('/cart')
  const bar = page.locator('[data-cart-bar]')
  await expect(bar).toContainText('$77.80')
  await expect(bar).toBeInViewport()
  await expectAccessible(page, 'a cart on a phone', { widths: [360] })
})

test('/cart is the page for browsers and the call for programs, whichever asks first', async ({
  request,
}) => {
  const get = (accept: string) => request.get('/cart', { headers: { accept } })
  for (const accept of ['text/html', 'application/json', '*/*', 'text/html']) {
    const response = await get(accept)
    const isPage = accept === 'text/html'
    expect(response.status(), accept).toBe(isPage ? 200 : 401)
    expect(response.headers()['content-type'], accept).toMatch(
      isPage ? /^text\/html/ : /^application\/problem/,
    )
    expect(response.headers()['vary']).toContain('Accept')
  }
})
