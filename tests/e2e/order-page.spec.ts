// Long because it is one subject: everything that customers and admins do on the page of an order.

import { expectAccessible, expectAccessibleAt } from './support/accessible.ts'
import { visit } from './support/hydration.ts'
import { logInByKeyboard, press } from './support/keyboard.ts'
import { addProduct, cards, payWith, placeOrder } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, callerFor, type Credentials, demoAdmin, logIn } from './support/users.ts'

type Store = { url: string }

const STORE_ADDRESS =
  'Driveline Auto Parts, 1992 Camshaft Road, Unit 4, Piston Yard, Springfield, IL 62701, United States'

async function payFor(page: Page, id: string): Promise<void> {
  await page.goto(`/dashboard/payment/${id}`)
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
}

async function numberOf(store: Store, who: Credentials, id: string): Promise<string> {
  const call = await callerFor(store, who)
  return (await call('GET', `/orders/${id}`)).body.number
}

test('A customer follows an order on its own page, from placing to shipping', async ({ page, store }) => {
  const account = await addUser(store)
  const product = await addProduct(store, { price: 12.5, partNumber: 'TST-7781' })
  const id = await placeOrder(store, account, product, 3)
  const number = await numberOf(store, account, id)
  const admin = adminOf(store)
  await logIn(page, account, '/dashboard/myOrders')
  const progress = page.getByRole('list', { name: 'What has happened' })

  await test.step('unpaid: what it is, until when it is held, and how to pay', async () => {
    await page.getByRole('article', { name: product.name }).getByRole('link', { name: product.name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
    await expect(page).toHaveTitle(`Order ${number} · Driveline`)
    await expect(progress).toContainText('Placed')
    await expect(progress).toContainText('Not paid yet')
    await expect(progress).toContainText('Held until')
    await expect(page.getByRole('region', { name: 'Ordered' })).toContainText('TST-7781')
    await expect(page.getByRole('region', { name: 'Ordered' })).toContainText('$37.50')
    await expect(page.getByRole('region', { name: 'Delivery and payment' })).toContainText('1 Main Street')
    await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Packing slip' }), 'for admins').toHaveCount(0)
    await expectAccessible(page, 'an unpaid order')
  })

  await test.step('paid: the receipt, what happens next, and ordering it again', async () => {
    await page.getByRole('link', { name: 'Pay', exact: true }).click()
    await payWith(page, cards.good)
    await expect(page.getByRole('link', { name: `See order ${number}` })).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('img', { name: 'Driveline' })).toBeVisible()
    await expect(page.getByText('Receipt', { exact: true })).toBeVisible()
    await expect(page.getByText(STORE_ADDRESS)).toBeVisible()
    await page.emulateMedia({ media: null })
    await page.getByRole('link', { name: `See order ${number}` }).click()
    await expect(page.getByRole('main')).toContainText('Next, we pack your order and ship it')
    await expect(page.getByRole('main')).toContainText(
      'Orders paid before 4 pm on a weekday ship the same day',
    )
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Order again' }).click()
    await expect(page.getByRole('spinbutton', { name: 'Quantity' })).toHaveValue('3')
    await page.goBack()
    await page.getByRole('link', { name: product.name }).click()
    await expect(page).toHaveURL(/\/parts\/brake-caliper/)
    await page.goBack()
  })

  await test.step('printed, it is a receipt in the light theme without the pages around it', async () => {
    await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('img', { name: 'Driveline' })).toBeVisible()
    await expect(page.getByText('Receipt', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Subtotal\$37\.50Shipping.?Free.?Total\$37\.50/)
    for (const text of [STORE_ADDRESS, number, '1 Main Street'])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByText(/^pi_\w+$/)).toBeVisible()
    for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      await expect(page.getByRole(around)).toHaveCount(0)
    await expect(page.getByText('Dashboard:')).toBeHidden()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(244, 240, 232)')
    await page.emulateMedia({ media: null, colorScheme: null })
  })

  await test.step('shipped: the carrier and a link to its page', async () => {
    const tracking = { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' }
    expect((await admin('PATCH', `/order/shipped/${id}`, tracking)).status).toBe(200)
    await page.reload()
    const link = progress.getByRole('link', { name: 'Track with UPS: 1Z9V41R70355019832' })
    await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z9V41R70355019832')
    await expect(link).toHaveAttribute('rel', 'noreferrer')
    await expect(page.getByRole('main')).toContainText('Your order has shipped with UPS')
    await expect(page.getByRole('main')).toContainText('30 days to return a part that was never installed.')
    await expectAccessible(page, 'a shipped order')
  })
})

test('An address is corrected by the customer and by an admin until the order ships', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const id = await placeOrder(store, account, await addProduct(store))
  const at = `/dashboard/orders/${id}`
  await logIn(page, account, at)
  const correct = async (on: Page, address: string, phone: string) => {
    await on.getByRole('button', { name: 'Correct the address' }).click()
    await on.getByRole('textbox', { name: 'Address' }).fill(address)
    await on.getByLabel('Phone').fill(phone)
    await on.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  }
  const delivery = (on: Page) => on.getByRole('region', { name: 'Delivery and payment' })

  await correct(page, '7 Typo Street', 'none')
  await expect(page.getByText('Provide a valid phone number')).toBeVisible()
  await expect(page.getByLabel('Address'), 'what was typed stays').toHaveValue('7 Typo Street')
  await expectAccessible(page, 'an address with an error')
  await page.getByLabel('Phone').fill('+1 787 555 0100')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Address corrected')).toBeVisible()
  await expect(delivery(page)).toContainText('7 Typo Street')

  await payFor(page, id)
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, at)
  await correct(admin, '7 Right Street', '+1 787 555 0100')
  await expect(delivery(admin)).toContainText('7 Right Street')
  await admin.getByRole('link', { name: 'Packing slip' }).click()
  await expect(admin.getByRole('region', { name: /^Packing slip/ })).toContainText('7 Right Street')
  const call = adminOf(store)
  expect((await call('PATCH', `/order/shipped/${id}`)).status).toBe(200)
  for (const who of [page, admin]) {
    await who.goto(at)
    await expect(delivery(who)).toContainText('7 Right Street')
    await expect(who.getByRole('button', { name: 'Correct the address' })).toHaveCount(0)
  }
})

