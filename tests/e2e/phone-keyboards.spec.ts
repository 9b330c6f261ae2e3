import { openAccount, demoAdmin, logIn } from './support/people.ts'
import { orderPart, stockPart } from './support/goods.ts'
import { untilHydrated } from './support/hydrated.ts'
import { expect, type Page, test } from './support/test.ts'

/** What a phone and a password manager are told of each field that can be typed into, by its name: type, keyboard, what to fill in. */
async function fieldsOf(page: Page, path: string): Promise<Record<string, string>> {
  await page.goto(path)
  await untilHydrated(page)
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

test('Each field of a visitor calls the keyboard of its kind and says what may be filled in', async ({
  page,
}) => {
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
  })
})

test('So do those of a customer', async ({ page, store }) => {
  const customer = await openAccount(store)
  const part = await stockPart(store)
  const order = await orderPart(store, customer, part)
  await logIn(page, customer)
  expect(await fieldsOf(page, `/purchase-product/${part.id}`)).toMatchObject({
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
    linkedIn: 'url url',
  })
})

test('So do those of an admin, in which nothing old is offered for a price or for pieces', async ({
  page,
}) => {
  await logIn(page, demoAdmin)
  expect(await fieldsOf(page, '/dashboard/addProduct')).toMatchObject({
    price: 'text decimal off',
    available: 'text numeric off',
    minOrder: 'text numeric off',
  })
})
