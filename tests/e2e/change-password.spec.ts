import { expect, test } from './support/test.ts'
import { addUser, logIn, logInByForm } from './support/users.ts'

test('A customer changes the password on My Profile, and goes on in this browser only', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 400.* at .*\/auth\/change-password/)
  expectConsoleError(/status of 422.* at .*\/auth\/change-password/)
  // The other browser’s session has ended.
  expectConsoleError(/status of 401.* at .*\/user\//)
  const account = await addUser(store, 'Mira Sandoval')
  await logIn(page, account, '/dashboard/myProfile')
  const elsewhere = await newVisitor()
  await logIn(elsewhere, account, '/dashboard/myProfile')

  const section = page.getByRole('region', { name: 'Password' })
  const fill = async (current: string, fresh: string, again = fresh) => {
    await section.getByLabel('Current password').fill(current)
    await section.getByLabel('New password').fill(fresh)
    await section.getByLabel('Confirm password').fill(again)
    await section.getByRole('button', { name: 'Change password' }).click()
  }
  await fill(account.password, 'short')
  await expect(section.getByText('Your Password must be six character or longer').first()).toBeVisible()
  await fill(account.password, 'a-winding-road', 'another-road')
  await expect(section.getByText("Your Password Don't match")).toBeVisible()
  await fill('not-my-password', 'a-winding-road')
  await expect(section.getByText('That password is not right.')).toBeVisible()
  await fill(account.password, 'password1')
  await expect(section.getByText('This password is too common. Choose another one.')).toBeVisible()
  await fill(account.password, 'a-winding-road')
  await expect(page.getByText('Your password is changed')).toBeVisible()
  await expect(section.getByLabel('Current password')).toHaveValue('')

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  const visitor = await newVisitor()
  await logInByForm(visitor, { ...account, password: 'a-winding-road' }, '/dashboard/myProfile')
})

test('An account without a password is told how to set one', async ({ page, store }) => {
  const account = await addUser(store, 'Gil Marsh')
  await page.route('**/auth/sign-in-methods', (route) => route.fulfill({ json: { hasPassword: false } }))
  await logIn(page, account, '/dashboard/myProfile')
  const section = page.getByRole('region', { name: 'Password' })
  await expect(section).toContainText('press Forgot Password on the login page')
  await expect(section.getByRole('button')).toHaveCount(0)
})
