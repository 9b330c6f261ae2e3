import { expectAccessible } from './support/accessible.ts'
import { addProduct, cards, payWith } from './support/products.ts'
import { placePurchase } from './support/purchases.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, demoAdmin, logIn } from './support/users.ts'

/** 2 × $38.90 with a deposit of $5.00 each, 1 × $62.00, tax of $5.45, delivery $9.99: $165.24. */
async function placeBrakes(store: { url: string; dataDir: string }) {
  const account = await addUser(store)
  const pads = await addProduct(store, { price: 38.9, available: 10 })
  const rotor = await addProduct(store, { price: 62, available: 10 })
  const placed = await placePurchase(store, account, [
    { productId: pads.id, quantity: 2, coreUnitCents: 500, taxCents: 545 },
    { productId: rotor.id },
  ])
  return { account, pads, rotor, ...placed }
}

const partsOn = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Parts' })

for (const width of [1280, 360])
  test(`At ${width} px an order of two parts is paid as a whole and shipped in two parcels`, async ({
    page,
    newVisitor,
    store,
  }) => {
    const { account, pads, rotor, id, orderIds, number } = await placeBrakes(store)
    const second = orderIds[1] ?? ''
    await page.setViewportSize({ width, height: 800 })
    await logIn(page, account, '/dashboard/myOrders')
    const card = page.getByRole('article', { name: 'Order of 2 parts' })

    await test.step('My Orders has one card, with each part and the total', async () => {
      await expect(page.getByRole('list', { name: 'Your orders' }).getByRole('article')).toHaveCount(1)
      for (const text of [number, 'Unpaid', pads.name, '2 pieces × $38.90', rotor.name, '$165.24'])
        await expect(card).toContainText(text)
      await expectAccessible(page, 'an order of two parts among my orders')
    })

    await test.step('the payment page shows the sums, and charges the total', async () => {
      await card.getByRole('link', { name: 'Pay' }).click()
      const summary = page.getByRole('region', { name: 'Your order' })
      for (const text of [
        'Parts$139.80',
        'Core deposits (refundable)$10.00',
        'Delivery: Ground$9.99',
        'Tax$5.45',
        'Total$165.24',
      ])
        await expect(summary).toContainText(text)
      await expect(page.getByRole('button', { name: 'Pay $165.24' })).toBeVisible()
      await expectAccessible(page, 'the payment of two parts')
      await payWith(page, cards.good)
      await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
      await expect(page.getByText(`${number}: $165.24`)).toBeVisible()
    })

    await test.step('it is paid on its page, whichever part is asked for, and in My Orders', async () => {
      await page.goto(`/dashboard/orders/${second}`)
      await expect(page).toHaveURL(`/dashboard/orders/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order ${number}`)
      await expect(partsOn(page).getByRole('listitem')).toHaveCount(2)
      await expect(partsOn(page)).toContainText('core deposit $5.00 each')
      const facts = page.getByRole('region', { name: 'Delivery and payment' })
      await expect(facts).toContainText('$165.24 by card')
      await expect(facts).toContainText(/DeliveryGround, expected \w{3}, \w{3} \d+ – \w{3}, \w{3} \d+/)
      await expect(page.getByRole('button', { name: 'Print receipt' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
      await expectAccessible(page, 'a paid order of two parts')
      await page.goto('/dashboard/myOrders')
      await expect(card).toContainText('Paid')
      await expect(card.getByRole('button')).toHaveText(['Order again'])
    })

    const admin = await newVisitor()
    await test.step('an admin has one row for it, and a packing slip with both parts', async () => {
      await admin.setViewportSize({ width, height: 800 })
      await logIn(admin, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(pads.name)}`)
      const row = admin.getByRole('row').filter({ hasText: pads.name })
      await expect(row).toHaveCount(1)
      for (const text of ['+ 1 more', '$165.24', 'Pending', '3 pieces to ship'])
        await expect(row).toContainText(text)
      await expectAccessible(admin, 'an order of two parts among all')
      await row.getByRole('link', { name: `Order ${number}` }).click()
      await admin.getByRole('link', { name: 'Packing slip', exact: true }).click()
      await expect(admin).toHaveURL(`/dashboard/packingSlips?orders=${number.replace('DL-', '')}`)
      const slip = admin.getByRole('region', { name: `Packing slip ${number}` })
      for (const { name } of [pads, rotor]) await expect(slip).toContainText(name)
      await expectAccessible(admin, 'a packing slip of two parts')
    })

    await test.step('the admin ships some pieces, which their customer sees', async () => {
      await admin.goto(`/dashboard/orders/${id}`)
      await admin.getByRole('button', { name: 'Ship', exact: true }).click()
      const dialog = admin.getByRole('dialog', { name: `Ship ${number}?` })
      await expect(dialog.getByLabel('Tracking number')).toBeFocused()
      await dialog.getByLabel('Tracking number').fill('1Z9V41R70355019832')
      await dialog.getByRole('button', { name: `One less: ${pads.name}` }).click()
      await expect(dialog).toContainText(`Still to come: 1 piece of ${pads.name}`)
      await expectAccessible(admin, 'the dialog to ship parcels')
      await dialog.getByRole('button', { name: 'Ship', exact: true }).click()
      await expect(admin.getByText('A part of the order has shipped')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(admin.getByRole('region', { name: 'Ordered' })).toContainText('Partly shipped')
      await expectAccessible(admin, 'an order that is partly shipped, for admins')
      await admin.getByRole('link', { name: 'Packing slip', exact: true }).click()
      const slip = admin.getByRole('region', { name: `Packing slip ${number}` })
      await expect(slip.getByRole('table')).not.toContainText(rotor.name)
      await expect(slip.getByRole('row').filter({ hasText: pads.name })).toContainText('1 piece')
      await expect(slip).toContainText(`Shipped before: 1 piece of ${pads.name}, 1 piece of ${rotor.name}`)

      // A status without orders has no tab.
      await page.reload()
      await page.getByRole('button', { name: 'Partly shipped' }).click()
      await expect(card.getByRole('listitem').filter({ hasText: rotor.name })).toContainText('Shipped')
      await expect(card.getByRole('listitem').filter({ hasText: pads.name })).toContainText(
        '1 piece shipped, 1 piece to come',
      )
      await expect(card.getByRole('link', { name: 'Track with UPS: 1Z9V41R70355019832' })).toBeVisible()
      await card.getByRole('link', { name: 'Order of 2 parts' }).click()
      await expect(page.getByRole('main')).toContainText('A part of your order has shipped with UPS.')
      await expectAccessible(page, 'an order that is partly shipped')
    })

    await test.step('the rest is shipped from the list, and the first parcel’s tracking corrected', async () => {
      await admin.goto(`/dashboard/manageAllOrders?q=${number}&status=partly_shipped`)
      await admin.getByRole('checkbox', { name: `Select ${pads.name} + 1 more` }).check()
      await admin.getByRole('button', { name: 'Ship 1…' }).click()
      const dialog = admin.getByRole('dialog', { name: 'Ship 1 order?' })
      await expect(dialog.getByRole('textbox')).toHaveCount(1)
      await dialog.getByRole('button', { name: 'Ship 1 order' }).click()
      await expect(admin.getByText('1 order shipped', { exact: true })).toBeVisible()
      await admin.goto(`/dashboard/orders/${id}`)
      const progress = admin.getByRole('list', { name: 'What has happened' })
      await progress.getByRole('button', { name: 'Correct tracking number of parcel 1' }).click()
      await admin.getByRole('dialog').getByLabel('Tracking number').fill('1Z999')
      await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(progress).toContainText('1Z999')
      await expect(progress.getByText('Parcel 2 shipped')).toBeVisible()
      await page.reload()
      await expect(page.getByRole('region', { name: 'Ordered' })).toContainText('Shipped')
      await expect(page.getByRole('main')).toContainText('Return or report a problem')
    })
  })

test('An order of two parts is deleted whole, and an address in another state is refused at its field', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/order\/address\//)
  const { account, id, number } = await placeBrakes(store)
  await logIn(page, account, `/dashboard/orders/${id}`)
  await page.getByRole('button', { name: 'Correct the address' }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('1 Main Street, Phoenix, AZ 85001')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveAccessibleDescription(
    /Delivery and tax were calculated for IL 61602/,
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`all 2 parts of ${number}`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect(page.getByText('No orders yet')).toBeVisible()
})
