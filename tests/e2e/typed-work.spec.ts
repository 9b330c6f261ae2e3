import { stockPart } from './support/goods.ts'
import {
  demoAdmin,
  fillLogin,
  logIn,
  logOut,
  openAccount,
  openAdmin,
  type Person,
  signedIn,
} from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Ends the session behind the page's back, as a week of absence does. */
async function loseSession(page: Page) {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
}

async function backAgain(page: Page, person: Person, path: string) {
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByText('What you typed there is kept.')).toBeVisible()
  await fillLogin(page, person)
  await expect(page).toHaveURL(path)
}

test.beforeEach(({ expectComplaint }) => expectComplaint(/status of 401/))

test('An order that was typed when the session ended is in the form again after login', async ({
  page,
  store,
}) => {
  const person = await openAccount(store)
  const part = await stockPart(store)
  await logIn(page, person, `/purchase-product/${part.id}`)
  await page.getByLabel('Address').fill('7 Long Street\nSpringfield')
  await page.getByLabel('Phone').fill('(217) 555-0199')
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('3')
  await loseSession(page)
  await page.getByRole('button', { name: 'Order Now' }).click()
  await backAgain(page, person, `/purchase-product/${part.id}`)
  await expect(page.getByLabel('Address')).toHaveValue('7 Long Street\nSpringfield')
  await expect(page.getByLabel('Phone')).toHaveValue('(217) 555-0199')
  await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await expect(page.getByText('Order success')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Address'), 'it is used up').toHaveValue('')
})

test('What one person typed is not shown to another who logs in instead, nor after one’s own logout', async ({
  page,
  store,
}) => {
  const [person, other] = [await openAccount(store), await openAccount(store, 'Someone Else')]
  await logIn(page, person, '/dashboard/addReview')
  await page.getByLabel('5 stars').check({ force: true })
  await page.getByLabel('Your review').fill('A long and private review.')
  await loseSession(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await backAgain(page, other, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')
  await logOut(page, other)
  await logIn(page, person, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')

  await page.getByLabel('Your review').fill('Written and left.')
  await logOut(page, person)
  await logIn(page, person, '/dashboard/addReview')
  await expect(page.getByLabel('Your review')).toHaveValue('')
})

test('Review, profile and a new product come back as they were typed', async ({
  page,
  newVisitor,
  store,
}) => {
  const person = await openAccount(store)
  await logIn(page, person, '/dashboard/addReview')
  await page.getByLabel('4 stars').check({ force: true })
  await page.getByLabel('Your review').fill('Fits, and came early.')
  await loseSession(page)
  await page.getByRole('button', { name: 'Add Review' }).click()
  await backAgain(page, person, '/dashboard/addReview')
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
  await loseSession(page)
  await main.getByRole('button', { name: 'Update Your Profile' }).click()
  await backAgain(page, person, '/dashboard/myProfile')
  for (const [label, text] of Object.entries(typed)) await expect(main.getByLabel(label)).toHaveValue(text)

  const admin = await openAdmin(store)
  const desk = await newVisitor()
  await logIn(desk, admin, '/dashboard/addProduct')
  await desk.getByLabel('Product Name').fill('Half-typed Hub')
  await desk.getByLabel('Price').fill('12.505')
  await loseSession(desk)
  await desk.getByRole('link', { name: 'Manage All Products' }).first().click()
  // Asked by the form, as always while the session is believed to live.
  const leave = desk.getByRole('button', { name: 'Stay here' })
  await leave.click()
  await desk.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'accessToken' })))
  await expect(desk).toHaveURL(/\/login\?from=/)
  await fillLogin(desk, admin)
  await expect(desk).toHaveURL('/dashboard/addProduct')
  await expect(desk.getByLabel('Product Name')).toHaveValue('Half-typed Hub')
  await expect(desk.getByLabel('Price')).toHaveValue('12.505')
})

