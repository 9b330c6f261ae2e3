import { expectAccessible } from './support/accessible.ts'
import { type Part, stockPart } from './support/goods.ts'
import { demoAdmin, logIn, signedIn } from './support/people.ts'
import { PHOTO, untilUploaded } from './support/pictures.ts'
import { expect, type Page, test } from './support/test.ts'
import { undoButton } from './support/undo.ts'

const civic = { make: 'Honda', model: 'Civic', yearFrom: 2006, yearTo: 2011, engine: null }
const save = (page: Page) => page.getByRole('button', { name: 'Save the product' })
const lines = (page: Page) => page.getByRole('group', { name: 'Vehicles it fits' }).getByRole('listitem')

type Stores = { url: string }
/** What is stored of a part. */
async function stored(store: Stores, { id }: Part) {
  const admin = await signedIn(store, demoAdmin)
  const { _id, available: _available, ...part } = (await admin('GET', `/product/${id}`)).body
  return part
}
/** Somebody else changes these values, past the screens. */
async function changeElsewhere(store: Stores, part: Part, values: object): Promise<void> {
  const admin = await signedIn(store, demoAdmin)
  const answer = await admin('PUT', `/product/${part.id}`, { ...(await stored(store, part)), ...values })
  expect(answer.body).toEqual({ modifiedCount: 1 })
}

test('What another admin changes while a product is edited stays, and nothing of both is lost when it is the same', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 409.* at .*\/product\//)
  const part = await stockPart(store, { price: 25.5 })
  const problem = page.getByRole('alert').filter({ hasText: 'The product was not saved' })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${part.id}`)
  const [price, about] = [page.getByLabel('Price'), page.getByLabel('Product Description')]
  await page.getByLabel('Brand').fill('Acme')
  await price.fill('31')
  await about.fill('Mine.')
  await changeElsewhere(store, part, { price: 29, about: 'Theirs.', category: 'Brakes' })
  await save(page).click()

  await test.step('both changed price and description: nothing is saved, and both can be seen', async () => {
    await expect(problem).toContainText('Somebody else changed the description and the price meanwhile.')
    await expect(price).toHaveAccessibleDescription(
      /It is \$29\.00 by now: somebody else changed it meanwhile\./,
    )
    await expect(about).toHaveAccessibleDescription(/Somebody else changed it meanwhile\./)
    await expect(price).toHaveValue('31')
    await expect(page.getByLabel('Category')).toHaveValue('Brakes')
    expect(await stored(store, part)).toMatchObject({ price: 29, brand: '' })
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

  await test.step('saving again puts one’s own in its place, and leaves what only they changed', async () => {
    await save(page).click()
    await expect(page.getByText('Product Updated')).toBeVisible()
    expect(await stored(store, part)).toMatchObject({
      price: 31,
      about: 'Mine.',
      brand: 'Acme',
      category: 'Brakes',
    })
  })
})

test('Theirs can be kept too, of pictures and vehicles as well', async ({ page, store, expectComplaint }) => {
  expectComplaint(/status of 409.* at .*\/product\//)
  const part = await stockPart(store, { fits: [civic] })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${part.id}`)
  await page.getByRole('button', { name: 'Remove 2006–2011 Honda Civic' }).click()
  await page.getByLabel('Part Number').fill('DL-7')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  const admin = await signedIn(store, demoAdmin)
  const { picture: before } = await stored(store, part)
  const { picture } = (await admin('GET', '/products')).body.find((other: any) => other.picture !== before)
  await changeElsewhere(store, part, { picture, fits: [{ ...civic, yearTo: 2009 }] })
  await save(page).click()
  await expect(page.getByText('Somebody else changed the picture and the vehicles it fits')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Vehicles it fits' }).getByRole('alert')).toHaveText(
    /Somebody else changed it meanwhile\./,
  )
  await expect(lines(page)).toHaveCount(0)
  const shown = page.getByLabel('Image').locator('xpath=..').locator('img')
  await expect(shown).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Show theirs' }).click()
  await expect(lines(page)).toHaveText([/^2006–2009 Honda Civic/])
  await expect(shown).not.toHaveAttribute('src', /^blob:/)
  await save(page).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  expect((await stored(store, part)).picture).toBe(picture)
  await page.goto(`/dashboard/manageProducts/${part.id}`)
  await expect(page.getByLabel('Part Number')).toHaveValue('DL-7')
  await expect(lines(page)).toHaveText([/^2006–2009 Honda Civic/])
})

test('An edit can be undone from the list that it leads to, except what somebody changed again', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 409.* at .*\/product\//)
  const part = await stockPart(store, { price: 25.5, fits: [civic] })
  const before = await stored(store, part)
  const edit = async () => {
    await page.goto(`/dashboard/manageProducts/${part.id}`)
    await page.getByLabel('Price').fill('31')
    await page.getByLabel('Brand').fill('Acme')
    await page.getByRole('button', { name: 'Remove 2006–2011 Honda Civic' }).click()
    await save(page).click()
    await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText('$31.00')
  }
  await logIn(page, demoAdmin)
  await edit()
  await undoButton(page).click()
  await expect(page.getByText(`${part.name}: changed back`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: part.name })).toContainText('$25.50')
  expect(await stored(store, part)).toEqual(before)
  const visitor = await signedIn(store, demoAdmin)
  expect((await visitor('GET', `/product/${part.id}/fitments`)).body).toEqual([civic])

  await edit()
  await changeElsewhere(store, part, { price: 33 })
  await undoButton(page).click()
  await expect(page.getByText(`${part.name} was not changed back.`)).toContainText(
    'Somebody else changed the price meanwhile.',
  )
  expect(await stored(store, part)).toMatchObject({ price: 33, brand: 'Acme' })
})

test('An edit that changes nothing says that it is done, and has nothing to undo', async ({
  page,
  store,
}) => {
  const part = await stockPart(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${part.id}`)
  await save(page).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await expect(undoButton(page)).toHaveCount(0)
})