test('My Orders are searched by number and part and filtered by status', async ({ page, store }) => {
  const account = await addUser(store)
  const [pads, belt] = [await addProduct(store), await addProduct(store)]
  const id = await placeOrder(store, account, pads)
  await placeOrder(store, account, belt)
  await logIn(page, account)
  await payFor(page, id)
  const number = await numberOf(store, account, id)
  await page.goto('/dashboard/myOrders')
  const orders = page.getByRole('list', { name: 'Your orders' }).getByRole('article')
  await expect(orders).toHaveCount(2)
  await page.getByLabel('Search my orders').fill(number.toLowerCase().replace('-', ''))
  await expect(orders).toHaveCount(1)
  await expect(orders).toContainText(number)
  await page.getByLabel('Search my orders').fill('')
  await expect(orders).toHaveCount(2)
  const tabs = page.getByRole('group', { name: 'Filter orders by status' })
  await tabs.getByRole('button', { name: 'Unpaid' }).click()
  await expect(orders).toHaveCount(1)
  await expect(orders).toContainText(belt.name)
  await expectAccessible(page, 'my unpaid orders')
  await expect(tabs.getByRole('button'), 'none without orders').toHaveText([
    /^All\s*2$/,
    /^Unpaid\s*1$/,
    /^Paid\s*1$/,
  ])
  await page.goto('/dashboard/myOrders?status=shipped')
  await expect(tabs.getByRole('button', { name: /^Shipped\s*0$/, pressed: true })).toBeVisible()
  await expect(page.getByText('No orders found')).toBeVisible()
  await expectAccessible(page, 'no order of mine matches')
  await page.getByRole('button', { name: 'Show all my orders' }).click()
  await expect(orders).toHaveCount(2)
  await expect(orders.filter({ hasText: pads.name }).getByRole('link', { name: 'Order again' })).toBeVisible()
  await expect(orders.filter({ hasText: belt.name }).getByRole('link', { name: 'Order again' })).toHaveCount(
    0,
  )
  await tabs.getByRole('button', { name: 'Unpaid' }).click()
  await expect(orders).toHaveCount(1)
  await orders.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No orders found'), 'the paid one is elsewhere').toBeVisible()
  await expect(tabs.getByRole('button', { name: /^All\s*1$/ })).toBeVisible()
})

test('Another customer’s order does not exist for a customer', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/purchase\//)
  const id = await placeOrder(store, await addUser(store), await addProduct(store))
  await logIn(page, await addUser(store), `/dashboard/orders/${id}`)
  await expect(page.getByRole('alert').filter({ hasText: 'There is no such order' })).toBeVisible()
})

