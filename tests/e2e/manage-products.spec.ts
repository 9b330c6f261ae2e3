// Long because it follows a product through one screen: adding, editing, filters, hiding, sale, stock history and deleting.

import { randomUUID } from 'node:crypto'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './support/accessible.ts'
import { PHOTO, untilUploaded } from './support/pictures.ts'
import { addProduct, fillProductForm } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { undoButton } from './support/undo.ts'
import { adminOf, demoAdmin, logIn } from './support/users.ts'

/** The row of a product in Manage All Products, after searching for it. */
async function findRow(page: Page, name: string): Promise<Locator> {
  await page.getByLabel('Search products').fill(name)
  // The search is debounced.
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === name)
  return page.getByRole('row').filter({ hasText: name })
}

/** Opens the menu of a row with the less frequent actions. */
async function openMore(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^More for / }).click()
}

test('Twelve products fit a screen of 1280 × 800 px', async ({ page, store }) => {
  const kind = `Row Gasket ${randomUUID().slice(0, 6)}`
  for (let at = 1; at <= 12; at += 1)
    await addProduct(store, { name: `${kind}, Front, ${at}`, partNumber: `ROW-${at}` })
  await page.setViewportSize({ width: 1280, height: 800 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(kind)}`)
  const rows = page.getByRole('row').filter({ hasText: kind })
  await expect(rows).toHaveCount(12)
  await expect(rows.last()).toBeInViewport({ ratio: 0.99 })
  // None of them exceeds its column.
  const { x, width } = (await page.getByRole('table', { name: 'Products' }).boundingBox()) ?? {
    x: 0,
    width: 0,
  }
  expect(x + width).toBeLessThanOrEqual(1280 - 24)
})

test('Add A Product requires every field, with the specified messages', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByRole('button', { name: 'Add Product' }).click()
  for (const message of [
    'Image is Required',
    'Product Name is Required',
    'Product Description is Required',
    'Price is Required',
    'Available Quantity is Required',
    'Minimum Order is Required',
  ])
    await expect(page.getByText(message)).toBeVisible()

  await page.getByLabel('Available Quantity').fill('12.5')
  await expect(page.getByText('Enter a whole number')).toBeVisible()
  await expect(page.getByText('Available Quantity is Required')).toHaveCount(0)
})

test('A file that is not a picture is refused with the reason', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles({
    name: 'invoice.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  })
  await expect(page.getByText('This file is not a picture that we can use.')).toBeVisible()
})

test('The card preview follows the form; a failed add keeps the values', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503.* at .*\/product$/)
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  const card = page.getByRole('region', { name: 'Preview of the card' })
  await expect(card).toContainText('Product Name')
  await page.getByRole('textbox', { name: 'Product Name' }).fill('Hand-wound Alternator')
  await page.getByLabel('Product Description').fill('Wound by hand, 120 A.')
  for (const refused of ['-4', '12.505']) {
    await page.getByLabel('Price').fill(refused)
    await expect(card).toContainText('$ –')
  }
  await page.getByLabel('Price').fill('1189.5')
  await page.getByLabel('Available Quantity').fill('0')
  await page.getByLabel('Minimum Order').fill('2')
  await expect(card).toContainText('Hand-wound Alternator')
  await expect(card).toContainText('$1,189.50')
  await expect(card).toContainText('Minimum order: 2 pieces')
  await expect(card).toContainText('Sold out')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)

  const response = Promise.withResolvers<void>()
  await page.route('**/product', async (route) => {
    await response.promise
    const body = JSON.stringify({ code: 'unavailable', detail: 'Try again in a minute.' })
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body })
  })
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Adding the product' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveCount(0)
  response.resolve()
  await expect(page.getByText('Product Added Failed')).toBeVisible()
  await expect(page.getByText('The product was not added')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('Hand-wound Alternator')
  await expect(page.getByLabel('Price')).toHaveValue('1189.5')
  await expect(card.locator('img')).toHaveAttribute('src', /^\/images\//)
})

test('A wide picture is shown uncropped, in the form and in the store', async ({ page, newVisitor }) => {
  const [width, height, edge] = [1200, 700, 60]
  const stripe = { create: { width: edge, height, channels: 3, background: 'red' } } as const
  const buffer = await sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([
      { input: stripe, left: 0, top: 0 },
      { input: stripe, left: width - edge, top: 0 },
    ])
    .png()
    .toBuffer()
  const name = `Wide Bar ${Date.now()}`
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer })
  await untilUploaded(page)
  await expectRedEdges(page.getByRole('region', { name: 'Preview of the card' }).locator('img'))
  await fillProductForm(page, name, { about: 'Wider than high.', price: '89.5', available: '7' })
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful')).toBeVisible()

  const visitor = await newVisitor()
  await visitor.goto('/')
  const card = visitor.getByRole('article').filter({ hasText: name })
  await expectRedEdges(card.locator('img'))
})

/** Waits for the picture and checks its rendered pixels: red on the left and on the right. */
async function expectRedEdges(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  const { data, info } = await sharp(await picture.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const middle = Math.floor(info.height / 2) * info.width
  for (const x of [0.02, 0.98]) {
    const at = (middle + Math.floor(info.width * x)) * 3
    const [red = 0, , blue = 0] = data.subarray(at, at + 3)
    expect(red, `red at ${x}`).toBeGreaterThan(blue + 100)
  }
}

test('A product is added with a picture, appears on the home page, and is edited, restocked and deleted', async ({
  page,
  newVisitor,
}) => {
  const name = `Hand-wound Alternator ${Date.now()}`
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  await fillProductForm(page, name, {
    about: 'Wound by hand, 120 A.',
    price: '189.5',
    available: '7',
    minOrder: '2',
  })
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful')).toBeVisible()

  const visitor = await newVisitor()
  const cards = visitor.getByRole('region', { name: 'Our Products' }).getByRole('article')
  await test.step('it is the first of six on the home page, with its picture', async () => {
    await visitor.goto('/')
    await expect(cards).toHaveCount(6)
    await expect(cards.first()).toContainText(name)
    await expect(cards.first()).toContainText('$189.50')
    await expect(cards.first()).toContainText('Minimum order: 2 pieces')
    const picture = cards.first().locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('it is edited', async () => {
    await page.getByRole('link', { name: 'Manage All Products' }).first().click()
    const row = await findRow(page, name)
    await row.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Price').fill('199')
    await page.getByRole('button', { name: 'Save the product' }).click()
    await expect(page.getByText('Product Updated')).toBeVisible()
    await expect(await findRow(page, name)).toContainText('$199.00')
  })

  await test.step('it is restocked', async () => {
    const row = await findRow(page, name)
    await row.getByRole('button', { name: 'Restock' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restock' })
    await expect(dialog.getByLabel('Add to stock')).toBeFocused()
    await page.keyboard.type('1005')
    await expect(dialog).toContainText('7 → 1,012 available')
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${name}: 1,012 available`)).toBeVisible()
    await expect(row.getByRole('cell', { name: '1,012', exact: true })).toBeVisible()
  })

  await test.step('it is deleted after a confirmation', async () => {
    const row = await findRow(page, name)
    await openMore(row)
    await row.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(`Are you sure? you want to delete ${name} from products!!`)
    await page.keyboard.press('Escape')
    await expect(row).toBeVisible()
    await openMore(row)
    await row.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Product Deleted')).toBeVisible()
    await expect(row).toHaveCount(0)
    await visitor.reload()
    await expect(cards).toHaveCount(6)
    await expect(cards.filter({ hasText: name })).toHaveCount(0)
  })
})

