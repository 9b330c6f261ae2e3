import { placeOrder, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, callerFor, demoAdmin, logIn } from './support/users.ts'

test('An unpaid order can be deleted by its customer after a confirmation, which releases its stock', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store, { available: 9 })
  await placeOrder(store, account, product, 4)
  await logIn(page, account, '/dashboard/myOrders')
  const order = page.getByRole('article', { name: product.name })
  await expect(order).toContainText('Unpaid')
  await expect(order).toContainText('4 pieces')
  await expect(order.getByRole('link', { name: 'Pay' })).toBeVisible()

  const remove = order.getByRole('button', { name: 'Delete' })
  const question = page.getByRole('alertdialog')
  await remove.click()
  await expect(question).toContainText(`Are you sure? you want to delete ${product.name} from your order!!`)
  await expect(
    question.getByRole('button', { name: 'Keep it' }),
    'focus starts on the safe button',
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(remove, 'focus returns').toBeFocused()
  await expect(order).toBeVisible()

  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Your Order Delete')).toBeVisible()
  await expect(order).toHaveCount(0)
  await page.goto(`/purchase-product/${product.id}`)
  await expect(page.getByRole('region', { name: 'The part' }).getByRole('definition').first()).toHaveText(
    '9 pieces',
  )
})

test('My Orders say how many are to pay and what they cost, and grow by Show more, which Back keeps', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store, { price: 10 })
  for (let at = 1; at <= 22; at += 1) await placeOrder(store, account, product)
  await logIn(page, account, '/dashboard/myOrders')
  const orders = page.getByRole('list', { name: 'Your orders' }).getByRole('article')
  const main = page.getByRole('main')
  await expect(main.getByText('22 to pay, $220.00')).toBeVisible()
  await expect(orders).toHaveCount(20)
  await page.getByRole('button', { name: 'Show more orders' }).click()
  await expect(orders).toHaveCount(22)
  await orders.last().getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Order DL-')
  await page.goBack()
  await expect(orders).toHaveCount(22)

  await orders.last().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(main.getByText('21 to pay, $210.00')).toBeVisible()
  await expect(orders).toHaveCount(21)
})

test('The overview names the order to pay first, and leads to all that are to pay', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store, { price: 10 })
  const first = await placeOrder(store, account, product)
  await placeOrder(store, account, product, 2)
  const { number } = (await (await callerFor(store, account))('GET', `/purchase/${first}`)).body
  await logIn(page, account, '/dashboard')
  const due = page.getByRole('region', { name: 'What is due' })
  await expect(due).toContainText(`The first hold, of ${number}, ends`)
  await expect(due.getByRole('link', { name: `Pay order ${number}, $10.00` })).toHaveAttribute(
    'href',
    `/dashboard/payment/${first}`,
  )
  await due.getByRole('link', { name: 'All 2 to pay' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders?status=unpaid')
  await expect(page.getByRole('main').getByText('2 to pay, $30.00')).toBeVisible()
})

test("Another user's order cannot be opened for payment", async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 404.* at .*\/payment\//)
  const order = await placeOrder(store, await addUser(store), await addProduct(store))
  await logIn(page, await addUser(store), `/dashboard/payment/${order}`)
  await expect(page.getByRole('alert').filter({ hasText: 'This cannot be shown' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
})

test('An admin deletes an unpaid order, and its customer no longer has it', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store)
  await placeOrder(store, account, product)
  await logIn(page, demoAdmin, '/dashboard/manageAllOrders')
  const row = page.getByRole('row').filter({ hasText: product.name })
  await expect(row).toContainText('Unpaid')
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Are you sure? you want to delete ${product.name} from order!!`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Order Delete', { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)

  const customer = await newVisitor()
  await logIn(customer, account, '/dashboard/myOrders')
  await expect(customer.getByText('No orders yet')).toBeVisible()
})

test('Manage All Orders shows all, unpaid, pending and shipped orders with their counts', async ({
  page,
}) => {
  await logIn(page, demoAdmin, '/dashboard/manageAllOrders')
  const tabs = page.getByRole('group', { name: 'Filter orders by status' })
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('rowgroup').last().getByRole('row')
  for (const [tab, word, action] of [
    ['Unpaid', 'Unpaid', 'Delete'],
    ['Pending', 'Pending', 'Ship'],
    ['Shipped', 'Shipped', null],
  ] as const) {
    const button = tabs.getByRole('button', { name: new RegExp(`^${tab}`) })
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    const count = Number(/\d+$/.exec(await button.innerText())?.[0])
    expect(count).toBeGreaterThan(0)
    await expect(rows).toHaveCount(Math.min(25, count))
    await expect(rows.filter({ hasText: word })).toHaveCount(Math.min(25, count))
    if (action) await expect(rows.getByRole('button', { name: action })).toHaveCount(Math.min(25, count))
    else await expect(rows.getByRole('button')).toHaveCount(0)
  }
  await tabs.getByRole('button', { name: 'All' }).click()
  await page.getByLabel('Search orders').fill('Tom Okafor')
  await expect(rows.filter({ hasNotText: 'Tom Okafor' })).toHaveCount(0)
  await expect(rows.first()).toContainText('Tom Okafor')
})

test('An unknown order shows a link to continue, without a useless retry', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/)
  await logIn(page, await addUser(store), '/dashboard/payment/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('alert').filter({ hasText: 'This cannot be shown' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(
    page.getByRole('main').getByRole('alert').getByRole('link', { name: 'My Orders' }),
  ).toBeVisible()
})