test('An admin ships an order on its page and corrects the tracking number, by keyboard alone', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const id = await placeOrder(store, account, await addProduct(store))
  const customer = await newVisitor()
  await logIn(customer, account)
  await payFor(customer, id)

  await visit(page, `/login?from=/dashboard/orders/${id}`)
  await logInByKeyboard(page, demoAdmin)
  await press(page, page.getByRole('button', { name: 'Ship' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type('1z/99')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('A tracking number has 4 to 40 letters, digits and hyphens')
  await expect(dialog.getByLabel('Tracking number')).toBeFocused()
  await expectAccessible(page, 'a tracking number that is refused')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await press(page, page.getByRole('button', { name: 'Ship' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Order shipped' })).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Add tracking number' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Tracking number is required')
  await page.keyboard.type('771904436218')
  await dialog.getByLabel('Carrier').selectOption('FedEx')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Track with FedEx: 771904436218' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Correct tracking number' }))
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('771904436218')
})

/** An order that a customer has paid, in the admin's list of all orders. */
async function openPaidOrder(page: Page, newVisitor: () => Promise<Page>, store: Store) {
  const account = await addUser(store)
  const product = await addProduct(store)
  const id = await placeOrder(store, account, product)
  const customer = await newVisitor()
  await logIn(customer, account)
  await payFor(customer, id)
  await logIn(page, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(product.name)}`)
  return { product, id }
}

test('A tracking number stays in the dialog after a failed call', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const { product, id } = await openPaidOrder(page, newVisitor, store)
  const number = page.getByRole('dialog').getByLabel('Tracking number')
  const failing = (path: string) => page.route(path, (route) => route.abort(), { times: 1 })

  await failing(`**/purchase/${id}/shipments`)
  await page.getByRole('button', { name: `Ship ${product.name}` }).click()
  await number.fill('4419206753')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'was not marked as shipped' })).toBeVisible()
  await page.getByRole('button', { name: `Ship ${product.name}` }).click()
  await expect(number).toHaveValue('4419206753')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order shipped')).toBeVisible()

  await page.goto(`/dashboard/orders/${id}`)
  await failing('**/order/tracking/*')
  await page.getByRole('button', { name: 'Correct tracking number' }).click()
  await number.fill('4419206754')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'We can’t reach the store' })).toBeVisible()
  await page.getByRole('button', { name: 'Correct tracking number' }).click()
  await expect(number).toHaveValue('4419206754')
})

test('The second of two admins who ship an order with different numbers sees an error', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/shipments/)
  const { product, id } = await openPaidOrder(page, newVisitor, store)
  await page.getByRole('button', { name: `Ship ${product.name}` }).click()
  await page.getByRole('dialog').getByLabel('Tracking number').fill('4419206753')
  const other = adminOf(store)
  const first = { carrier: 'UPS', trackingNumber: '1Z9V41R70355019832' }
  expect((await other('PATCH', `/order/shipped/${id}`, first)).body).toEqual({ modifiedCount: 1 })
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'It was shipped with the tracking number 1Z9V41R70355019832' }),
  ).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText(
    'UPS 1Z9V41R70355019832',
  )
})

test('Packing slips of several orders list the contents of the parcels, without prices', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store, { price: 10, partNumber: 'TST-5521' })
  const ids = [await placeOrder(store, account, product, 2), await placeOrder(store, account, product, 5)]
  const customer = await newVisitor()
  await logIn(customer, account)
  for (const id of ids) await payFor(customer, id)
  await logIn(page, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('checkbox', { name: 'Select all 2 orders shown' }).check()
  await page.getByRole('button', { name: '2 packing slips' }).click()
  await expect(page.getByRole('button', { name: 'Print 2 packing slips' })).toBeVisible()
  await expectAccessible(page, 'packing slips')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const [id, quantity] of [
    [ids[0] ?? '', '2 pieces'],
    [ids[1] ?? '', '5 pieces'],
  ] as const) {
    const slip = page.getByRole('region', { name: `Packing slip ${await numberOf(store, account, id)}` })
    await expect(slip).toContainText('1 Main Street')
    await expect(slip).toContainText(STORE_ADDRESS)
    await expect(slip).toContainText('TST-5521')
    await expect(slip.getByRole('cell', { name: quantity, exact: true })).toBeVisible()
    await expect(slip).not.toContainText('$')
  }
  await expect(page.getByRole('region', { name: /^Packing slip/ }).first()).toHaveCSS('break-after', 'page')
  for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const)
    await expect(page.getByRole(around)).toHaveCount(0)
  await page.emulateMedia({ media: null, colorScheme: null })
  await expectAccessibleAt(page, '/dashboard/packingSlips?orders=999999999,x')
})

test('What the overview has to do leads to its orders', async ({ page }) => {
  await logIn(page, demoAdmin)
  const toDo = page.getByRole('region', { name: 'To do' })
  for (const [task, tab] of [
    [/^.?(?:\d+ orders? to ship|Nothing to ship)/, 'Pending'],
    [/^.?(?:\d+ holds? ending|No hold ends soon)/, 'Unpaid'],
  ] as const) {
    await toDo.getByRole('link', { name: task }).click()
    const tabs = page.getByRole('group', { name: 'Filter orders by status' })
    await expect(tabs.getByRole('button', { name: tab })).toHaveAttribute('aria-pressed', 'true')
    await page.goBack()
  }
})