test('A product deleted by another admin does not reappear, and the first admin sees why', async ({
  page,
  newVisitor,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/product\//)
  const { name } = await addProduct(store)
  const second = await newVisitor()
  for (const admin of [page, second]) {
    await logIn(admin, demoAdmin, '/dashboard/manageProducts')
    const row = await findRow(admin, name)
    await openMore(row)
    await row.getByRole('button', { name: 'Delete' }).click()
  }
  await second.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(second.getByText('Product Deleted')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`${name} was not deleted.`)).toBeVisible()
})

test('Pressing Edit right after typing a search opens the product', async ({ page, store }) => {
  const { name } = await addProduct(store)
  await page.clock.install()
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  let response = () => {}
  const searched = new Promise<void>((resolve) => (response = resolve))
  await page.route('**/admin/*', async (route) => {
    await searched
    await route.continue()
  })
  await page.getByLabel('Search products').fill('caliper')
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  // The debounce ends while the product is still loading.
  await page.clock.runFor(1000)
  response()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Product')
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(name)
})

test('A search whose debounce ends as Edit is pressed does not navigate back to the list', async ({
  page,
  store,
}) => {
  const { name } = await addProduct(store)
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  const edit = page.getByRole('link', { name: `Edit ${name}` })
  await expect(edit).toBeVisible()
  // The debounce ends right after the press, before React has rendered the navigation.
  await page.evaluate(() => {
    const waiting = new Map<number, () => void>()
    const set = window.setTimeout.bind(window)
    const clear = window.clearTimeout.bind(window)
    window.setTimeout = ((run: () => void, ms?: number) => {
      const id = set(() => undefined, 1e9)
      if (ms === 250) waiting.set(id, run)
      return ms === 250 ? id : set(run, ms)
    }) as typeof setTimeout
    window.clearTimeout = (id) => {
      waiting.delete(Number(id))
      clear(id)
    }
    addEventListener('click', () => {
      for (const run of waiting.values()) run()
    })
  })
  await page.getByLabel('Search products').fill('caliper')
  await edit.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Product')
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(name)
})

