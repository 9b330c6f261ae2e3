import { expectAccessible } from './support/accessible.ts'
import { chosenPicture, PHOTO, untilUploaded } from './support/pictures.ts'
import { type TestProduct, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { undoButton } from './support/undo.ts'
import { adminOf, demoAdmin, logIn } from './support/users.ts'

const civic = { make: 'Honda', model: 'Civic', variant: null, yearFrom: 2006, yearTo: 2011, engine: null }
const save = (page: Page) => page.getByRole('button', { name: 'Save the product' })
const lines = (page: Page) => page.getByRole('group', { name: 'Vehicles it fits' }).getByRole('listitem')

type Stores = { url: string }
/** The stored values of a product. */
async function stored(store: Stores, { id }: TestProduct) {
  const admin = adminOf(store)
  const { _id, available: _available, ...product } = (await admin('GET', `/product/${id}`)).body
  return product
}
/** Another admin changes these values through the API. */
async function changeElsewhere(store: Stores, product: TestProduct, values: object): Promise<void> {
  const admin = adminOf(store)
  const response = await admin('PUT', `/product/${product.id}`, {
    ...(await stored(store, product)),
    ...values,
  })
  expect(response.body).toEqual({ modifiedCount: 1 })
}

test('A concurrent edit of other fields survives, and a conflict on the same fields loses neither version', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/product\//)
  const product = await addProduct(store, { price: 25.5 })
  const problem = page.getByRole('alert').filter({ hasText: 'The product was not saved' })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  const [price, about] = [page.getByLabel('Price'), page.getByLabel('Product Description')]
  await page.getByLabel('Brand').fill('Acme')
  await price.fill('31')
  await about.fill('Mine.')
  await changeElsewhere(store, product, { price: 29, about: 'Theirs.', category: 'Brakes' })
  await save(page).click()

  await test.step('both changed price and description: nothing is saved, and both versions are shown', async () => {
    await expect(problem).toContainText('Another admin has changed the description and the price since.')
    await expect(price).toHaveAccessibleDescription(/It is \$29\.00 now: another admin has changed it\./)
    await expect(about).toHaveAccessibleDescription(/Another admin has changed it since\./)
    await expect(price).toHaveValue('31')
    await expect(page.getByLabel('Category')).toHaveValue('Brakes')
    expect(await stored(store, product)).toMatchObject({ price: 29, brand: '' })
    await expectAccessible(page, 'A product that two admins changed')

    await problem.getByRole('button', { name: 'Show theirs' }).click()
    await expect(problem).toContainText('Theirs is in the form now.')
    await expect(price).toHaveValue('29')
    await expect(about).toHaveValue('Theirs.')
    await expect(page.getByLabel('Brand')).toHaveValue('Acme')
    const back = problem.getByRole('button', { name: 'Show mine' })
    await expect(back).toBeFocused()
    await back.press('Enter')
    await expect(price).toHaveValue('31')
    await expect(about).toHaveValue('Mine.')
  })

  await test.step('saving again overwrites the conflicting fields only', async () => {
    await save(page).click()
    await expect(page.getByText('Product Updated')).toBeVisible()
    expect(await stored(store, product)).toMatchObject({
      price: 31,
      about: 'Mine.',
      brand: 'Acme',
      category: 'Brakes',
    })
  })
})

test('The other version can be chosen, including its picture and vehicles', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/product\//)
  const product = await addProduct(store, { fits: [civic] })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  await page.getByRole('button', { name: 'Remove 2006–2011 Honda Civic' }).click()
  await page.getByLabel('Part Number').fill('DL-7')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  const admin = adminOf(store)
  const { picture: before } = await stored(store, product)
  const { picture } = (await admin('GET', '/products')).body.find((other: any) => other.picture !== before)
  await changeElsewhere(store, product, { picture, fits: [{ ...civic, yearTo: 2009 }] })
  await save(page).click()
  await expect(page.getByText('Another admin has changed the picture and the vehicles it fits')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Vehicles it fits' }).getByRole('alert')).toHaveText(
    /Another admin has changed it since\./,
  )
  await expect(lines(page)).toHaveCount(0)
  await expect(chosenPicture(page)).toBeVisible()
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(lines(page)).toHaveText([/^2006–2009 Honda Civic/])
  await expect(chosenPicture(page)).toHaveCount(0)
  await save(page).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  expect((await stored(store, product)).picture).toBe(picture)
  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await expect(page.getByLabel('Part Number')).toHaveValue('DL-7')
  await expect(lines(page)).toHaveText([/^2006–2009 Honda Civic/])
})

test('An edit can be undone from the list, except for fields that were changed again', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/product\//)
  const product = await addProduct(store, { price: 25.5, fits: [civic] })
  const before = await stored(store, product)
  const edit = async () => {
    await page.goto(`/dashboard/manageProducts/${product.id}`)
    await page.getByLabel('Price').fill('31')
    await page.getByLabel('Brand').fill('Acme')
    await page.getByRole('button', { name: 'Remove 2006–2011 Honda Civic' }).click()
    await save(page).click()
    await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText('$31.00')
  }
  await logIn(page, demoAdmin)
  await edit()
  await undoButton(page).click()
  await expect(page.getByText(`${product.name}: changed back`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: product.name })).toContainText('$25.50')
  expect(await stored(store, product)).toEqual(before)
  const visitor = adminOf(store)
  expect((await visitor('GET', `/product/${product.id}/fitments`)).body).toMatchObject([civic])

  await edit()
  await changeElsewhere(store, product, { price: 33 })
  await undoButton(page).click()
  await expect(page.getByText(`${product.name} was not changed back.`)).toContainText(
    'Another admin has changed the price since.',
  )
  expect(await stored(store, product)).toMatchObject({ price: 33, brand: 'Acme' })
})

test('An edit without changes says that it was saved, without Undo', async ({ page, store }) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  await save(page).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await expect(undoButton(page)).toHaveCount(0)
})
