import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { addProduct, cards, payWith } from './support/products.ts'
import { placePurchase } from './support/purchases.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, callerFor, demoAdmin, logIn } from './support/users.ts'

/** 3 × $38.90 with a deposit of $5.00 each, 1 × $62.00, tax of $8.18, delivery $9.99: $211.87, paid. */
async function paidBrakes(page: Page, store: { url: string; dataDir: string }) {
  const account = await addUser(store)
  const pads = await addProduct(store, { price: 38.9, available: 10 })
  const rotor = await addProduct(store, { price: 62, available: 10 })
  const placed = await placePurchase(store, account, [
    { productId: pads.id, quantity: 3, coreUnitCents: 500, taxCents: 818 },
    { productId: rotor.id },
  ])
  await logIn(page, account, `/dashboard/payment/${placed.id}`)
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
  return { account, pads, rotor, ...placed }
}

const partsOn = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Parts' })
const progress = (page: Page) => page.getByRole('list', { name: 'What has happened' })

for (const width of [1280, 360])
  test(`At ${width} px a customer cancels a part, and an admin the rest once it is packed`, async ({
    page,
    newVisitor,
    store,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const { pads, rotor, id, number } = await paidBrakes(page, store)
    await page.goto(`/dashboard/orders/${id}`)
    await page.getByRole('button', { name: 'Cancel parts' }).click()
    const dialog = page.getByRole('dialog', { name: `Cancel parts of ${number}` })

    await test.step('nothing chosen, or too much, is said at the field', async () => {
      await dialog.getByRole('button', { name: 'Cancel parts' }).click()
      await expect(dialog.getByLabel(pads.name, { exact: true })).toHaveAccessibleDescription(
        /Choose at least one part/,
      )
      await dialog.getByLabel(pads.name, { exact: true }).fill('4')
      await expect(dialog.getByLabel(pads.name, { exact: true })).toHaveAccessibleDescription(
        /At most 3 pieces/,
      )
      await expectAccessible(page, 'the dialog to cancel parts')
    })

    await test.step('the button says what comes back, and the order shows it', async () => {
      await dialog.getByLabel(pads.name, { exact: true }).fill('1')
      await dialog.getByLabel('Reason').fill('Ordered one too many')
      // A third of $116.70 and $15.00, and of their tax.
      await dialog.getByRole('button', { name: 'Cancel and give $46.63 back' }).click()
      await expect(page.getByText('Canceled: $46.63 goes back to the card')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      await expect(partsOn(page)).toContainText('1 piece canceled')
      await expect(progress(page)).toContainText('Refunded: $46.63')
      const facts = page.getByRole('region', { name: 'Delivery and payment' })
      await facts.getByRole('link', { name: /^CN-/ }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Credit note')
      await expect(page.getByRole('main')).toContainText('-$46.63')
      await page.goBack()
    })

    const admin = await newVisitor()
    await admin.setViewportSize({ width, height: 800 })
    await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
    await test.step('a packing slip has what is open, and ends the customer’s cancellations', async () => {
      await admin.getByRole('link', { name: 'Packing slip' }).click()
      const slip = admin.getByRole('region', { name: `Packing slip ${number}` })
      await expect(slip.getByRole('row').filter({ hasText: pads.name })).toContainText('2 pieces')
      await page.reload()
      await expect(partsOn(page)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Cancel parts' })).toHaveCount(0)
      await expect(page.getByText('To stop or change it, ask us now.')).toBeVisible()
    })

    await test.step('the admin cancels everything else, with the delivery', async () => {
      await admin.goto(`/dashboard/orders/${id}`)
      await admin.getByRole('button', { name: 'Cancel parts' }).click()
      const rest = admin.getByRole('dialog', { name: `Cancel parts of ${number}` })
      await rest.getByLabel(pads.name, { exact: true }).fill('2')
      await expect(rest.getByLabel(/^Reason/)).toHaveAccessibleDescription(
        'The email to the customer says it.',
      )
      await rest.getByRole('button', { name: `One more: ${rotor.name}` }).click()
      await expect(rest).toContainText('So does the delivery')
      await rest.getByRole('button', { name: 'Cancel and give $165.24 back' }).click()
      await expect(admin.getByText('Canceled: $165.24 goes back to the card')).toBeVisible()
      await expect(admin.getByRole('button', { name: /^Ship/ })).toHaveCount(0)
      await page.reload()
      await expect(page.getByText('This order was canceled. What you paid for it goes back')).toBeVisible()
      await expectAccessible(page, 'a canceled order')
      await page.goto('/dashboard/myOrders')
      await page
        .getByRole('group', { name: 'Filter orders by status' })
        .getByRole('button', { name: 'Canceled' })
        .click()
      await expect(page.getByRole('list', { name: 'Your orders' })).toContainText(pads.name)
      await admin.goto('/dashboard/manageAllOrders?status=canceled')
      await expect(admin.getByRole('row').filter({ hasText: pads.name })).toContainText('Canceled')
    })
  })

test('An admin refunds a piece in at most four interactions', async ({ page, newVisitor, store }) => {
  const { rotor, id, number } = await paidBrakes(page, store)
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
  let interactions = 0
  const act = async (action: () => Promise<void>) => {
    interactions += 1
    await action()
  }
  const dialog = admin.getByRole('dialog', { name: `Refund of ${number}` })
  await act(() => admin.getByRole('button', { name: 'Refund' }).click())
  await act(() => dialog.getByRole('button', { name: `One more: ${rotor.name}` }).click())
  await act(() => dialog.getByLabel('Why').fill('It arrived scratched'))
  await act(() => dialog.getByRole('button', { name: 'Refund $62.00' }).click())
  await expect(admin.getByText('Refund of $62.00 decided')).toBeVisible()
  expect(interactions).toBeLessThanOrEqual(4)
  await expect(progress(admin)).toContainText('It arrived scratched')
  await page.goto(`/dashboard/orders/${id}`)
  await expect(progress(page)).toContainText('Refunded: $62.00')
  await expect(progress(page)).not.toContainText('scratched')
})

test('The dialog of a refund takes no more than is left, and says what a refund of everything ends', async ({
  page,
  newVisitor,
  store,
}) => {
  const { rotor, id, number } = await paidBrakes(page, store)
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
  await admin.getByRole('button', { name: 'Refund' }).click()
  const dialog = admin.getByRole('dialog', { name: `Refund of ${number}` })
  await expect(dialog).toContainText('$211.87 of this payment can be given back')
  await dialog.getByRole('button', { name: `One more: ${rotor.name}` }).click()
  await dialog.getByLabel('Goodwill').fill('150')
  await expect(dialog).toContainText('That is $212.00. Only $211.87 are left.')
  await dialog.getByLabel('Goodwill').fill('149.87')
  await expect(dialog).toContainText('can then neither be shipped nor canceled')
  await dialog.getByLabel('Goodwill').fill('')
  await expect(dialog).not.toContainText('can then neither be shipped nor canceled')
  await dialog.getByLabel('Delivery').fill('10')
  await expect(dialog.getByLabel('Delivery')).toHaveAccessibleDescription(/At most \$9\.99/)
  await dialog.getByLabel('Delivery').fill('')
  await dialog.getByRole('button', { name: 'Refund $62.00' }).click()
  await expect(dialog.getByLabel('Why')).toHaveAccessibleDescription(/Write down why/)
  await expectAccessible(admin, 'the dialog of a refund')
})

test('A refund that failed is shown in red, and ends as paid back otherwise', async ({
  page,
  newVisitor,
  store,
}) => {
  const { account, id } = await paidBrakes(page, store)
  const customer = await callerFor(store, account)
  const { transactionId } = (await customer('GET', `/purchase/${id}`)).body
  // As if it had been refunded whole, so the provider refuses the store's refund.
  await inDatabase(store, 'update simulator.charges set amount_refunded = amount where intent_id = $1', [
    transactionId,
  ])
  await adminOf(store)('POST', `/purchase/${id}/refunds`, { goodwill: 20, note: 'It came late' })
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
  const alert = admin.getByRole('alert').filter({ hasText: 'A refund of $20.00 failed' })
  await expect(alert).toBeVisible()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByText('The refund is sent again')).toBeVisible()
  await alert.getByRole('button', { name: 'Paid back otherwise' }).click()
  const dialog = admin.getByRole('dialog', { name: 'How was $20.00 paid back?' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('How')).toHaveAccessibleDescription(/Write how it was paid back/)
  await dialog.getByLabel('How').fill('By check no. 1042')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(alert).toHaveCount(0)
  await expect(progress(admin)).toContainText('Paid back: $20.00')
  await expect(progress(admin)).toContainText('By check no. 1042')
})
