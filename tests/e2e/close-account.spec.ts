import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addAdmin, addUser, logIn } from './support/users.ts'

test('A customer reads what closing the account does, and closes it by the password', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400.* at .*\/auth\/close-account/)
  const account = await addUser(store, 'Mira Sandoval')
  const { id: productId } = await addProduct(store)
  const address = { customerAddress: '12 Gasket Lane', customerPhone: '(217) 555-0177' }
  expect((await account.call('POST', '/order', { productId, orderQty: 1, ...address })).status).toBe(201)
  await logIn(page, account, '/dashboard/myProfile')
  await page.getByRole('link', { name: 'Close your account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Close your account')
  const points = page.getByRole('main').getByRole('listitem')
  await expect(points.filter({ hasText: 'Your unpaid order is deleted.' })).toBeVisible()
  await expect(points.filter({ hasText: 'Your reviews stay, without your name.' })).toBeVisible()

  const button = page.getByRole('button', { name: 'Close my account' })
  await button.click()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Your password').fill('not-my-password')
  await button.click()
  await expect(page.getByText('That password is not right.')).toBeVisible()
  await page.getByLabel('Your password').fill(account.password)
  await button.click()
  await expect(page).toHaveURL('/login?done=account-closed')
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
})

test('An admin is asked to give up the rights first', async ({ page, store }) => {
  const admin = await addAdmin(store, 'Otto Brandt')
  await logIn(page, admin, '/dashboard/closeAccount')
  await expect(page.getByText('Give up your admin rights first')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close my account' })).toHaveCount(0)
})
