// Long because prices, stock and their undo are tested on one list, with shared helpers at the top.

import { expectAccessible } from './support/accessible.ts'
import { placeOrder, type TestProduct, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { undoButton } from './support/undo.ts'
import { adminOf, demoAdmin, demoCustomer, logIn } from './support/users.ts'

// A color in transition would fail the contrast check.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

type Store = { url: string }
let made = 0

/** Products that only this test's search finds, with the URL of that search. */
async function addProducts(store: Store, given: readonly { price?: number; available?: number }[]) {
  made += 1
  const kind = `Wheel Bearing ${Date.now()}${made}`
  const products: TestProduct[] = []
  for (const [at, values] of given.entries())
    products.push(await addProduct(store, { name: `${kind} ${'ABCDEF'[at]}`, ...values }))
  return { kind, products, address: `/dashboard/manageProducts?q=${encodeURIComponent(kind)}` }
}

/** The API's response for these products, in the order of their names. */
async function stored(
  store: Store,
  products: readonly TestProduct[],
  what: 'price' | 'available',
): Promise<number[]> {
  const admin = adminOf(store)
  return Promise.all(products.map(async ({ id }) => (await admin('GET', `/product/${id}`)).body[what]))
}

const row = (page: Page, product: TestProduct | undefined) =>
  page.getByRole('row').filter({ hasText: product?.name ?? 'no product' })
const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filter products by stock' }).getByRole('button', { name })

async function selectAll(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox', { name: `Select all ${count} products shown` }).check()
  await expect(page.getByText(`${count} selected`)).toBeVisible()
}

/** The dialog is accessible at every width, with targets of at least 44 px. Restores the window size. */
async function expectSound(page: Page, dialog: string): Promise<void> {
  const size = page.viewportSize()
  await expectAccessible(page, dialog)
  const heights = await page
    .getByRole('dialog', { name: dialog })
    .locator('button, input, select')
    .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  if (size) await page.setViewportSize(size)
}

for (const width of [1280, 360])
  test(`At ${width} px prices of many products change together; one changed concurrently fails, the others can be undone`, async ({
    page,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 409.* at .*\/price/)
    const { products, address } = await addProducts(store, [
      { price: 19.99 },
      { price: 128.4 },
      { price: 40 },
    ])
    const [first, , third] = products
    await page.setViewportSize({ width, height: 800 })
    await logIn(page, demoAdmin, address)
    await selectAll(page, 3)
    await page.getByRole('button', { name: 'Prices…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change prices of 3 products' })

    await test.step('the preview shows each old and new price before anything is sent', async () => {
      await dialog.getByLabel('Increase by %').fill('10')
      await expect(dialog.getByText('$19.99 → $21.99')).toBeVisible()
      await expect(dialog.getByText('$128.40 → $141.24')).toBeVisible()
      await expect(dialog.getByText('$40.00 → $44.00')).toBeVisible()
      await dialog.getByLabel('Round').selectOption('To prices ending in .95')
      await expect(dialog.getByText('$19.99 → $21.95')).toBeVisible()
      await expect(dialog.getByText('$40.00 → $43.95')).toBeVisible()
      await dialog.getByLabel('Round').selectOption('To the cent')
      await expect(dialog.getByText('$19.99 → $21.99')).toBeVisible()
      await expectSound(page, 'Change prices of 3 products')
    })

    await test.step('a product changed by another admin rolls back, stays selected, and says why', async () => {
      const admin = adminOf(store)
      expect((await admin('PATCH', `/product/${third?.id}/price`, { price: 50, was: 40 })).status).toBe(200)
      await dialog.getByRole('button', { name: 'Change prices' }).click()
      await expect(page.getByRole('alert').filter({ hasText: '2 products repriced' })).toContainText(
        `1 could not be: ${third?.name}. The price is $50.00 now: another admin has changed it.`,
      )
      await expect(row(page, first)).toContainText('$21.99')
      await expect(row(page, third)).toContainText('$50.00')
      await expect(row(page, third).getByRole('checkbox')).toBeChecked()
      await expect(page.getByText('1 selected')).toBeVisible()
      expect(await stored(store, products, 'price')).toEqual([21.99, 141.24, 50])
    })

    await test.step('Undo reverts the two, but not a product that was changed again', async () => {
      const admin = adminOf(store)
      await admin('PATCH', `/product/${first?.id}/price`, { price: 23, was: 21.99 })
      await undoButton(page).click()
      await expect(
        page.getByRole('alert').filter({ hasText: '1 product back at the old price' }),
      ).toContainText(`1 could not be: ${first?.name}. The price is $23.00 now`)
      await expect(row(page, first)).toContainText('$23.00')
      expect(await stored(store, products, 'price')).toEqual([23, 128.4, 50])
    })
  })

test('Prices are changed and undone by keyboard alone', async ({ page, store }) => {
  const { products, address } = await addProducts(store, [{ price: 10 }, { price: 20 }])
  await logIn(page, demoAdmin, address)
  await selectAll(page, 2)
  const opener = page.getByRole('button', { name: 'Prices…' })
  const dialog = page.getByRole('dialog', { name: 'Change prices of 2 products' })

  await test.step('Esc cancels, and restores focus', async () => {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Change', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('Enter submits; nothing is sent without an amount', async () => {
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Increase by %')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Enter a percentage')).toBeVisible()
    await expect(dialog.getByLabel('Increase by %')).toBeFocused()
    await page.keyboard.type('50%')
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 products repriced', { exact: true })).toBeVisible()
    await expect(row(page, products[0])).toContainText('$15.00')
  })

  await test.step('focus is in the list, and "u" undoes', async () => {
    await expect(page.getByRole('table', { name: 'Products' }).locator(':focus')).toHaveCount(1)
    await page.keyboard.press('u')
    await expect(page.getByText('2 products back at the old price', { exact: true })).toBeVisible()
    await expect(row(page, products[0])).toContainText('$10.00')
    await expect(undoButton(page)).toHaveCount(0)
    expect(await stored(store, products, 'price')).toEqual([10, 20])
  })
})

