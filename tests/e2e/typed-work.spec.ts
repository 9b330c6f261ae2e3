import { stockPart } from './support/goods.ts'
import { fillLogin, logIn, logOut, openAccount, openAdmin, type Person } from './support/people.ts'
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
