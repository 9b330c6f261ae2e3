import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { press, tabTo } from './support/keyboard.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, fillLogin, logIn } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PADS = 'Ceramic Brake Pads, Front, Compact'
const AT = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'

test('A visitor goes from the home page by category to a part, logs in on a page that names it, and can order it', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Shop By Category' })
    .getByRole('link', { name: /^Brakes/ })
    .click()
  await expect(page).toHaveURL('/categories/brakes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brakes')
  await page
    .getByRole('article')
    .filter({ hasText: PADS })
    .click({ position: { x: 40, y: 40 } })
  await expect(page).toHaveURL(AT)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PADS)
  await page.getByRole('link', { name: 'Log in to order' }).click()
  await expect(page.getByText(`Log in to order ${PADS}`)).toBeVisible()
  await expectAccessible(page, 'a login page that names the part')
  await fillLogin(page, account)
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()
  await page.getByRole('link', { name: 'Part details' }).click()
  await expect(page).toHaveURL(AT)
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await expect(page).toHaveURL(/\/purchase-product\//)
})

test('The quantity that is typed on a part’s page is that of its order form, and not of another part', async ({
  page,
  store,
}) => {
  await logIn(page, await addUser(store), AT)
  const quantity = page.getByRole('textbox', { name: 'Quantity' })
  const orderLink = page.getByRole('link', { name: 'Order', exact: true })
  await quantity.fill('x')
  await expect(orderLink).toHaveAttribute('href', /^\/purchase-product\/[\da-f-]{36}$/)
  await quantity.fill('3')
  await orderLink.click()
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await page.goBack()
  await quantity.fill('3')
  await page.getByRole('region', { name: 'More Brakes' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(PADS)
  await expect(quantity).toHaveValue('1')
  await expect(orderLink).toHaveAttribute('href', /^\/purchase-product\/[\da-f-]{36}$/)
})

test('On 1280 × 800 the name, price, stock and button of a part are visible without scrolling', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(AT)
  const part = page.getByRole('region', { name: 'The part' })
  for (const shown of [
    page.getByRole('heading', { level: 1 }),
    part.getByText('$38.90'),
    part.getByText('In stock'),
    part.getByRole('link', { name: 'Log in to order' }),
  ])
    await expect(shown).toBeInViewport({ ratio: 1 })
})

test('The picture is enlarged in a dialog, which Esc closes', async ({ page }) => {
  await page.goto(AT)
  await page.mouse.move(90, 90)
  await waitForHydration(page)
  const picture = page.getByRole('link', { name: 'Enlarge the picture' })
  await tabTo(page, picture)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: PADS })
  await expect(dialog.getByRole('img', { name: PADS })).toBeVisible()
  await expectAccessible(page, 'an enlarged picture')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(picture).toBeFocused()
})

test('A card’s name links to its part, and its button to the order form, including by keyboard', async ({
  page,
  store,
}) => {
  const customer = await addUser(store)
  const part = await addProduct(store)
  await logIn(page, customer, '/')
  await waitForHydration(page)
  const card = page.getByRole('article').filter({ hasText: part.name })
  await press(page, card.getByRole('link', { name: part.name }))
  await expect(page).toHaveURL(/\/parts\/brake-caliper-/)
  await page.goBack()
  await press(page, card.getByRole('link', { name: 'Place Order' }))
  await expect(page).toHaveURL(`/purchase-product/${part.id}`)
})

test('A sold-out part can be viewed but not ordered', async ({ page, store }) => {
  const { name } = await addProduct(store, { available: 0 })
  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toContainText('Sold out')
  await expect(card.getByRole('link')).toHaveText([name])
  await card.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const part = page.getByRole('region', { name: 'The part' })
  await expect(part).toContainText('Sold out')
  await expect(part.getByRole('link', { name: /order/i })).toHaveCount(0)
})

test('The vehicles that a part fits are paginated, without losing the scroll position', async ({
  page,
  store,
}) => {
  const fits = Array.from({ length: 30 }, (_, at) => ({
    make: 'Honda',
    model: 'Civic',
    variant: null,
    yearFrom: 1985 + at,
    yearTo: 1985 + at,
    engine: null,
  }))
  const { name } = await addProduct(store, { fits })
  await page.goto('/')
  await page.getByRole('link', { name }).click()
  const vehicles = page.getByRole('region', { name: 'Fits these vehicles' })
  await expect(vehicles.getByText(/^\d{4} Honda Civic$/)).toHaveCount(24)
  await vehicles.getByRole('link', { name: 'Next' }).click()
  await expect(vehicles.getByText(/^\d{4} Honda Civic$/)).toHaveCount(6)
  await expect(vehicles.getByRole('heading', { level: 2 })).toBeInViewport()
  await expect(page).toHaveURL(/\?vehicles=2#fits$/)
})

test('The page of a deleted part says that it is no longer sold, and offers others', async ({
  page,
  store,
  expectConsoleError,
}) => {
  const { id, name } = await addProduct(store)
  await page.goto('/')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const admin = adminOf(store)
  expect((await admin('DELETE', `/product/${id}`)).status).toBe(200)
  expectConsoleError(/status of 410/)
  await page.reload()
  await expect(page.getByText('No longer sold', { exact: true })).toBeVisible()
  await expectAccessible(page, 'the page of a deleted part')
  await page.getByRole('search', { name: 'Another part' }).getByLabel('Find a part').fill('brake pads')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/parts\?q=brake(\+|%20)pads/)
})

test('A part says whether it fits the saved vehicle', async ({ page }) => {
  await page.goto('/parts?make=Honda&year=2009&model=Civic&engine=1.8-4')
  await waitForHydration(page)
  await page.getByRole('link', { name: PADS }).click()
  const part = page.getByRole('region', { name: 'The part' })
  await expect(part).toContainText('Fits your 2009 Honda Civic')
  await page.goto('/parts/ceramic-brake-pads-front-mid-size-sedan-dlbrk1063')
  await page.mouse.move(90, 90)
  await expect(part).toContainText('Doesn’t fit your 2009 Honda Civic')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a part is found, its picture enlarged, and the login page names it', async ({
    page,
    expectConsoleError,
  }) => {
    // Chromium's own page around a picture obeys the picture's policy.
    expectConsoleError(/Applying inline style .*\/images\//)
    expectConsoleError(/Blocked script execution .*\/images\//)
    await page.goto('/categories')
    await page.getByRole('link', { name: /^Brakes/ }).click()
    await page.getByRole('link', { name: PADS }).click()
    await expect(page.getByRole('region', { name: 'Fits these vehicles' })).toContainText(
      '2009–2013 Honda Fit',
    )
    await page.getByRole('link', { name: 'Log in to order' }).click()
    await expect(page.getByText(`Log in to order ${PADS}`)).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'Enlarge the picture' }).click()
    await expect(page).toHaveURL(/\/images\/.*\.webp$/)
  })
})
