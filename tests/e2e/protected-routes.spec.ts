import { inDatabase } from './support/database.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, addVerifiedUser, adminOf, demoAdmin, fillLogin, storedToken } from './support/users.ts'
import { logIn } from './support/users.ts'

const customerRoutes = [
  '/checkout',
  '/dashboard',
  '/dashboard/myProfile',
  '/dashboard/addresses',
  '/dashboard/myOrders',
  '/dashboard/addReview',
] as const
const adminRoutes = [
  ['/dashboard/addProduct', 'Add A Product'],
  ['/dashboard/manageProducts', 'Manage All Products'],
  ['/dashboard/imports', 'Import'],
  ['/dashboard/manageAllOrders', 'Manage All Orders'],
  ['/dashboard/packingSlips', 'Packing Slips'],
  ['/dashboard/pickingList', 'Picking List'],
  ['/dashboard/returns', 'Returns'],
  ['/dashboard/fitment-flags', 'Did Not Fit'],
  ['/dashboard/customers', 'Customers'],
  ['/dashboard/find', 'Find'],
  ['/dashboard/inbox', 'Inbox'],
  ['/dashboard/manageReviews', 'Manage Reviews'],
  ['/dashboard/searchWords', 'Search Synonyms'],
  ['/dashboard/makeAdmin', 'Make an Admin'],
  ['/dashboard/delivery', 'Delivery'],
  ['/dashboard/tax', 'Tax'],
  ['/dashboard/settings', 'Settings'],
  ['/dashboard/audit', 'Audit'],
] as const

for (const path of customerRoutes) {
  test(`A visitor of ${path} is redirected to /login and comes back after login`, async ({ page, store }) => {
    const account = await addUser(store)
    await page.goto('/blogs')
    await page.goto(path)
    await expect(page).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
    await fillLogin(page, account)
    await expect(page).toHaveURL(path)
    await page.goBack()
    await expect(page, 'the login page is replaced in history').toHaveURL('/blogs')
  })
}

test('A visitor who places an order is redirected to /login and returns to the product after login', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store)
  await page.goto('/')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: product.name }) })
  await card.getByRole('link', { name: 'Place Order' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByText(`Log in to order ${product.name}`)).toBeVisible()
  await fillLogin(page, account)
  await expect(page).toHaveURL(`/purchase-product/${product.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
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
    await logIn(customer, await addUser(store))
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
  test(`A customer whose login led to ${path} stays signed in and sees that it is for admins`, async ({
    page,
    store,
  }) => {
    const account = await addUser(store)
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?from=/)
    await fillLogin(page, account)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('alert').filter({ hasText: 'That page is for admins.' })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Account of ${account.name}` })).toBeVisible()

    // Opened directly, it signs out, and the login page works again.
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('The page that you opened is for admins only')).toBeVisible()
    await fillLogin(page, account)
    await expect(page).toHaveURL('/')
  })
}

test('An admin screen requests its data without waiting for the check of the role', async ({ page }) => {
  await logIn(page, demoAdmin)
  const requested = page.waitForRequest('**/imports?*')
  await page.route('**/admin/*', async (route) => {
    await requested
    await route.continue()
  })
  await page.goto('/dashboard/imports')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import')
})

test('A former admin is signed out by an admin screen whose data is refused before the check of the role', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403.* at .*\/imports/)
  const former = await addVerifiedUser(store, 'Tomas Albers')
  const call = adminOf(store)
  expect((await call('PUT', `/user/admin/${former.email}`)).status).toBe(200)
  // The menu's count is refused too, unless it arrives before.
  await page.route('**/messages/counts', (route) => route.fulfill({ json: { open: 0, done: 0 } }))
  await logIn(page, former)
  await inDatabase(store, `update accounts set role = 'customer' where email = $1`, [former.email])
  const refused = page.waitForResponse((response) => response.url().includes('/imports?'))
  await page.route('**/admin/*', async (route) => {
    await refused
    await route.continue()
  })
  await page.goto('/dashboard/imports')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('The page that you opened is for admins only')).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('A former admin’s packing slips are requested only until the first is refused', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403.* at .*\/purchases/)
  const former = await addVerifiedUser(store, 'Petra Lindqvist')
  const call = adminOf(store)
  expect((await call('PUT', `/user/admin/${former.email}`)).status).toBe(200)
  // The menu's count is refused too, unless it arrives before.
  await page.route('**/messages/counts', (route) => route.fulfill({ json: { open: 0, done: 0 } }))
  await logIn(page, former)
  await inDatabase(store, `update accounts set role = 'customer' where email = $1`, [former.email])
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/purchases?') && requests.push(request.url()))
  const orders = Array.from({ length: 40 }, (_, at) => `DL-${10_001 + at}`)
  await page.goto(`/dashboard/packingSlips?orders=${orders.join()}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('The page that you opened is for admins only')).toBeVisible()
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.length).toBeLessThan(10)
})

test('A user signed out right after signing in sees a working login page with the reason', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403/)
  const account = await addUser(store)
  const product = await addProduct(store)
  // Never gets a response: it is in flight when the session ends, which aborts it instead of having it
  // refused with a console error.
  await page.route('**/garage', () => undefined)
  const garage = page.waitForRequest('**/garage')
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/garage'))
  await page.route(`**/product/${product.id}`, async (route) => {
    await garage
    await route.fulfill({ status: 403, json: { code: 'forbidden', detail: 'No.' } })
  })
  await page.goto(`/purchase-product/${product.id}`)
  await fillLogin(page, account)
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  await aborted
  await page.unroute('**/garage')
  await expect(page.getByRole('status').filter({ hasText: 'Signing in' })).toHaveCount(0)
  await page.unroute(`**/product/${product.id}`)
  await fillLogin(page, account)
  await expect(page).toHaveURL(`/purchase-product/${product.id}`)
})

test('The sidebar shows admins the admin links and customers their own', async ({
  page,
  newVisitor,
  store,
}) => {
  await logIn(page, demoAdmin)
  const links = (whose: typeof page) => whose.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
  await expect(links(page)).toHaveText([
    'Overview',
    'My Profile',
    'Addresses',
    'My Orders',
    'Add A Product',
    'Manage All Products',
    'Import',
    'Manage All Orders',
    'Returns',
    'Customers',
    // Followed by how many messages other tests have left open.
    /^Inbox(\d+ open)?$/,
    'Manage Reviews',
    'Search Synonyms',
    'Undelivered Mail',
    'Make an Admin',
    'Delivery',
    'Tax',
    'Reports',
    'Settings',
    'Audit',
  ])
  const customer = await newVisitor()
  await logIn(customer, await addUser(store))
  await expect(links(customer)).toHaveText([
    'Overview',
    'My Profile',
    'Addresses',
    'My Orders',
    'Add A Review',
  ])
})

test('An unknown product is a 404, even for customers', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 404.* at .*\/product\/no-such-part/)
  await logIn(page, await addUser(store), '/purchase-product/no-such-part')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No such part')
})