test('Brand and category suggest those of other parts, and adopt their spelling', async ({ page, store }) => {
  const unique = `Zenith ${randomUUID().slice(0, 6)}`
  await addProduct(store, { brand: unique, category: `${unique} Parts` })
  const product = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  // Inputs with suggestions are comboboxes.
  const brand = page.getByRole('combobox', { name: 'Brand' })
  await brand.fill(` ${unique.toUpperCase()} `)
  await brand.press('Tab')
  await expect(brand).toHaveValue(unique)
  const category = page.getByRole('combobox', { name: 'Category' })
  await category.fill(`${unique.toLowerCase()}  parts`)
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await expect(brand).toHaveValue(unique)
  await expect(category).toHaveValue(`${unique} Parts`)
  // Its own brand can be respelled.
  await brand.fill(unique.toUpperCase())
  await brand.press('Tab')
  await expect(brand).toHaveValue(unique.toUpperCase())
})

test('The list is filtered by brand and category together with its search, in the URL', async ({
  page,
  store,
}) => {
  const unique = randomUUID().slice(0, 6)
  const [brand, category] = [`Zenith ${unique}`, `Clutches ${unique}`]
  await addProduct(store, { name: `Clutch Disc ${unique}`, brand, category })
  await addProduct(store, { name: `Clutch Cable ${unique}`, brand, category })
  await addProduct(store, { name: `Brake Hose ${unique}`, brand })
  await logIn(page, demoAdmin, '/dashboard/manageProducts?shown=50')
  const names = page.getByRole('table', { name: 'Products' }).getByRole('rowheader')
  await page.getByLabel('Brand').selectOption(brand)
  await expect(names).toHaveText([/Brake Hose/, /Clutch Cable/, /Clutch Disc/])
  await expect(page).toHaveURL(`/dashboard/manageProducts?${new URLSearchParams({ brand })}`)
  await page.getByLabel('Category').selectOption(category)
  await expect(names).toHaveText([/Clutch Cable/, /Clutch Disc/])
  await expect(page.getByRole('button', { name: /^All ?2$/ })).toBeVisible()
  await page.getByLabel('Search products').fill('disc')
  await expect(names).toHaveText([/Clutch Disc/])
  await page.reload()
  await expect(names).toHaveText([/Clutch Disc/])
  await expect(page.getByLabel('Category')).toHaveValue(category)
  await page.getByRole('link', { name: /^Edit/ }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(names).toHaveText([/Clutch Disc/])
  await expectAccessible(page, 'the filtered products')
  await page.getByLabel('Search products').fill('no such part')
  await page.getByRole('button', { name: 'Show all products' }).click()
  await expect(page.getByLabel('Brand')).toHaveValue('')
  await expect(page).toHaveURL('/dashboard/manageProducts')
})

test('A product is duplicated from the list without its part number and stock, and stored only when it is added', async ({
  page,
  store,
}) => {
  const fits = [{ make: 'Pontiac', model: 'Vibe', variant: null, yearFrom: 2003, yearTo: 2008, engine: null }]
  const given = {
    name: `Shift Cable ${randomUUID().slice(0, 6)}`,
    price: 31.5,
    minOrder: 2,
    brand: 'Zenith',
    fits,
  }
  const product = await addProduct(store, { ...given, partNumber: 'SC-1' })
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  const row = await findRow(page, product.name)
  await openMore(row)
  await row.getByRole('link', { name: `Duplicate ${product.name}` }).click()
  await expect(page.getByText(`A copy of ${product.name}.`)).toBeVisible()
  for (const [label, value] of Object.entries({
    'Product Name': product.name,
    'Product Description': 'A caliper with its bracket.',
    Price: '31.50',
    'Minimum Order': '2',
    Brand: 'Zenith',
    'Available Quantity': '',
    'Part Number': '',
  }))
    await expect(page.getByLabel(label)).toHaveValue(value)
  await expect(page.getByRole('group', { name: 'Vehicles it fits' }).getByRole('listitem')).toHaveText([
    /^2003–2008 Pontiac Vibe/,
  ])
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Available Quantity is Required')).toBeVisible()
  const call = adminOf(store)
  const named = async () =>
    (await call('GET', '/products?limit=20')).body.filter(
      ({ name }: { name: string }) => name === product.name,
    )
  expect(await named()).toHaveLength(1)

  await page.getByLabel('Available Quantity').fill('7')
  await page.getByLabel('Part Number').fill('SC-2')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product Added Successful')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue('')
  await expect(page.getByText(`A copy of ${product.name}.`)).toHaveCount(0)
  const [copy, original] = await named()
  expect(copy).toMatchObject({
    ...original,
    _id: copy._id,
    slug: copy.slug,
    available: 7,
    partNumber: 'SC-2',
  })
  expect((await call('GET', `/product/${copy._id}/fitments`)).body).toMatchObject(fits)

  // From the form of the product, too; a copy that is not added yet is not lost by accident.
  await page.goto(`/dashboard/manageProducts/${copy._id}`)
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByText(`A copy of ${product.name}.`)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(product.name)
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByText('Leave without saving?')).toBeVisible()
})

