import { codeOf } from '../support/authenticator.ts'
import { expectAccessible } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import { fillLogin, storedToken, logIn, logInByForm, logOut, addUser, addAdmin } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('An admin sets up a second factor, logs in with it by keyboard, with a backup code, and disables it', async ({
  page,
  store,
  expectConsoleError,
}) => {
  // A wrong code, a used backup code, and calls with the token of the session that the setup ended.
  expectConsoleError(/status of 401/)
  const admin = await addAdmin(store, 'Noor Haddad')
  await logIn(page, admin, '/dashboard/myProfile')

  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await panel.getByLabel('Your password').fill(admin.password)
  await panel.getByRole('button', { name: 'Set up' }).click()
  await expect(panel.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expect(panel.getByLabel('Code', { exact: true })).toBeFocused()
  const secret = await panel.getByRole('code').innerText()
  const uri = `otpauth://totp/Driveline:x?secret=${secret}&issuer=Driveline&digits=6&period=30`
  await expectAccessible(page, 'setting up')
  await panel.getByLabel('Code', { exact: true }).fill('000000')
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await expect(panel.getByRole('alert')).toContainText('That code is not right.')
  await panel.getByLabel('Code', { exact: true }).fill(codeOf(uri))
  await panel.getByRole('button', { name: 'Switch on' }).click()
  await expect(panel.getByRole('heading', { name: 'Keep these backup codes' })).toBeFocused()
  const codes = await panel.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectAccessible(page, 'the backup codes')
  await panel.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()
  await expectAccessible(page, 'the profile with the factor on')

  // By keyboard alone, with a code from the app: the input has focus.
  await logOut(page, admin)
  await visit(page, '/login?from=/dashboard/manageAllOrders')
  await page.getByRole('main').getByLabel('Email').fill(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(admin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your code')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await storedToken(page)).toBeNull()
  await expectAccessible(page, 'the step of the code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'code' })).toContainText('That code is not right.')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type(codeOf(uri, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/manageAllOrders')

  // With a backup code, which works once.
  for (const attempt of ['first', 'second']) {
    if (attempt === 'first') await logOut(page, admin)
    await visit(page, '/login?from=/dashboard/myProfile')
    await fillLogin(page, admin)
    await page.getByRole('link', { name: 'Use a backup code instead' }).click()
    await page.getByLabel('Backup code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    if (attempt === 'second') break
    await expect(page).toHaveURL('/dashboard/myProfile')
    await logOut(page, admin)
  }
  await expect(page.getByRole('alert').filter({ hasText: 'backup code' })).toContainText('was used before')
  await page.getByLabel('Backup code').fill(codes[1] ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/myProfile')

  await panel.getByLabel('Your password').fill(admin.password)
  await panel.getByRole('button', { name: 'Switch off' }).click()
  await expect(page.getByText('Two-step verification is off')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Two-step verification' })).toBeFocused()
  await logOut(page, admin)
  await logInByForm(page, admin, '/dashboard/myProfile')
})

test('A customer is not offered a second factor', async ({ page, store }) => {
  await logIn(page, await addUser(store), '/dashboard/myProfile')
  await expect(page.getByRole('button', { name: 'Update Your Profile' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-step verification' })).toHaveCount(0)
})
