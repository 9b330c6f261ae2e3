import { stockPart } from './support/goods.ts'
import { demoAdmin, logIn } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('A product form asks before unsaved changes are left, and not after they are saved', async ({
  page,
  store,
}) => {
  const part = await stockPart(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${part.id}`)
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  const cancel = page.getByRole('link', { name: 'Cancel' })

  await test.step('nothing typed, nothing asked', async () => {
    await cancel.click()
    await expect(page).toHaveURL('/dashboard/manageProducts')
    await page.getByRole('link', { name: `Edit ${part.name}` }).click()
  })

  await test.step('staying keeps what was typed, and the focus goes back', async () => {
    await page.getByLabel('Price').fill('31')
    await cancel.click()
    await expect(question.getByRole('button', { name: 'Stay here' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(cancel).toBeFocused()
    await expect(page.getByLabel('Price')).toHaveValue('31')
  })

  await test.step('"back" asks too, and leaving leaves', async () => {
    await page.goBack()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).not.toHaveURL(new RegExp(part.id))
    await page.goto(`/dashboard/manageProducts/${part.id}`)
    await expect(page.getByLabel('Price')).toHaveValue('25.50')
  })

  await test.step('what is saved is not asked about', async () => {
    await page.getByLabel('Price').fill('32')
    await page.getByRole('button', { name: 'Save the product' }).click()
    await expect(page).toHaveURL('/dashboard/manageProducts')
    await expect(question).toBeHidden()
  })
})

test('The browser itself asks before a page with unsaved changes is closed', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Product Name').fill('Half a thought')
  const asked = page.waitForEvent('dialog')
  const reload = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reload
  await expect(page.getByLabel('Product Name')).toHaveValue('')
})
