import { expect, test } from './support/test.ts'
import { demoCustomer, logIn, addUser, addVerifiedUser } from './support/users.ts'

test('My Profile shows name and email, and after the update education, address, phone and LinkedIn', async ({
  page,
  store,
}) => {
  const account = await addVerifiedUser(store, 'Mira Sandoval')
  await logIn(page, account, '/dashboard/myProfile')
  const texts = page.getByRole('definition')
  await expect(texts).toHaveText([account.name, account.email])

  await page.getByRole('button', { name: 'Update Your Profile' }).click()
  for (const field of ['Education', 'Address', 'Phone', 'LinkedIn'])
    await expect(page.getByText(`${field} is required`)).toBeVisible()
  await expect(page.getByLabel('Education')).toBeFocused()

  await page.getByLabel('Education').fill('Night school')
  await page.getByLabel('Address').fill('12 Gasket Lane')
  await page.getByLabel('Phone').fill('(217) 555-0177')
  await page.getByLabel('LinkedIn').fill('https://linkedin.com@example.com/mira')
  await page.getByRole('button', { name: 'Update Your Profile' }).click()
  await expect(page.getByText('Profile Updated')).toBeVisible()
  await expect(texts).toContainText([
    account.name,
    account.email,
    'Night school',
    '12 Gasket Lane',
    '(217) 555-0177',
    'https://linkedin.com@example.com/mira',
  ])
  await expect(
    texts.getByRole('link'),
    'LinkedIn is text where it is no address of linkedin.com',
  ).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Education')).toHaveValue('Night school')

  await page.getByLabel('LinkedIn').fill('https://www.linkedin.com/in/mira')
  await page.getByRole('button', { name: 'Update Your Profile' }).click()
  await expect(texts.getByRole('link', { name: 'linkedin.com/in/mira' })).toHaveAttribute(
    'href',
    'https://www.linkedin.com/in/mira',
  )
})

test('A changed display name is shown everywhere', async ({ page, store }) => {
  await logIn(page, await addUser(store, 'Mira Sandoval'), '/dashboard/myProfile')
  await page.getByLabel('Display name').fill('Mira Okonkwo')
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(page.getByRole('button', { name: 'Account of Mira Okonkwo' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('Mira Okonkwo')
})

test('Address and phone of the profile are prefilled when ordering', async ({ page }) => {
  await logIn(page, demoCustomer, '/dashboard/myProfile')
  const address = await page.getByLabel('Address').inputValue()
  const phone = await page.getByLabel('Phone').inputValue()
  await page.getByRole('link', { name: 'Driveline, home page' }).click()
  await page.getByRole('link', { name: 'Place Order' }).first().click()
  await expect(page.getByLabel('Address')).toHaveValue(address)
  await expect(page.getByLabel('Phone')).toHaveValue(phone)
})
