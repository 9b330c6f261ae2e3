import { addProduct } from './support/products.ts'
import { chooseStars } from './support/reviews.ts'
import { expect, type Page, test } from './support/test.ts'
import {
  addAdmin,
  addUser,
  adminOf,
  callerFor,
  type Credentials,
  fillLogin,
  logIn,
  logInByForm,
  logOut,
} from './support/users.ts'

/**
 * Ends the session on the server, as a week of absence does. The dashboard of an admin asks for the number of
 * open messages after it is shown: it would notice the end, and go to the login page, before the test does.
 */
async function endSession(page: Page) {
  await page.waitForFunction(
    () =>
      JSON.parse(localStorage.getItem('session') ?? '{}').role !== 'admin' ||
      performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/messages/counts')),
  )
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
}

async function logInAgain(page: Page, account: Credentials, path: string) {
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByText('What you typed is saved.')).toBeVisible()
  await fillLogin(page, account)
  await expect(page).toHaveURL(path)
}

test.beforeEach(({ expectConsoleError }) => expectConsoleError(/status of 401/))

test('An order form is restored after the session ended and the user logs in again', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store)
  await logIn(page, account, `/purchase-product/${product.id}`)
  await page.getByLabel('Address').fill('7 Long Street\nSpringfield')
  await page.getByLabel('Phone').fill('(217) 555-0199')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await endSession(page)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await logInAgain(page, account, `/purchase-product/${product.id}`)
  await expect(page.getByLabel('Address')).toHaveValue('7 Long Street\nSpringfield')
  await expect(page.getByLabel('Phone')).toHaveValue('(217) 555-0199')
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText('Order success')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Address'), 'it is used up').toHaveValue('')
})

