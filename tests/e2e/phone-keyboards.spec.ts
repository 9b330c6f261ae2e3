import { waitForHydration } from './support/hydration.ts'
import { placeOrder, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, demoAdmin, logIn } from './support/users.ts'

/** The type, inputmode and autocomplete of each editable field, by its name. */
async function fieldsOf(page: Page, path: string): Promise<Record<string, string>> {
  await page.goto(path)
  await waitForHydration(page)
  const fields = page
    .getByRole('main')
    .locator('form')
    .locator('input, textarea')
    .and(page.locator(':visible'))
  await expect(fields.first()).toBeVisible()
  return Object.fromEntries(
    await fields.evaluateAll((inputs) =>
      (inputs as HTMLInputElement[])
        .filter(({ type, readOnly }) => !readOnly && !['file', 'radio', 'checkbox', 'search'].includes(type))
        .map((input) => [
          input.name,
          [input.type, input.inputMode, input.autocomplete].filter(Boolean).join(' '),
        ]),
    ),
  )
}

test('Each field of a visitor requests its keyboard and autofill', async ({ page }) => {
  expect(await fieldsOf(page, '/login')).toEqual({
    email: 'email username',
    password: 'password current-password',
  })
  expect(await fieldsOf(page, '/signup')).toEqual({
    name: 'text name',
    email: 'email username',
    password: 'password new-password',
    confirmPassword: 'password new-password',
  })
  expect(await fieldsOf(page, '/reset-password?token=any')).toEqual({
    password: 'password new-password',
    confirmPassword: 'password new-password',
  })
  expect(await fieldsOf(page, '/contactUs')).toEqual({
    name: 'text name',
    email: 'email email',
    message: 'textarea',
    orderNumber: 'text off',
  })
})

test('Each field of a customer requests its keyboard and autofill', async ({ page, store }) => {
  const customer = await addUser(store)
  const product = await addProduct(store)
  const order = await placeOrder(store, customer, product)
  await logIn(page, customer)
  expect(await fieldsOf(page, `/purchase-product/${product.id}`)).toMatchObject({
    customerAddress: 'textarea street-address',
    customerPhone: 'tel tel',
    orderQty: 'text numeric off',
  })
  expect(await fieldsOf(page, `/dashboard/payment/${order}`)).toEqual({
    number: 'text numeric cc-number',
    expiry: 'text numeric cc-exp',
    cvc: 'text numeric cc-csc',
  })
  expect(await fieldsOf(page, '/dashboard/myProfile')).toMatchObject({
    name: 'text name',
    address: 'textarea street-address',
    phone: 'tel tel',
    linkedIn: 'text url',
  })
})

test('Each field of an admin requests its keyboard, without autofill for prices and quantities', async ({
  page,
}) => {
  await logIn(page, demoAdmin)
  expect(await fieldsOf(page, '/dashboard/addProduct')).toMatchObject({
    price: 'text decimal off',
    available: 'text numeric off',
    minOrder: 'text numeric off',
  })
})
