import { codeOf } from '../support/authenticator.ts'
import { visit } from './support/hydration.ts'
import { logInByKeyboard, press, tabTo, typeInto } from './support/keyboard.ts'
import { PHOTO, untilUploaded } from './support/pictures.ts'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { demoAdmin, logIn, logOut, addUser, addAdmin, addVerifiedUser } from './support/users.ts'

// Every journey of an admin, by keyboard alone.
test.describe.configure({ mode: 'parallel' })

/** Searches a list and waits until the row of `name` is the only one. */
async function search(page: Page, list: string, name: string): Promise<void> {
  await typeInto(page, page.getByLabel(`Search ${list}`), name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText(name)
}

test('An admin adds, edits, restocks and deletes a product by keyboard alone', async ({ page }) => {
  const name = `Keyed Alternator ${Date.now()}`
  await visit(page, '/login?from=/dashboard/addProduct')
  await logInByKeyboard(page, demoAdmin)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add A Product')
  const chooser = page.waitForEvent('filechooser')
  await press(page, page.getByLabel('Image'))
  await (await chooser).setFiles(PHOTO)
  await typeInto(page, page.getByRole('textbox', { name: 'Product Name' }), name)
  await typeInto(page, page.getByLabel('Product Description'), 'Wound by hand, 120 A.')
  await typeInto(page, page.getByLabel('Price'), '189.5')
  await typeInto(page, page.getByLabel('Available Quantity'), '7')
  await typeInto(page, page.getByLabel('Minimum Order'), '2')
  await untilUploaded(page)
  await press(page, page.getByRole('button', { name: 'Add Product' }))
  await expect(page.getByText('Product Added Successful')).toBeVisible()

  const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
  await press(page, sidebar.getByRole('link', { name: 'Manage All Products' }), 'Shift+Tab')
  await expect(page.getByRole('table', { name: 'Products' })).toBeVisible()
  await search(page, 'products', name)
  await press(page, page.getByRole('link', { name: `Edit ${name}` }))
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(name)
  await typeInto(page, page.getByLabel('Price'), '199')
  await press(page, page.getByRole('button', { name: 'Save the product' }))
  await expect(page.getByText('Product Updated')).toBeVisible()

  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('$199.00')
  const restock = page.getByRole('button', { name: `Restock ${name}` })
  await press(page, restock)
  await expect(page.getByLabel('Add to stock')).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${name}: 12 available`)).toBeVisible()
  await expect(restock).toBeFocused()

  const more = page.getByRole('button', { name: `More for ${name}` })
  await press(page, more)
  await press(page, page.getByRole('button', { name: `Delete ${name}` }))
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: `Delete ${name}` }))
  await press(page, question.getByRole('button', { name: 'Delete' }))
  await expect(page.getByText('Product Deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('An admin ships one order and deletes others together by keyboard alone', async ({
  page,
  newVisitor,
  store,
}) => {
  const product = await addProduct(store)
  const account = await addUser(store)
  const paid = await placeOrder(store, account, product)
  for (let order = 0; order < 2; order += 1) await placeOrder(store, account, product)
  const customer = await newVisitor()
  await logIn(customer, account, `/dashboard/payment/${paid}`)
  await payWith(customer, cards.good)
  await expect(customer.getByText('Congrats!!')).toBeVisible()

  await visit(page, '/login?from=/dashboard/manageAllOrders')
  await logInByKeyboard(page, demoAdmin)
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await typeInto(page, page.getByLabel('Search orders'), product.name)
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(3)
  await press(page, page.getByRole('button', { name: `Ship ${product.name}` }))
  await expect(page.getByRole('dialog').getByLabel('Tracking number')).toBeFocused()
  await page.keyboard.type('1z9v41r70355019832')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Order shipped')).toBeVisible()
  await expect(rows.filter({ hasText: 'UPS ' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Shipped' })).toHaveCount(1)

  await tabTo(page, page.getByRole('checkbox', { name: 'Select all 2 orders shown' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 selected')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Delete 2…' }))
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 orders' }))
  await expect(page.getByText('2 orders deleted', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('An admin promotes a user by keyboard alone', async ({ page, store }) => {
  const account = await addVerifiedUser(store, 'Ines Castell')
  await visit(page, '/login?from=/dashboard/makeAdmin')
  await logInByKeyboard(page, demoAdmin)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await search(page, 'users', account.email)
  await press(page, page.getByRole('button', { name: `Make Admin: ${account.name}` }))
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await press(page, question.getByRole('button', { name: 'Make Admin' }))
  await expect(page.getByText('Make Admin successfully')).toBeVisible()
})

test('An admin sets up a second factor, logs in with it and disables it by keyboard alone', async ({
  page,
  store,
}) => {
  const admin = await addAdmin(store)
  await visit(page, '/login?from=/dashboard/myProfile')
  await logInByKeyboard(page, admin)
  const panel = page.getByRole('region', { name: 'Two-step verification' })
  await typeInto(page, panel.getByLabel('Your password'), admin.password)
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Code', { exact: true })).toBeFocused()
  const uri = `otpauth://totp/Driveline:x?secret=${await panel.getByRole('code').innerText()}&issuer=Driveline&digits=6&period=30`
  await page.keyboard.type(codeOf(uri))
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { name: 'Keep these backup codes' })).toBeFocused()
  await press(page, panel.getByRole('button', { name: 'I have saved them' }))
  await expect(panel.getByRole('button', { name: 'Switch off' })).toBeVisible()

  await logOut(page, admin)
  await visit(page, '/login?from=/dashboard/myProfile')
  await logInByKeyboard(page, admin)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type(codeOf(uri, 1))
  await page.keyboard.press('Enter')
  await typeInto(page, panel.getByLabel('Your password'), admin.password)
  await press(page, panel.getByRole('button', { name: 'Switch off' }))
  await expect(page.getByText('Two-step verification is off')).toBeVisible()
})