test('Numbers typed into the dialogs of the shelf come back after login, and not after Cancel', async ({
  page,
  store,
}) => {
  const admin = await openAdmin(store)
  const part = await stockPart(store, { name: `Kept Pulley ${Date.now()}`, price: 10 })
  const shelf = `/dashboard/manageProducts?q=${encodeURIComponent(part.name)}`
  await logIn(page, admin, shelf)

  const bulkDialog = async (opener: string, title: RegExp) => {
    await page.getByRole('checkbox', { name: `Select ${part.name}` }).check()
    await page.getByRole('button', { name: opener }).click()
    return page.getByRole('dialog', { name: title })
  }
  const prices = () => bulkDialog('Prices …', /^Change prices/)
  const stock = () => bulkDialog('Add stock …', /^Add stock/)
  const restock = async () => {
    await page.getByRole('button', { name: `Restock ${part.name}` }).click()
    return page.getByRole('dialog', { name: 'Restock' })
  }

  await test.step('restock', async () => {
    await (await restock()).getByLabel('Pieces that came in').fill('-3')
    await loseSession(page)
    await page.getByRole('button', { name: 'Change the stock' }).click()
    await backAgain(page, admin, shelf)
    const again = await restock()
    await expect(again.getByLabel('Pieces that came in')).toHaveValue('-3')
    await again.getByRole('button', { name: 'Cancel' }).click()
    await expect((await restock()).getByLabel('Pieces that came in'), 'canceled').toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('prices of many, whose dialog closes before the answer', async () => {
    const dialog = await prices()
    await dialog.getByLabel('Change', { exact: true }).selectOption('To one price')
    await dialog.getByLabel('New price in dollars').fill('12.34')
    await loseSession(page)
    await dialog.getByRole('button', { name: 'Change prices' }).click()
    await backAgain(page, admin, shelf)
    const again = await prices()
    await expect(again.getByLabel('New price in dollars')).toHaveValue('12.34')
    await again.getByRole('button', { name: 'Change prices' }).click()
    await expect(page.getByText('1 product repriced')).toBeVisible()
    await expect((await prices()).getByLabel('Percent up'), 'it is used up').toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('stock of many', async () => {
    await (await stock()).getByLabel('Pieces that came in, of each').fill('7')
    await loseSession(page)
    await page.getByRole('button', { name: 'Add stock', exact: true }).click()
    await backAgain(page, admin, shelf)
    const again = await stock()
    await expect(again.getByLabel('Pieces that came in, of each')).toHaveValue('7')
    await page.keyboard.press('Escape')
    await expect((await stock()).getByLabel('Pieces that came in, of each'), 'canceled').toHaveValue('')
  })
})

test('A reload or another address, after the session has ended, loses nothing that was typed', async ({
  page,
  store,
}) => {
  const person = await openAccount(store)
  const part = await stockPart(store)
  const form = `/purchase-product/${part.id}`
  const address = page.getByLabel('Address')
  await logIn(page, person, form)
  const login = page.getByRole('main').getByRole('button', { name: 'Log in', exact: true })

  await test.step('reload: the store says that the session has ended', async () => {
    await address.fill('7 Long Street')
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.setItem('accessToken', 'ended'))
    await page.reload()
    await expect(login).toBeVisible()
    await fillLogin(page, person)
    await expect(page).toHaveURL(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('reload of a page whose browser has forgotten the session', async () => {
    await loseSession(page)
    await page.reload()
    await expect(login).toBeVisible()
    await fillLogin(page, person)
    await expect(page).toHaveURL(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('another protected address', async () => {
    await loseSession(page)
    await page.goto('/dashboard/myOrders')
    await expect(login).toBeVisible()
    await fillLogin(page, person)
    await expect(page).toHaveURL('/dashboard/myOrders')
    await page.goto(form)
    await expect(address).toHaveValue('7 Long Street')
  })

  await test.step('a reload while signed in begins again, as it was meant', async () => {
    await page.reload()
    await expect(address).toHaveValue('')
  })

  await test.step('a logout on another page leaves nothing behind', async () => {
    await address.fill('9 Short Street')
    await page.goto('/parts')
    await logOut(page, person)
    await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Short Street')
  })
})

test('Untouched fields come as they are stored by now, not as they were when the session ended', async ({
  page,
  store,
}) => {
  const admin = await openAdmin(store)
  const part = await stockPart(store, { price: 10 })
  await logIn(page, admin, `/dashboard/manageProducts/${part.id}`)
  await page.getByLabel('Product Name').fill('Another Name')
  await loseSession(page)
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  const other = await signedIn(store, demoAdmin)
  expect((await other('PATCH', `/product/${part.id}/price`, { price: 25, was: 10 })).status).toBe(200)
  await backAgain(page, admin, `/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel('Product Name')).toHaveValue('Another Name')
  await expect(page.getByLabel('Price')).toHaveValue('25')
})
