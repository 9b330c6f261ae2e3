import { visit } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'
import { fillLogin, linkInMail, logInByForm, addUser, addVerifiedUser } from './support/users.ts'

async function requestResetLink(page: Page, email: string): Promise<void> {
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Sent Password Reset Link on Your Email')).toBeVisible()
}

test("Forgot password without an email says 'Enter Your Email'", async ({ page }) => {
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('Enter Your Email'),
  ).toBeVisible()
})

test('A forgotten password is reset by the link in the email', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  // The old password is refused, and the old session has ended.
  expectConsoleError(/status of 401.* at .*\/auth\/sign-in\/email$/)
  const account = await addVerifiedUser(store)
  await requestResetLink(page, account.email)

  await visit(page, await linkInMail(store, account.email, /^Set a new password/))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
  await page.getByLabel('New password').fill('tappet-cover-17')
  await page.getByLabel('Confirm password').fill('tappet-cover-18')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText("Your Password Don't match")).toBeVisible()
  await page.getByLabel('Confirm password').fill('tappet-cover-17')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page).toHaveURL('/login')

  await fillLogin(page, account)
  await expect(page.getByText('That email or password is not right.')).toBeVisible()
  await fillLogin(page, { ...account, password: 'tappet-cover-17' })
  await expect(page).toHaveURL('/')
  await logInByForm(await newVisitor(), { ...account, password: 'tappet-cover-17' })
})

test('A reset link works once', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 400.* at .*\/auth\/reset-password$/)
  const account = await addUser(store)
  await requestResetLink(page, account.email)
  await visit(page, await linkInMail(store, account.email, /^Set a new password/))
  const form = page.url()
  for (const attempt of ['first', 'second']) {
    await visit(page, form)
    await page.getByLabel('New password').fill(`${attempt}-tappet-cover`)
    await page.getByLabel('Confirm password').fill(`${attempt}-tappet-cover`)
    await page.getByRole('button', { name: 'Set new password' }).click()
    if (attempt === 'first') await expect(page).toHaveURL('/login')
  }
  await expect(page.getByRole('alert').filter({ hasText: 'link' })).toContainText(
    'This link was already used or is too old.',
  )
})
