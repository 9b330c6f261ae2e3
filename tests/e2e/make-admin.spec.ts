import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { inDatabase } from './support/database.ts'
import { expect, type Page, test } from './support/test.ts'
import {
  addAdmin,
  addUser,
  addVerifiedUser,
  adminOf,
  type Credentials,
  demoAdmin,
  logIn,
} from './support/users.ts'

/** Searches for a user and presses Make Admin; returns the button that confirms. */
async function openAdminDialog(page: Page, { name, email }: Credentials): Promise<Locator> {
  await page.getByLabel('Search users').fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(page.getByRole('row'), 'the heading and the match').toHaveCount(2)
  await expect(row).toContainText('Customer')
  await row.getByRole('button', { name: `Make Admin: ${name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Are you sure? you want to make ${name} an admin!!`)
  return question.getByRole('button', { name: 'Make Admin' })
}

test('Make Admin promotes a user, who sees the admin links from then on', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addVerifiedUser(store, 'Ines Castell')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  await (await openAdminDialog(page, account)).click()
  await expect(page.getByText('Make Admin successfully')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: account.email })
  await expect(row.getByRole('cell', { name: 'Admin', exact: true })).toBeVisible()
  await expect(row.getByRole('button')).toHaveText('Remove rights')

  const promoted = await newVisitor()
  await logIn(promoted, account, '/dashboard/manageAllOrders')
  await expect(promoted.getByRole('heading', { level: 1 })).toHaveText('Manage All Orders')
})

test('A new admin sees the admin’s dashboard after a reload, and a former one the customer’s, in every tab', async ({
  page,
  store,
}) => {
  const account = await addVerifiedUser(store, 'Ida Novak')
  await logIn(page, account, '/dashboard')
  const otherTab = await page.context().newPage()
  await otherTab.goto('/dashboard/myOrders')
  const linkOf = (tab: Page) =>
    tab.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Manage All Orders' })
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expect(linkOf(page)).toHaveCount(0)

  const call = adminOf(store)
  expect((await call('PUT', `/user/admin/${account.email}`)).status).toBe(200)
  await page.reload()
  await expect(linkOf(page)).toBeVisible()
  await expect(page.getByText('No orders yet')).toHaveCount(0)
  await expect(linkOf(otherTab)).toBeVisible()

  await inDatabase(store, `update accounts set role = 'customer', name = 'Ida Berg' where email = $1`, [
    account.email,
  ])
  await page.goto('/dashboard/myOrders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders')
  await expect(linkOf(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Account of Ida Berg' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByText('No orders yet')).toBeVisible()
})

test('A customer who opens an admin page after the promotion has the admin’s links there', async ({
  page,
  store,
}) => {
  const account = await addVerifiedUser(store, 'Ivo Lind')
  await logIn(page, account, '/parts')
  const call = adminOf(store)
  expect((await call('PUT', `/user/admin/${account.email}`)).status).toBe(200)
  await page.goto('/dashboard/manageAllOrders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage All Orders')
  await expect(
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Audit' }),
  ).toBeVisible()
})

test('A user whose email is not verified cannot become an admin', async ({ page, store }) => {
  const account = await addUser(store, 'Nora Unproved')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  await page.getByLabel('Search users').fill(account.email)
  const row = page.getByRole('row').filter({ hasText: account.email })
  await expect(row).toContainText('not verified')
  await expect(row).toContainText('Can be made an admin once verified')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('An admin’s rights are removed after a question, and the person is a customer at once', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403/)
  const leaver = await addAdmin(store, 'Jonas Weiler')
  const there = await newVisitor()
  await logIn(there, leaver, '/dashboard/manageAllOrders')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  await page.getByLabel('Search users').fill(leaver.email)
  await page.getByRole('button', { name: 'Remove rights: Jonas Weiler' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove admin rights?' })
  await expect(question).toContainText('Jonas Weiler will be a customer from now on')
  await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await question.getByRole('button', { name: 'Remove admin rights' }).click()
  await expect(page.getByText('Jonas Weiler is no longer an admin')).toBeVisible()
  await there.reload()
  await expect(there).toHaveURL('/login')
})

test('An admin gives up the own rights, and goes on as a customer', async ({ page, store }) => {
  const admin = await addAdmin(store, 'Ida Novak')
  await logIn(page, admin, `/dashboard/makeAdmin?q=${encodeURIComponent(admin.email)}`)
  await page.getByRole('button', { name: 'Give up rights: Ida Novak' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give up admin rights' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('No orders yet')).toBeVisible()
})

test('A former admin fails to add a new admin, and is signed out', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 403.* at .*\/user\/admin\//)
  // The list is then loaded again, together with the check of the role.
  expectConsoleError(/status of 403.* at .*\/users\?/)
  expectConsoleError(/status of 403.* at .*\/overview/)
  expectConsoleError(/status of 403.* at .*\/staff\/invitations/)
  const former = await addVerifiedUser(store, 'Jonas Weiler')
  const other = await addVerifiedUser(store, 'Lea Brandt')
  const call = adminOf(store)
  expect((await call('PUT', `/user/admin/${former.email}`)).status).toBe(200)
  // The menu's count is refused too, unless it arrives before.
  await page.route('**/messages/counts', (route) => route.fulfill({ json: { open: 0, done: 0 } }))
  await logIn(page, former, '/dashboard/makeAdmin')
  const confirm = await openAdminDialog(page, other)

  await inDatabase(store, `update accounts set role = 'customer' where email = $1`, [former.email])
  await confirm.click()
  await expect(page.getByText('Failed to Add New Admin')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect((await call('GET', `/user/${other.email}`)).body.role).toBe('customer')
})

test('Users are filtered by role, counted, and downloaded as the list shows them', async ({
  page,
  store,
}) => {
  const account = await addUser(store, 'Mara Quist')
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  const tabs = page.getByRole('group', { name: 'Filter users by role' }).getByRole('button')
  const counts = async () =>
    (await tabs.allInnerTexts()).map((text) => Number(/\d+$/.exec(text.trim())?.[0] ?? Number.NaN))
  await expect(tabs).toHaveCount(3)
  const [all = 0, admins = 0, customers = 0] = await counts()
  expect(admins).toBeGreaterThan(0)
  expect(admins + customers).toBe(all)
  await tabs.filter({ hasText: 'Admins' }).click()
  await expect(page).toHaveURL('/dashboard/makeAdmin?role=admin')
  await expect(page.getByRole('cell', { name: 'Customer', exact: true })).toHaveCount(0)
  await expect(page.getByRole('cell', { name: 'Admin', exact: true })).not.toHaveCount(0)

  await tabs.filter({ hasText: 'Customers' }).click()
  await page.getByLabel('Search users').fill(account.email)
  await expect(page.getByRole('row')).toHaveCount(2)
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 user as CSV' }).click()
  const text = await readFile(await (await started).path(), 'utf8')
  expect(text).toContain('Name,Email,Email verified,Role,Address,Phone\r\n')
  expect(text).toContain(`Mara Quist,${account.email},no,customer,,\r\n`)
})