test('A draft is not shown to another user, nor after a logout', async ({ page, store }) => {
  const [account, other] = [await addUser(store), await addUser(store, 'Someone Else')]
  await logIn(page, account, '/dashboard/addReview')
  await chooseStars(page, 5)
  await page.getByLabel('Your review').fill('A long and private review.')
  await endSession(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await logInAgain(page, other, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')
  await logOut(page, other)
  await logInByForm(page, account, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')

  await page.getByLabel('Your review').fill('Written and left.')
  await logOut(page, account)
  await logInByForm(page, account, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')
})

test('Review, profile and new product forms are restored', async ({ page, newVisitor, store }) => {
  const account = await addUser(store)
  await logIn(page, account, '/dashboard/addReview')
  await chooseStars(page, 4)
  await page.getByLabel('Your review').fill('Fits, and came early.')
  await endSession(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await logInAgain(page, account, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('Fits, and came early.')
  await expect(page.getByLabel('4 stars')).toBeChecked()

  await page.goto('/dashboard/myProfile')
  const typed = {
    Education: 'Evening school',
    Address: '1 Elm Street',
    Phone: '(217) 555-0111',
    LinkedIn: 'https://www.linkedin.com/in/robin',
  }
  const main = page.getByRole('main')
  for (const [label, text] of Object.entries(typed)) await main.getByLabel(label).fill(text)
  await endSession(page)
  await main.getByRole('button', { name: 'Update Your Profile' }).click()
  await logInAgain(page, account, '/dashboard/myProfile')
  for (const [label, text] of Object.entries(typed)) await expect(main.getByLabel(label)).toHaveValue(text)

  const admin = await addAdmin(store)
  const desk = await newVisitor()
  await logIn(desk, admin, '/dashboard/addProduct')
  await desk.getByRole('textbox', { name: 'Product Name' }).fill('Half-typed Hub')
  await desk.getByLabel('Price').fill('12.505')
  await endSession(desk)
  await desk.getByRole('link', { name: 'Manage All Products' }).first().click()
  // Submitted by the form, since the browser still assumes a session.
  const leave = desk.getByRole('button', { name: 'Stay here' })
  await leave.click()
  await desk.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'accessToken' })))
  await expect(desk).toHaveURL(/\/login\?from=/)
  await fillLogin(desk, admin)
  await expect(desk).toHaveURL('/dashboard/addProduct')
  await expect(desk.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Half-typed Hub')
  await expect(desk.getByLabel('Price')).toHaveValue('12.505')
})

test('Numbers typed into the stock dialogs are restored after login, and not after Cancel', async ({
  page,
  store,
}) => {
  const admin = await addAdmin(store)
  const product = await addProduct(store, { name: `Drafted Pulley ${Date.now()}`, price: 10 })
  const productList = `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`
  await logIn(page, admin, productList)

  const bulkDialog = async (opener: string, title: RegExp) => {
    await page.getByRole('checkbox', { name: `Select ${product.name}` }).check()
    await page.getByRole('button', { name: opener }).click()
    return page.getByRole('dialog', { name: title })
  }
  const prices = () => bulkDialog('Prices…', /^Change prices/)
  const stock = () => bulkDialog('Add stock…', /^Add stock/)
  const restock = async () => {
    await page.getByRole('button', { name: `Restock ${product.name}` }).click()
    return page.getByRole('dialog', { name: 'Restock' })
  }

  await test.step('restock', async () => {
    await (await restock()).getByLabel('Add to stock').fill('-3')
    await endSession(page)
    await page.getByRole('button', { name: 'Update stock' }).click()
    await logInAgain(page, admin, productList)
    const again = await restock()
    await expect(again.getByLabel('Add to stock')).toHaveValue('-3')
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect((await restock()).getByLabel('Add to stock'), 'canceled').toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('prices of many products, whose dialog closes before the response', async () => {
    const dialog = await prices()
    await dialog.getByLabel('Change', { exact: true }).selectOption('Set one price')
    await dialog.getByLabel('New price in dollars').fill('12.34')
    await endSession(page)
    await dialog.getByRole('button', { name: 'Change prices' }).click()
    await logInAgain(page, admin, productList)
    const again = await prices()
    await expect(again.getByLabel('New price in dollars')).toHaveValue('12.34')
    await again.getByRole('button', { name: 'Change prices' }).click()
    await expect(page.getByText('1 product repriced')).toBeVisible()
    await expect((await prices()).getByLabel('Increase by %'), 'it is used up').toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('stock of many products', async () => {
    await (await stock()).getByLabel('Add to each').fill('7')
    await endSession(page)
    await page.getByRole('button', { name: 'Add stock', exact: true }).click()
    await logInAgain(page, admin, productList)
    const again = await stock()
    await expect(again.getByLabel('Add to each')).toHaveValue('7')
    await page.keyboard.press('Escape')
    await expect((await stock()).getByLabel('Add to each'), 'canceled').toHaveValue('')
  })
})

test('A reload or navigation after the session has ended loses no draft', async ({ page, store }) => {
  const account = await addUser(store)
  const product = await addProduct(store)
  const form = `/purchase-product/${product.id}`
  const address = page.getByLabel('Address')
  await logIn(page, account, form)
  const login = page.getByRole('main').getByRole('button', { name: 'Log in', exact: true })

  await test.step('reload: the store says that the session has ended', async () => {
    await address.fill('7 Long Street')
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
    await page.reload()
    await expect(login).toBeVisible()
    await fillLogin(page, account)
    await expect(page).toHaveURL(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('reload of a page whose browser has lost the session', async () => {
    await endSession(page)
    await page.reload()
    await expect(login).toBeVisible()
    await fillLogin(page, account)
    await expect(page).toHaveURL(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('another protected page', async () => {
    await endSession(page)
    await page.goto('/dashboard/myOrders')
    await expect(login).toBeVisible()
    await fillLogin(page, account)
    await expect(page).toHaveURL('/dashboard/myOrders')
    await page.goto(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('a reload while signed in resets the form', async () => {
    await page.reload()
    await expect(address).toHaveValue('')
  })

  await test.step('a logout on another page deletes the draft', async () => {
    await address.fill('9 Short Street')
    await page.goto('/parts')
    await logOut(page, account)
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Short Street')
  })
})

test('Unedited fields show the current stored values after login', async ({ page, store }) => {
  const admin = await addAdmin(store)
  const product = await addProduct(store, { price: 10 })
  await logIn(page, admin, `/dashboard/manageProducts/${product.id}`)
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Another Name')
  await endSession(page)
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  const other = adminOf(store)
  expect((await other('PATCH', `/product/${product.id}/price`, { price: 25, was: 10 })).status).toBe(200)
  await logInAgain(page, admin, `/dashboard/manageProducts/${product.id}`)
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Another Name')
  await expect(page.getByLabel('Price')).toHaveValue('25')
})

test('An address that is typed at the checkout outlives a look at the cart, and the session', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const { id: productId } = await addProduct(store)
  const call = await callerFor(store, account)
  expect((await call('POST', '/cart/lines', { productId, quantity: 1 })).status).toBe(200)
  await logIn(page, account, '/checkout')
  await page.getByLabel('ZIP code').fill('60602')
  await page.getByLabel('City').fill('Chicago')
  await page.getByLabel('Street address').fill('7 Long Street')
  await page.getByRole('region', { name: 'Your order' }).getByRole('link', { name: 'Change' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('link', { name: 'Check Out' }).click()
  await expect(page.getByLabel('Street address')).toHaveValue('7 Long Street')
  await expect(page.getByLabel('City')).toHaveValue('Chicago')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
  await page.reload()
  await expect(page).toHaveURL(/\/login\?from=/)
  await fillLogin(page, account)
  await expect(page).toHaveURL(/\/checkout(?:\?method=|$)/)
  await expect(page.getByLabel('Street address')).toHaveValue('7 Long Street')
  await expect(page.getByLabel('City')).toHaveValue('Chicago')
})
