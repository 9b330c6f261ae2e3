import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn } from './support/users.ts'

test('A product form confirms before leaving unsaved changes, and not after saving', async ({
  page,
  store,
}) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const cancel = page.getByRole('link', { name: 'Cancel' })

  await test.step('no confirmation without changes', async () => {
    await cancel.click()
    await expect(page).toHaveURL('/dashboard/manageProducts')
    await page.getByRole('link', { name: `Edit ${product.name}` }).click()
  })

  await test.step('staying keeps the values and restores focus', async () => {
    await page.getByLabel('Price').fill('31')
    await cancel.click()
    await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(cancel).toBeFocused()
    await expect(page.getByLabel('Price')).toHaveValue('31')
  })

  await test.step('Back confirms too, and Leave leaves', async () => {
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).not.toHaveURL(new RegExp(product.id))
    await page.goto(`/dashboard/manageProducts/${product.id}`)
    await expect(page.getByLabel('Price')).toHaveValue('25.50')
  })

  await test.step('no confirmation after saving', async () => {
    await page.getByLabel('Price').fill('32')
    await page.getByRole('button', { name: 'Save the product' }).click()
    await expect(page).toHaveURL('/dashboard/manageProducts')
    await expect(question).toBeHidden()
  })
})

test('The browser confirms before closing a page with unsaved changes', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Half a thought')
  const dialogEvent = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('')
})
