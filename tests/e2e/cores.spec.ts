import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { shippedPurchase } from './support/shipped.ts'
import { expect, test } from './support/test.ts'
import { adminOf, demoAdmin, logIn } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('A customer sees which old parts are still to come back, sends one, and gets its deposit', async ({
  page,
  newVisitor,
  store,
}) => {
  const part = await addProduct(store, { price: 120 })
  const { id, number } = await shippedPurchase(page, store, [
    { productId: part.id, quantity: 2, coreUnitCents: 4500 },
  ])
  await page.goto(`/dashboard/orders/${id}`)
  const open = page.getByRole('list', { name: 'Old parts to send back' }).getByRole('listitem')
  await expect(open).toHaveText(
    new RegExp(`^${part.name}: 2 old parts to send back by \\w+ \\d+, \\d{4} · \\$45.00 deposit each$`),
  )
  await page.getByRole('button', { name: 'Send back a core' }).click()
  const dialog = page.getByRole('dialog', { name: `Send back old parts of ${number}` })
  await dialog.getByRole('button', { name: `One less: ${part.name}` }).click()
  await expectAccessible(page, 'the dialog to send back a core')
  await dialog.getByRole('button', { name: 'Send back' }).click()
  const slip = page.getByRole('region', { name: 'Return slip RT-' })
  await expect(slip.getByRole('row', { name: part.name }).getByRole('cell')).toHaveText([
    'Old part, for its deposit',
    '1',
  ])
  await page.goto(`/dashboard/orders/${id}`)
  await expect(open).toHaveText(/1 old part to send back by .* · \$45.00 deposit$/)

  const admin = await newVisitor()
  await logIn(admin, demoAdmin, '/dashboard/returns')
  await admin.getByRole('row').filter({ hasText: part.name }).getByRole('link', { name: /^RT-/ }).click()
  await expect(admin.getByRole('spinbutton', { name: 'Old parts that arrived' })).toHaveValue('1')
  await expect(admin.getByRole('spinbutton', { name: 'Back into stock' })).toHaveCount(0)
  await admin.getByRole('button', { name: 'Receive and refund $45.00' }).click()
  await expect(admin.getByText('Received: $45.00 goes back to the card')).toBeVisible()
  expect((await adminOf(store)('GET', `/product/${part.id}`)).body.available).toBe(98)

  await page.reload()
  await expect(page.getByRole('main').getByRole('region', { name: 'Returns' })).toContainText(
    '$45.00 goes back to the card',
  )
  await expect(page.getByRole('list', { name: 'What has happened' })).toContainText(
    'The deposit for your old parts',
  )
  await expect(open).toHaveText(/1 old part to send back/)
})
