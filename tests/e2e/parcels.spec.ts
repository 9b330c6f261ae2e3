import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { paidPurchase } from './support/purchases.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

const progress = (page: Page) => page.getByRole('list', { name: 'What has happened' })

test('An admin ships an order in two parcels with quantities, each with its tracking number', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const plugs = await addProduct(store, { price: 8.5 })
  const rotor = await addProduct(store, { price: 62 })
  const { id, number } = await paidPurchase(store, account, [
    { productId: plugs.id, quantity: 8 },
    { productId: rotor.id, quantity: 2 },
  ])
  await logIn(page, demoAdmin, `/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Ship ${number}?` })

  await test.step('at first one parcel has everything; another takes what is put into it', async () => {
    await expect(dialog.getByLabel(plugs.name, { exact: true })).toHaveValue('8')
    await dialog.getByLabel('Tracking number').fill('1Z9V41R70355019832')
    await dialog.getByRole('button', { name: 'Add a parcel' }).click()
    const [first, second] = [1, 2].map((at) => dialog.getByRole('group', { name: `Parcel ${at}` }))
    await second?.getByLabel(plugs.name, { exact: true }).fill('5')
    await second?.getByRole('button', { name: `One more: ${rotor.name}` }).click()
    await expect(first?.getByLabel(plugs.name, { exact: true }) ?? dialog).toHaveValue('3')
    await expect(first?.getByLabel(rotor.name, { exact: true }) ?? dialog).toHaveValue('1')
    await second?.getByLabel('Carrier').selectOption('DHL')
    await second?.getByLabel('Tracking number').fill('4419/206753')
    await dialog.getByRole('button', { name: 'Ship 2 parcels' }).click()
    await expect(second?.getByLabel('Tracking number') ?? dialog).toHaveAccessibleDescription(
      /4 to 40 letters, digits and hyphens/,
    )
    await expect(second?.getByLabel('Tracking number') ?? dialog).toBeFocused()
    await expectAccessible(page, 'two parcels to ship')
    await second?.getByLabel('Tracking number').fill('4419 206753')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Order shipped', { exact: true })).toBeVisible()
  })

  await test.step('the order has both parcels, for the admin and for its customer', async () => {
    await expect(page.getByRole('list', { name: 'History' })).toContainText('(parcel 2)')
    const customer = await newVisitor()
    await logIn(customer, account, `/dashboard/orders/${id}`)
    for (const who of [page, customer]) {
      const steps = progress(who).getByRole('listitem')
      const ofFirst = steps.filter({ hasText: 'Parcel 1 shipped' })
      await expect(ofFirst).toContainText(`3 pieces of ${plugs.name}, 1 piece of ${rotor.name}`)
      await expect(ofFirst).toContainText('Track with UPS: 1Z9V41R70355019832')
      const ofSecond = steps.filter({ hasText: 'Parcel 2 shipped' })
      await expect(ofSecond).toContainText(`5 pieces of ${plugs.name}, 1 piece of ${rotor.name}`)
      await expect(ofSecond).toContainText('Track with DHL: 4419206753')
    }
    await expect(customer.getByRole('button', { name: /tracking number/ })).toHaveCount(0)
    await expect(customer.getByRole('link', { name: /Packing slip/ })).toHaveCount(0)
  })

  await test.step('each parcel has a packing slip of what is in it, and names what is in the other', async () => {
    await page.getByRole('link', { name: 'Packing slip of parcel 2' }).click()
    const slip = page.getByRole('region', { name: `Packing slip ${number}, parcel 2` })
    await expect(slip.getByRole('row', { name: plugs.name })).toContainText('5')
    await expect(slip).toContainText(`In other parcels: 3 pieces of ${plugs.name}, 1 piece of ${rotor.name}`)
    await expectAccessible(page, 'the packing slip of a parcel')
  })
})

