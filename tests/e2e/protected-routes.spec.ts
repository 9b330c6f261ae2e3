import { demoAdmin, fillLogin, storedToken, openAccount } from './support/people.ts'
import { stockPart } from './support/goods.ts'
import { logIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

const customerRoutes = [
  '/dashboard',
  '/dashboard/myProfile',
  '/dashboard/myOrders',
  '/dashboard/addReview',
] as const
const adminRoutes = [
  ['/dashboard/addProduct', 'Add A Product'],
  ['/dashboard/manageProducts', 'Manage All Products'],
  ['/dashboard/manageAllOrders', 'Manage All Orders'],
  ['/dashboard/manageReviews', 'Manage Reviews'],
  ['/dashboard/makeAdmin', 'Make an Admin'],
  ['/dashboard/audit', 'Audit'],
] as const

for (const path of customerRoutes) {
  test(`A visitor of ${path} is redirected to /login and comes back after login`, async ({ page, store }) => {
    const person = await openAccount(store)
    await page.goto('/blogs')
    await page.goto(path)
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
    await fillLogin(page, person)
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page, 'the login page is replaced in history').toHaveURL('/blogs')
  })
}

test('A visitor who places an order is redirected to /login and comes back to the part after login', async ({
  page,
  store,
}) => {
  const person = await openAccount(store)
  const part = await stockPart(store)
  await page.goto('/')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: part.name }) })
  await card.getByRole('link', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await fillLogin(page, person)
  await expect(page).toHaveURL(`/purchase-product/${part.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(part.name)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

for (const [path, title] of adminRoutes) {
  test(`${path} is for admins: a visitor logs in first, any other customer is signed out`, async ({
    page,
    newVisitor,
    store,
  }) => {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?from=/)
    await fillLogin(page, demoAdmin)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)

    const customer = await newVisitor()
    await logIn(customer, await openAccount(store))
    await customer.goto(path)
    await expect(customer).toHaveURL('/login')
    expect(await storedToken(customer)).toBeNull()
    await expect(customer.getByRole('link', { name: 'Log in', exact: true })).toBeVisible()
    await expect(customer.getByText('The page that you opened is for admins only')).toBeVisible()
    await customer.goto('/dashboard')
    await expect(customer).toHaveURL(/\/login\?from=/)
  })
}

for (const path of ['/dashboard/addProduct', '/dashboard/manageProducts/some-part?q=1']) {
  test(`A customer whom a link to ${path} led to the login page stays signed in and is told that it is for admins`, async ({
    page,
    store,
  }) => {
    const person = await openAccount(store)
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?from=/)
    await fillLogin(page, person)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('alert').filter({ hasText: 'That page is for admins.' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible()

    // Opened by the person, it signs out as specified, and the login page can be used again.
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('The page that you opened is for admins only')).toBeVisible()
    await fillLogin(page, person)
    await expect(page).toHaveURL('/')
  })
}

test('Signed out right after signing in, a person is back at a login page that works and says why', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 403/)
  const person = await openAccount(store)
  const part = await stockPart(store)
  await page.route(`**/product/${part.id}`, (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'No.' } }),
  )
  await page.goto(`/purchase-product/${part.id}`)
  await fillLogin(page, person)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toHaveCount(0)
  await page.unroute(`**/product/${part.id}`)
  await fillLogin(page, person)
  await expect(page).toHaveURL(`/purchase-product/${part.id}`)
})

test('The sidebar shows an admin the admin links and a customer their own', async ({
  page,
  newVisitor,
  store,
}) => {
  await logIn(page, demoAdmin)
  const links = (whose: typeof page) => whose.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(links(page)).toHaveText([
    'Overview',
    'My Profile',
    'My Orders',
    'Add A Product',
    'Manage All Products',
    'Manage All Orders',
    'Manage Reviews',
    'Make an Admin',
    'Audit',
  ])
  const customer = await newVisitor()
  await logIn(customer, await openAccount(store))
  await expect(links(customer)).toHaveText(['Overview', 'My Profile', 'My Orders', 'Add A Review'])
})

test('A part that does not exist is not found, also for customers', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 404.* at .*\/product\/no-such-part/)
  await logIn(page, await openAccount(store), '/purchase-product/no-such-part')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No part under this number')
})
