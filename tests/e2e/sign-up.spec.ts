import { randomUUID } from 'node:crypto'
import { visit } from './support/hydration.ts'
import { expect, type Page, test } from './support/test.ts'
import { storedToken, linkInMail, newCredentials, addUser, type Credentials } from './support/users.ts'

async function fillSignUp(page: Page, account: Credentials, confirm = account.password): Promise<void> {
  await page.getByLabel('Name').fill(account.name)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByLabel('Confirm password').fill(confirm)
}

const PART = '/parts/ceramic-brake-pads-front-compact-dlbrk1042'
const press = (page: Page) => page.getByRole('button', { name: 'Sign up' }).click()

test("The sign-up page has the title 'Create an account', a link to the login page and Continue With Google", async ({
  page,
}) => {
  await visit(page, '/login')
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account')
  await expect(page.getByText('OR', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeVisible()
  await page.getByRole('link', { name: 'Already have an account? Log in' }).click()
  await expect(page).toHaveURL('/login')
})

test('Sign-up shows the specified errors, which clear when fixed', async ({ page }) => {
  await visit(page, '/signup')
  await press(page)
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toHaveCount(2)
  await expect(page.getByLabel('Name')).toBeFocused()

  await page.getByLabel('Email').fill('ada-at-people')
  await expect(page.getByText('Provide a Valid Email')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await page.getByLabel('Confirm password').fill('12345')
  await expect(page.getByText('Your Password must be six character or longer')).toHaveCount(2)

  await fillSignUp(page, newCredentials())
  for (const message of ['Name is required', 'Provide a Valid Email', 'Your Password must be six'])
    await expect(page.getByText(message)).toHaveCount(0)
})

test('Differing passwords block account creation', async ({ page }) => {
  const account = newCredentials()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()))
  await visit(page, '/signup')
  await fillSignUp(page, account, 'another-word-42')
  await press(page)
  await expect(page.getByText("Your Password Don't match")).toBeVisible()
  await expect(page.getByLabel('Confirm password')).toBeFocused()
  expect(sent).toEqual([])
})

test('After sign-up the user is signed in on the home page, and the email in the mailbox verifies the address', async ({
  page,
  store,
}) => {
  const account = newCredentials('Ada Byron')
  await visit(page, '/signup')
  await fillSignUp(page, account)
  await press(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account of Ada Byron' })).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }),
  ).toBeVisible()
  expect(await storedToken(page)).toMatch(/\S{20}/)

  await page.goto(await linkInMail(store, account.email, /^Verify your email/))
  await expect(page.getByRole('button', { name: 'Account of Ada Byron' })).toBeVisible()
})

test('A customer who signed up to order a part finds it on the home page, above the fold of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page, PART)
  await page.getByRole('link', { name: 'Log in to order' }).first().click()
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click()
  await expect(page).toHaveURL(/^[^?]+\/signup\?from=%2Fpurchase-product%2F/)
  await page.getByRole('link', { name: 'Already have an account? Log in' }).click()
  await expect(page.getByText('Log in to order')).toBeVisible()
  await page.getByRole('link', { name: 'Need an account? Sign up' }).click()
  await fillSignUp(page, newCredentials('Pia Lund'))
  await press(page)

  await expect(page).toHaveURL('/')
  const ready = page.getByRole('status').filter({ hasText: 'Your account is ready.' })
  await expect(ready).toContainText('Go on: Ceramic Brake Pads, Front, Compact, $38.90')
  const order = ready.getByRole('link', { name: 'Order' })
  await expect(order).toBeInViewport({ ratio: 1 })
  await order.click()
  await expect(page).toHaveURL(/\/purchase-product\/[\da-f-]{36}$/)
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeVisible()

  await page.goto('/')
  await expect(page.getByText('Your account is ready.')).toHaveCount(0)
})