test('A product is added hidden, published from its row, and hidden again with another one', async ({
  page,
  store,
  browser,
}) => {
  const kind = `Hatch Strut ${randomUUID().slice(0, 6)}`
  const other = await addProduct(store, { name: `${kind} Right` })
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await fillProductForm(page, `${kind} Left`)
  // Sent while the picture is uploading, which must not publish it.
  await page.getByRole('button', { name: 'Add as hidden' }).click()
  await expect(page.getByText(`${kind} Left is added, and hidden.`)).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('link', { name: 'See it as a customer' })).toHaveCount(0)

  const visitor = await browser.newPage()
  const found = async () => {
    await visitor.goto(`${store.url}/parts?q=${encodeURIComponent(kind)}`)
    return visitor.getByRole('heading', { name: new RegExp(`^${kind} (Left|Right)$`) }).allTextContents()
  }
  expect(await found()).toEqual([`${kind} Right`])
  await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(kind)}`)
  const tab = (name: string) =>
    page.getByRole('group', { name: 'Filter products by stock' }).getByRole('button', { name })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row(`${kind} Left`)).toContainText('Hidden')
  await tab('Hidden').click()
  await expect(row(other.name)).toHaveCount(0)
  await expectAccessible(page, 'the hidden products')
  await openMore(row(`${kind} Left`))
  await row(`${kind} Left`)
    .getByRole('button', { name: `Publish ${kind} Left` })
    .click()
  await expect(page.getByText('Product published')).toBeVisible()
  await expect(page.getByText('No product matches')).toBeVisible()
  expect((await found()).toSorted()).toEqual([`${kind} Left`, `${kind} Right`])

  await tab('All').click()
  await page.getByRole('checkbox', { name: 'Select all 2 products shown' }).check()
  await page.getByRole('button', { name: 'Hide 2' }).click()
  await expect(page.getByText('2 products hidden')).toBeVisible()
  await expect(tab('Hidden')).toContainText('2')
  expect(await found()).toEqual([])
  await undoButton(page).last().click()
  await expect(tab('Hidden')).toContainText('0')
  await expect.poll(found).toHaveLength(2)
  await visitor.close()
})

test('“Add as hidden” adds a hidden product also when software presses it, as voice control does', async ({
  page,
}) => {
  const name = `Voice Strut ${randomUUID().slice(0, 6)}`
  await logIn(page, demoAdmin, '/dashboard/addProduct')
  await page.getByLabel('Image').setInputFiles(PHOTO)
  await untilUploaded(page)
  await fillProductForm(page, name)
  await page
    .getByRole('button', { name: 'Add as hidden' })
    .evaluate((button) => button instanceof HTMLElement && button.click())
  await expect(page.getByText(`${name} is added, and hidden.`)).toBeVisible()
})

test('A sale shows the previous price on the part’s card, page and order form', async ({ page, store }) => {
  const product = await addProduct(store, { name: `Sale Strut ${randomUUID().slice(0, 6)}`, price: 40 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  const before = page.getByLabel('Compare At')
  const save = page.getByRole('button', { name: 'Save the product' })
  await before.fill('40')
  await save.click()
  await expect(before).toHaveAccessibleDescription(/must be more than the price/)
  await expect(before).toBeFocused()
  await before.fill('$50')
  await expect(page.getByRole('region', { name: 'Preview of the card' })).toContainText(
    'Was $50.00, now $40.00',
  )
  await save.click()
  await expect(page.getByText('Product Updated')).toBeVisible()

  await page.goto(`/parts?q=${encodeURIComponent(product.name)}`)
  const card = page.getByRole('article').filter({ hasText: product.name })
  await expect(card).toContainText('Was $50.00, now $40.00')
  await expect(card.locator('s')).toHaveText('$50.00')
  await expectAccessible(page, 'a part in a sale')
  await card.getByRole('link', { name: product.name }).click()
  await expect(page.getByRole('heading', { name: product.name, level: 1 })).toBeVisible()
  await expect(page.getByRole('region', { name: 'The part' })).toContainText('Was $50.00, now $40.00')
  await expectAccessible(page, 'the page of a part in a sale')
  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$40.00')
  await expect(page.getByRole('region', { name: 'The part' })).toContainText('Was $50.00, now $40.00')
  await expectAccessible(page, 'the order form of a part in a sale')

  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await expect(before).toHaveValue('50')
  await before.fill('')
  await save.click()
  await expect(page.getByText('Product Updated')).toBeVisible()
  await page.goto(`/parts?q=${encodeURIComponent(product.name)}`)
  await expect(card).toContainText('$40.00')
  await expect(card).not.toContainText('Was')
})

test('The stock history of a product lists each change, who made it, and the stock after it', async ({
  page,
  store,
}) => {
  const product = await addProduct(store, { name: `History Strut ${randomUUID().slice(0, 6)}`, available: 9 })
  const call = adminOf(store)
  for (let at = 1; at <= 54; at += 1) await call('PATCH', `/product/${product.id}/stock`, { quantity: 1 })
  await call('PATCH', `/product/${product.id}/stock`, { quantity: -4 })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`)
  await openMore(page.getByRole('row').filter({ hasText: product.name }))
  await page.getByRole('link', { name: `Stock history of ${product.name}` }).click()
  await expect(page.getByText(`${product.name}: 59 pieces in stock.`)).toBeVisible()
  const rows = page.getByRole('table', { name: 'Changes of stock' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Stock changed.*Alex Rivera.*−4.*59/)
  await expect(rows.nth(2)).toContainText(/\+1.*63/)
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more changes' }).click()
  await expect(rows).toHaveCount(57)
  await expect(rows.last()).toContainText(/Product added.*\+9.*9/)
  await expectAccessible(page, 'the stock history')
})