test('An invalid price is refused before anything is sent', async ({ page, store }) => {
  const { products, address } = await addProducts(store, [{ price: 0.01 }, { price: 999_999 }])
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/price') && sent.push(request.url()))
  await logIn(page, demoAdmin, address)
  await selectAll(page, 2)
  await page.getByRole('button', { name: 'Prices…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change prices of 2 products' })
  const change = dialog.getByRole('button', { name: 'Change prices' })

  await dialog.getByLabel('Increase by %').fill('10')
  await expect(dialog.getByText('$999,999.00 → not possible')).toBeVisible()
  await change.click()
  const refusal = dialog.getByText('One price would not be between $0.01 and $999,999.99.')
  await expect(refusal).toBeVisible()
  await expect(dialog.getByLabel('Increase by %')).toBeFocused()

  await dialog.getByLabel('Change', { exact: true }).selectOption('Decrease by a percentage')
  await expect(refusal).toBeHidden()
  await dialog.getByLabel('Decrease by %').fill('51')
  await change.click()
  await expect(refusal).toBeVisible()

  await dialog.getByLabel('Change', { exact: true }).selectOption('Set one price')
  await dialog.getByLabel('New price in dollars').fill('0')
  await change.click()
  await expect(dialog.getByText('Price must be more than zero')).toBeVisible()
  expect(sent).toEqual([])
  await dialog.getByLabel('New price in dollars').fill('$12.50')
  await change.click()
  await expect(page.getByText('2 products repriced', { exact: true })).toBeVisible()
  expect(await stored(store, products, 'price')).toEqual([12.5, 12.5])
})