for (const [from, text, link] of [
  ['/dashboard/addReview', 'Go on: add your review', '/dashboard/addReview'],
  ['/myGarage', 'Go on: your garage', '/myGarage'],
  [`/purchase-product/${randomUUID()}`, 'The part that you came from is no longer sold.', null],
] as const)
  test(`A customer who came from ${from.replace(/[\da-f-]{36}/, 'a deleted part')} reads how to go on after sign-up`, async ({
    page,
    expectConsoleError,
  }) => {
    if (link === null) expectConsoleError(/status of 404.* at .*\/product\//)
    await visit(page, `/login?${new URLSearchParams({ from })}`)
    await page.getByRole('link', { name: 'Need an account? Sign up' }).click()
    await fillSignUp(page, newCredentials())
    await press(page)
    await expect(page).toHaveURL('/')
    const ready = page.getByRole('status').filter({ hasText: 'Your account is ready.' })
    await expect(ready).toContainText(text)
    if (link === null) await expect(ready.getByRole('link')).toHaveCount(0)
    else await expect(ready.getByRole('link')).toHaveAttribute('href', link)
  })

test('Signing up without coming from a page, or from another site, offers nothing to go on with', async ({
  page,
}) => {
  for (const address of [
    '/signup',
    '/signup?from=https://evil.test/x',
    '/signup?from=//evil.test',
    '/signup?from=/signup',
  ]) {
    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear()).catch(() => undefined)
    await visit(page, address)
    await fillSignUp(page, newCredentials())
    await press(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Account of' })).toBeVisible()
    await expect(page.getByText('Your account is ready.')).toHaveCount(0)
  }
})

test('An email with an account does not get a second one', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 422.* at .*\/auth\/sign-up\/email$/)
  const account = await addUser(store)
  await visit(page, '/signup')
  await fillSignUp(page, account)
  await press(page)
  await expect(page.getByRole('alert').filter({ hasText: 'There is already an account' })).toHaveText(
    'There is already an account with this email. Log in, or reset your password.',
  )
  await expect(page.getByLabel('Name')).toHaveValue(account.name)
  expect(await storedToken(page)).toBeNull()
})

test('An invalid form lists its errors above its button, each with a link to its field', async ({ page }) => {
  await visit(page, '/signup')
  await page.getByLabel('Name').focus()
  await page.getByRole('button', { name: 'Sign up' }).click()
  const summary = page.getByRole('status').filter({ hasText: 'before this can be sent' })
  await expect(summary).toContainText('4 fields need something')
  await expect(page.getByLabel('Name')).toBeFocused()
  await summary.getByRole('button', { name: 'Confirm password' }).click()
  await expect(page.getByLabel('Confirm password')).toBeFocused()

  await page.getByLabel('Name').fill('Ada Park')
  await expect(summary.getByRole('button')).toHaveText(['Email', 'Password', 'Confirm password'])
  await page.getByLabel('Email').fill('ada@example.test')
  await page.getByLabel('Password', { exact: true }).fill('six-letters')
  await expect(summary, 'a single error is shown at its field only').toHaveCount(0)
  await expect(
    page
      .getByText('Passwords do not match')
      .or(page.getByText(/confirm/i))
      .first(),
  ).toBeVisible()
})

test('A password can be shown while it is typed', async ({ page }) => {
  await visit(page, '/signup')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('gasket-rocker-42')
  await expect(password).toHaveAttribute('type', 'password')
  const look = page.getByRole('button', { name: 'Show' }).first()
  await expect(look).toHaveAccessibleDescription('Show what is typed')
  await look.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('gasket-rocker-42')
  await expect(page.getByLabel('Confirm Password')).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('A common password shows one error, at its field', async ({ page, expectConsoleError }) => {
  expectConsoleError(/status of 422.* at .*\/auth\/sign-up\/email$/)
  await visit(page, '/signup')
  await fillSignUp(page, { ...newCredentials(), password: 'password1' })
  await press(page)
  await expect(page.getByText(/too common/)).toHaveCount(1)
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/too common/)
})
