import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { adminOf, demoAdmin, logIn } from './support/users.ts'

test('Stock is adjusted where it is shown: on the product’s form and in its stock history', async ({
  page,
  store,
}) => {
  const product = await addProduct(store, { available: 83 })
  const admin = adminOf(store)
  const stored = async () => (await admin('GET', `/product/${product.id}`)).body.available
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  const locked = page.getByLabel('Available Quantity')
  await expect(locked).toHaveValue('83')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restock' })
  await expect(dialog).toContainText('Enter −3 to write off 3')
  await dialog.getByLabel('Add to stock').fill('10')
  await expect(dialog).toContainText('83 → 93 available')
  await expectAccessible(page, 'the stock dialog on the product form')
  await dialog.getByRole('button', { name: 'Update stock' }).click()
  await expect(dialog).toBeHidden()
  await expect(locked).toHaveValue('93')
  expect(await stored()).toBe(93)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(locked).toHaveValue('83')
  expect(await stored()).toBe(83)

  await page.goto(`/dashboard/manageProducts/${product.id}/stock`)
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await dialog.getByLabel('Add to stock').fill('-3')
  await expect(dialog).toContainText('83 → 80 available')
  await dialog.getByRole('button', { name: 'Update stock' }).click()
  await expect(page.getByText(/: 80 pieces in stock\./)).toBeVisible()
  expect(await stored()).toBe(80)
})

test('A row of products names brand and category, marks only what is short, and leads to the store', async ({
  page,
  store,
}) => {
  const product = await addProduct(store, { available: 40, brand: 'Corvane', category: 'Brakes' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`)
  const row = page.getByRole('row').filter({ hasText: product.name })
  await expect(row.getByRole('cell', { name: 'Corvane Brakes', exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^More for / }).click()
  await page.getByRole('link', { name: `View in store: ${product.name}` }).click()
  await expect(page).toHaveURL(/\/parts\//)
  await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
})