test('What another admin has shipped is refused, and what was typed stays', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/shipments/)
  const account = await addUser(store)
  const plugs = await addProduct(store, { price: 8.5 })
  const { id } = await paidPurchase(store, account, [{ productId: plugs.id, quantity: 8 }])
  await logIn(page, demoAdmin, `/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Ship', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tracking number').fill('1Z9V41R70355019832')
  await adminOf(store)('POST', `/purchase/${id}/shipments`, {
    parcels: [{ lines: [{ orderId: id, quantity: 5 }] }],
  })
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`Only 3 pieces of ${plugs.name} can be shipped.`)).toBeVisible()
  await expect(dialog.getByLabel('Tracking number')).toHaveValue('1Z9V41R70355019832')
  await dialog.getByLabel(plugs.name, { exact: true }).fill('3')
  await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
  await expect(page.getByText('Parcel 2 shipped')).toBeVisible()
})

test('Ten orders are picked by bin, and shipped with their tracking numbers in at most twelve interactions', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const far = await addProduct(store, { price: 10, partNumber: 'TST-9', bin: 'B-10' })
  const near = await addProduct(store, { price: 10, partNumber: 'TST-8', bin: 'B-2' })
  const numbers: string[] = []
  for (let order = 0; order < 10; order += 1)
    numbers.push(
      (
        await paidPurchase(store, account, [
          { productId: far.id, quantity: 2 },
          ...(order < 3 ? [{ productId: near.id }] : []),
        ])
      ).number,
    )
  const list = `/dashboard/manageAllOrders?status=paid&q=${encodeURIComponent(far.name)}`
  await logIn(page, demoAdmin, list)
  const all = page.getByRole('checkbox', { name: 'Select all 10 orders shown' })

  await test.step('the picking list has each part once, by bin', async () => {
    await all.check()
    await page.getByRole('button', { name: 'Picking list' }).click()
    await expect(page.getByText('2 parts for 10 orders')).toBeVisible()
    const rows = page.getByRole('table', { name: 'Parts to pick, by bin' }).getByRole('row')
    await expect(rows.nth(1)).toContainText(`B-2TST-8${near.name}`)
    await expect(rows.nth(1)).toContainText(`1 for ${numbers[0]}`)
    await expect(rows.nth(1).getByRole('cell').last()).toHaveText('3 pieces')
    await expect(rows.nth(2)).toContainText(`B-10TST-9${far.name}`)
    await expect(rows.nth(2).getByRole('cell').last()).toHaveText('20 pieces')
    await expectAccessible(page, 'a picking list')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('button')).toHaveCount(0)
    await page.emulateMedia({ media: null })
    const packed = await account.call('GET', '/purchases/mine')
    expect(packed.body.every(({ packingAt }: { packingAt?: string }) => packingAt)).toBe(true)
  })

  await test.step('a scanner fills one field after the other, and its last Enter ships', async () => {
    await page.goto(list)
    let interactions = 0
    const act = async (action: () => Promise<void>) => {
      interactions += 1
      await action()
    }
    await act(() => all.check())
    await act(() => page.getByRole('button', { name: 'Ship 10…' }).click())
    const dialog = page.getByRole('dialog', { name: 'Ship 10 orders?' })
    await expect(dialog.getByRole('textbox')).toHaveCount(10)
    for (let scanned = 1; scanned <= 10; scanned += 1) {
      await expect(dialog.getByRole('textbox').nth(scanned - 1)).toBeFocused()
      await act(() => page.keyboard.type(`1Z9V41R703550300${10 + scanned}\n`))
    }
    await expect(page.getByText('10 orders shipped', { exact: true })).toBeVisible()
    expect(interactions).toBeLessThanOrEqual(12)
  })

  await test.step('each order is found by its tracking number, in one field', async () => {
    const [first] = (await account.call('GET', '/purchases/mine')).body
    expect(first).toMatchObject({
      status: 'shipped',
      shipments: [{ carrier: 'UPS', trackingNumber: '1Z9V41R70355030011', lines: [{ quantity: 2 }] }],
    })
    await page.goto('/dashboard/find')
    await page.getByRole('main').getByRole('searchbox').fill('1z 9v41r7 0355030011')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${first.number}`)
  })
})

test('Tracking numbers that are pasted together fill the fields, and stay after a failure', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const account = await addUser(store)
  const part = await addProduct(store, { price: 10 })
  const first = await paidPurchase(store, account, [{ productId: part.id }])
  const second = await paidPurchase(store, account, [{ productId: part.id }])
  await logIn(page, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(part.name)}`)
  await page.getByRole('checkbox', { name: 'Select all 2 orders shown' }).check()
  await page.getByRole('button', { name: 'Ship 2…' }).click()
  const fields = page.getByRole('dialog').getByRole('textbox')
  await fields.first().evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, '1Z9V41R70355040001\r\n1Z9V41R70355040002\r\n')
  await expect(fields.first()).toHaveValue('1Z9V41R70355040001')
  await expect(fields.last()).toHaveValue('1Z9V41R70355040002')
  await expect(fields.last()).toBeFocused()
  await page.route(`**/purchase/${second.id}/shipments`, (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 order shipped, 1 could not be')).toBeVisible()
  await page.getByRole('button', { name: 'Ship 1…' }).click()
  await expect(fields).toHaveValue('1Z9V41R70355040001')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 order shipped', { exact: true })).toBeVisible()

  const customer = await newVisitor()
  await logIn(customer, account, '/dashboard/myOrders')
  await customer.getByRole('searchbox', { name: 'Search my orders' }).fill('1z9v41r7 0355040002')
  await expect(customer.getByRole('list', { name: 'Your orders' }).getByRole('article')).toHaveCount(1)
  await expect(customer.getByText(first.number)).toBeVisible()
})
