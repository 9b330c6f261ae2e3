import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { logIn, addUser } from './support/users.ts'

const REFUSED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('A completed 3-D Secure step pays the order', async ({ page, store }) => {
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  await payWith(page, cards.requires3DSecure)
  await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeFocused()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
})

test('A failed 3-D Secure step shows an error, and another card still pays', async ({ page, store }) => {
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  await payWith(page, cards.requires3DSecure)
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert').filter({ hasText: REFUSED })).toBeVisible()
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
})

test('A payment reloaded during 3-D Secure resumes, and is charged once', async ({
  page,
  context,
  store,
}) => {
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  await payWith(page, cards.requires3DSecure)
  await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeVisible()
  await page.reload()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${order}`)
  await expect(other.getByRole('heading', { name: 'This order is paid' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

const bank = (page: Page) => page.getByTitle('Your bank’s page').contentFrame()
