import { visit, waitForHydration } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import {
  demoAdmin,
  demoCustomer,
  fillLogin,
  storedToken,
  logIn,
  logOut,
  addUser,
  addVerifiedUser,
} from './support/users.ts'

test('The login page is pre-filled with sample values, for a customer and for an admin', async ({ page }) => {
  await visit(page, '/login')
  const main = page.getByRole('main')
  await expect(main.getByLabel('Email')).toHaveValue(demoCustomer.email)
  await main.getByRole('link', { name: 'Use demo admin' }).click()
  await expect(main.getByLabel('Email')).toHaveValue(demoAdmin.email)
  const password = main.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await main.getByRole('button', { name: 'Show' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: `Account of ${demoAdmin.name}` })).toBeVisible()
})

test('A wrong password shows an error under the form, which keeps its values', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401.* at .*\/auth\/sign-in\/email$/)
  await visit(page, '/login')
  await fillLogin(page, { email: demoCustomer.email, password: 'not-the-word' })
  await expect(page.getByRole('alert').filter({ hasText: 'password' })).toHaveText(
    'That email or password is not right. Check both, or reset your password.',
  )
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(demoCustomer.email)
  await expect(page).toHaveURL('/login')
  expect(await storedToken(page)).toBeNull()
})

test('Email and password are required', async ({ page }) => {
  await visit(page, '/login')
  await fillLogin(page, { email: '', password: '' })
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('An error on the login page is dismissed by a successful login', async ({ page }) => {
  await visit(page, '/login')
  await page.getByRole('main').getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'Enter Your Email' })
  await expect(problem).toBeVisible()
  await fillLogin(page, demoCustomer)
  await expect(page).toHaveURL('/')
  await expect(problem).toHaveCount(0)
})

test('While sign-in is in progress a full-screen spinner shows', async ({ page }) => {
  let response = () => {}
  const pressed = new Promise<void>((resolve) => (response = resolve))
  await page.route('**/auth/sign-in/email', async (route) => {
    await pressed
    await route.continue()
  })
  await visit(page, '/login')
  await fillLogin(page, demoCustomer)
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toBeVisible()
  response()
  await expect(page).toHaveURL('/')
})

test('After success the login page is replaced in history', async ({ page }) => {
  await page.goto('/blogs')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await waitForHydration(page)
  await fillLogin(page, demoCustomer)
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/blogs')
})

test('A store without Google sign-in shows an error when the button is pressed', async ({ page }) => {
  await visit(page, '/login')
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeDisabled()
  await expect(page.getByText('Google sign-in isn’t set up in this store.')).toBeVisible()
})

test('Logout removes the accessToken and signs the user out, in every tab', async ({
  page,
  context,
  store,
}) => {
  const account = await addUser(store)
  await logIn(page, account, '/dashboard/myProfile')
  const other = await context.newPage()
  await other.goto('/blogs')
  await expect(other.getByRole('button', { name: `Account of ${account.name}` })).toBeVisible()
  const token = await storedToken(page)

  await logOut(page, account)
  await expect(page).toHaveURL(/\/login/)
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  for (const tab of [page, other]) expect(await storedToken(tab)).toBeNull()
  await expect(page.getByText('Log in again to continue')).toHaveCount(0)
  await other.getByRole('link', { name: 'Log in' }).click()
  await expect(other.getByText('You were logged out in another tab.')).toBeVisible()
  const reply = await fetch(`${store.url}/user/${account.email}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(reply.status, 'the token is worth nothing any more').toBe(401)
})

test('Login requests the token once, and not the account, which is in the response', async ({
  page,
  store,
}) => {
  const person = await addUser(store)
  await visit(page, '/login')
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:auth|user)\//.test(pathname))
      requests.push(`${request.method()} ${decodeURIComponent(pathname).split('@')[0]}`)
  })
  await fillLogin(page, person)
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible()
  const [name] = person.email.split('@')
  expect(requests).toEqual(['POST /auth/sign-in/email', `PUT /user/${name}`])
})

test('A token that has expired is renewed silently', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 401/)
  const account = await addVerifiedUser(store)
  await logIn(page, account, '/dashboard/myProfile')
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect.poll(() => storedToken(page)).toMatch(/\S{20}/)
})

test('When the session has ended too, the next call leads to the login page and back', async ({
  page,
  context,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const account = await addVerifiedUser(store)
  await logIn(page, account, '/dashboard/myProfile')
  await context.clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await fillLogin(page, account)
  await expect(page).toHaveURL('/dashboard/myOrders')
})