test('A pending restock shows in the list, and rolls back when it is refused', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404.* at .*\/stock/)
  const { products, address } = await addProducts(store, [
    { available: 0 },
    { available: 0 },
    { available: 9 },
  ])
  const [gone, empty] = products
  const admin = adminOf(store)
  await logIn(page, demoAdmin, `${address}&stock=out`)
  await selectAll(page, 2)
  let response = () => {}
  const responseReleased = new Promise<void>((resolve) => (response = resolve))
  await page.route('**/product/*/stock', async (route) => {
    await responseReleased
    await route.continue()
  })
  expect((await admin('DELETE', `/product/${gone?.id}`)).status).toBe(200)

  await page.getByRole('button', { name: 'Add stock…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add stock to 2 products' })
  await expect(dialog.getByLabel('Add to each')).toBeFocused()
  await page.keyboard.type('12')
  await expect(dialog.getByText('0 → 12')).toHaveCount(2)
  await expectSound(page, 'Add stock to 2 products')
  await page.keyboard.press('Enter')

  await test.step('both have left the sold out list before any response', async () => {
    await expect(page.getByText('No product matches')).toBeVisible()
  })

  await test.step('a product that was deleted concurrently fails', async () => {
    response()
    await expect(page.getByRole('alert').filter({ hasText: '1 product restocked' })).toContainText(
      `1 could not be: ${gone?.name}.`,
    )
    // It reappeared briefly; the reloaded list shows that it is deleted.
    await expect(tab(page, 'All')).toHaveText('All2')
    await expect(tab(page, 'Sold out')).toHaveText('Sold out0')
    expect((await admin('GET', `/product/${empty?.id}`)).body.available).toBe(12)
  })

  await test.step('Undo removes the pieces, and the product is sold out', async () => {
    await undoButton(page).click()
    await expect(page.getByText('1 product changed back, 12 units taken off each')).toBeVisible()
    await expect(tab(page, 'Sold out')).toHaveText('Sold out1')
    await expect(row(page, empty)).toBeVisible()
    expect((await admin('GET', `/product/${empty?.id}`)).body.available).toBe(0)
  })
})

test('A restock counts once, even when it is retried after a lost response', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED.* at .*\/stock/)
  const { products, address } = await addProducts(store, [{ available: 3 }, { available: 4 }])
  await logIn(page, demoAdmin, address)
  await selectAll(page, 2)
  const addFive = async () => {
    await page.getByRole('button', { name: 'Add stock…' }).click()
    await page.getByLabel('Add to each').fill('5')
    await page.getByRole('button', { name: 'Add stock', exact: true }).click()
  }
  await page.route('**/product/*/stock', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await addFive()
  await expect(
    page.getByRole('alert').filter({ hasText: '0 products restocked, 2 could not be' }),
  ).toBeVisible()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.unroute('**/product/*/stock')
  await addFive()
  await expect(page.getByText('2 products restocked', { exact: true })).toBeVisible()
  await expect(row(page, products[0]).getByRole('cell', { name: '8', exact: true })).toBeVisible()
  expect(await stored(store, products, 'available')).toEqual([8, 9])
})

test('A single restock can be undone while its pieces are in stock', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 409.* at .*\/stock/)
  const { products, address } = await addProducts(store, [{ available: 2 }])
  const [product] = products
  if (!product) throw new Error('no product')
  await logIn(page, demoAdmin, address)
  const restock = async (pieces: string) => {
    await row(page, product).getByRole('button', { name: 'Restock' }).click()
    await page.getByLabel('Add to stock').fill(pieces)
    await page.getByRole('button', { name: 'Update stock' }).click()
  }
  await restock('5')
  await expect(page.getByText(`${product.name}: 7 available`)).toBeVisible()
  await undoButton(page).click()
  await expect(page.getByText('1 product changed back, 5 units taken off')).toBeVisible()
  expect(await stored(store, products, 'available')).toEqual([2])

  await restock('6')
  await expect(page.getByText(`${product.name}: 8 available`)).toBeVisible()
  await placeOrder(store, demoCustomer, product, 4)
  await undoButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: '0 products changed back' })).toContainText(
    'Only 4 in stock: write off at most that many.',
  )
  await expect(row(page, product).getByRole('cell', { name: '4', exact: true })).toBeVisible()
  expect(await stored(store, products, 'available')).toEqual([4])
})

test('A toast with Undo stays 10 seconds, longer while focused', async ({ page, store }) => {
  const { products, address } = await addProducts(store, [{ available: 2 }])
  await page.clock.install()
  await logIn(page, demoAdmin, address)
  const restock = async () => {
    await row(page, products[0]).getByRole('button', { name: 'Restock' }).click()
    await page.getByLabel('Add to stock').fill('1')
    await page.getByRole('button', { name: 'Update stock' }).click()
    await expect(undoButton(page)).toBeVisible()
  }
  await restock()
  await page.clock.runFor(9000)
  await expect(undoButton(page)).toBeVisible()
  await page.clock.runFor(2000)
  await expect(undoButton(page)).toHaveCount(0)

  await restock()
  await undoButton(page).focus()
  await page.clock.runFor(60_000)
  await expect(undoButton(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 product changed back, 1 unit taken off')).toBeVisible()
  expect(await stored(store, products, 'available')).toEqual([3])
})
