// Long because every admin list is tested in the same ways: search, sort, filters, selection, keyboard.

import { readFile } from 'node:fs/promises'
import { expectAccessible } from './support/accessible.ts'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, demoCustomer, logIn } from './support/users.ts'

test('On a phone a visible select sorts a list, and the headings take no focus', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page, demoAdmin, '/dashboard/manageProducts')
  const prices = () =>
    page
      .getByRole('table', { name: 'Products' })
      .getByRole('rowgroup')
      .last()
      .getByRole('row')
      .evaluateAll((rows) =>
        rows.map((row) => Number(/\$([\d,.]+)/.exec(row.textContent)?.[1]?.replace(',', ''))),
      )

  await page.getByLabel('Sort by').selectOption('Price: high to low')
  await expect(page).toHaveURL(/sort=-price/)
  await expect
    .poll(async () => {
      const shown = await prices()
      return shown.length > 1 && shown.every((price, at) => price <= (shown[at - 1] ?? price))
    })
    .toBe(true)

  await page.getByLabel('Sort by').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: /^Select all/ }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Edit/ }).first()).toBeFocused()

  await page.getByLabel('Sort by').selectOption('Newest first')
  await expect(page).not.toHaveURL(/sort=/)
})

for (const [list, name] of [
  ['manageProducts', 'Products'],
  ['manageAllOrders', 'Orders'],
] as const)
  test(`At least twelve ${name.toLowerCase()} fit on a screen of 1280 x 800, and the list is as wide as the window`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await logIn(page, demoAdmin, `/dashboard/${list}`)
    const table = page.getByRole('table', { name })
    const rows = table.getByRole('rowgroup').last().getByRole('row')
    const seen = () =>
      rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
    await expect.poll(seen).toBeGreaterThanOrEqual(12)
    const box = await table.boundingBox()
    // The list ends as far from the right edge as the menu begins from the left one.
    const main = await page.getByRole('main').boundingBox()
    const menu = await page.getByRole('navigation', { name: 'Dashboard' }).boundingBox()
    const right = (main?.width ?? 0) - ((menu?.x ?? 0) - (main?.x ?? 0))
    expect((box?.x ?? 0) + (box?.width ?? 1e9)).toBeLessThanOrEqual((main?.x ?? 0) + right + 0.5)
    await page.setViewportSize({ width: 1920, height: 1000 })
    await expect.poll(async () => (await table.boundingBox())?.width).toBeGreaterThan(1500)
    await expect(page.getByRole('contentinfo')).toHaveCSS('height', /^[1-6]\d(\.\d+)?px$/)
  })

for (const [path, widths] of [
  ['manageAllOrders', [830]],
  ['makeAdmin', [830, 1280]],
  ['searchWords', [830, 1280]],
  ['audit', [830, 1280]],
] as const)
  test(`Nothing in the table of ${path} touches the line between two rows`, async ({ page }) => {
    await logIn(page, demoAdmin, `/dashboard/${path}`)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const rows = page.getByRole('main').getByRole('rowgroup').last().getByRole('row')
      await expect(rows.first()).toBeVisible()
      const gaps = await rows.evaluateAll((all) =>
        all.slice(0, 8).flatMap((row) => {
          const line = row.getBoundingClientRect()
          return [...row.querySelectorAll('th > span, td > span')]
            .map((content) => content.getBoundingClientRect())
            .filter(({ height }) => height > 1)
            .map(({ top, bottom }) => Math.min(top - line.top, line.bottom - bottom))
        }),
      )
      expect(gaps.length).toBeGreaterThan(5)
      expect(Math.min(...gaps), `${width} px`).toBeGreaterThanOrEqual(1)
    }
  })

for (const width of [1280, 1920])
  test(`The menu keeps its position under the logo on every screen, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await logIn(page, demoAdmin, '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    const left = async () => (await menu.boundingBox())?.x
    const logo = await page
      .getByRole('banner')
      .getByRole('link', { name: /home page/ })
      .boundingBox()
    await expect.poll(left).toBe(logo?.x)
    await menu.getByRole('link', { name: 'Manage All Orders' }).click()
    await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
    expect(await left()).toBe(logo?.x)
  })

test('On a wide screen the headings sort, without a second control', async ({ page }) => {
  await logIn(page, demoAdmin, '/dashboard/makeAdmin')
  await page.getByRole('button', { name: 'Email' }).click()
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByLabel('Sort by')).toBeHidden()
})

test('The view of a list downloads as CSV, filtered and sorted as shown', async ({ page, store }) => {
  const product = await addProduct(store, { name: '=2+5 Gasket "Wide", Left', price: 12.5, available: 40 })
  await logIn(page, demoAdmin, '/dashboard/manageProducts?q=gasket+wide')
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 1 product as CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('products.csv')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toContain('Part number,Product,Brand,Category,Price,Available,Minimum,Stock\r\n')
  expect(text).toContain(`,"'${product.name.replaceAll('"', '""')}",,,12.5,40,1,In stock\r\n`)
})

for (const width of [1280, 360])
  test(`At ${width} px many orders are shipped and deleted together, and the one that fails says why`, async ({
    page,
    newVisitor,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 404.* at .*\/purchase\//)
    const product = await addProduct(store, { price: 10 })
    const account = await addUser(store)
    const paid = [await placeOrder(store, account, product), await placeOrder(store, account, product)]
    const unpaid = [
      await placeOrder(store, account, product, 3),
      await placeOrder(store, account, product, 4),
    ]
    const customer = await newVisitor()
    await logIn(customer, account, `/dashboard/payment/${paid[0]}`)
    for (const id of paid) {
      await customer.goto(`/dashboard/payment/${id}`)
      await payWith(customer, cards.good)
      await expect(
        customer.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' }),
      ).toBeVisible()
    }

    await page.setViewportSize({ width, height: 800 })
    await logIn(page, demoAdmin, `/dashboard/manageAllOrders?q=${encodeURIComponent(product.name)}`)
    const rows = page.getByRole('table', { name: 'Orders' }).getByRole('rowgroup').last().getByRole('row')
    await expect(rows).toHaveCount(4)

    await test.step('all shown rows are selected by keyboard, and one is deselected', async () => {
      await page.getByRole('checkbox', { name: 'Select all 4 orders shown' }).focus()
      await page.keyboard.press('Space')
      await expect(page.getByText('4 selected')).toBeVisible()
      await rows.filter({ hasText: '× 3' }).getByRole('checkbox').uncheck()
      await expect(page.getByText('3 selected')).toBeVisible()
      await rows.filter({ hasText: '× 3' }).getByRole('checkbox').check()
    })

    await test.step('the paid orders are shipped', async () => {
      await page.getByRole('button', { name: 'Ship 2…' }).click()
      const question = page.getByRole('dialog', { name: 'Ship 2 orders?' })
      await expect(question).toContainText('2 orders worth $20.00. We’ll email the customers.')
      await expect(question).toContainText('2 more selected: not paid yet')
      await expect(question.getByLabel(/^Tracking number of DL-\d+/).first()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(question.getByLabel(/^Tracking number of DL-\d+/).last()).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 orders shipped', { exact: true })).toBeVisible()
      await expect(rows.filter({ hasText: 'Shipped' })).toHaveCount(2)
      await expect(page.getByText('2 selected')).toBeVisible()
    })

    await test.step('an unpaid order that was deleted elsewhere fails', async () => {
      const admin = adminOf(store)
      expect((await admin('DELETE', `/order/${unpaid[0]}`)).status).toBe(200)
      await page.getByRole('button', { name: 'Delete 2…' }).click()
      const question = page.getByRole('alertdialog', { name: 'Delete 2 orders?' })
      await expect(question).toContainText('7 held units go back into stock')
      await question.getByRole('button', { name: 'Delete 2 orders' }).click()
      await expect(
        page.getByRole('alert').filter({ hasText: `1 order deleted, 1 could not be: ${product.name} for` }),
      ).toBeVisible()
      await expect(rows).toHaveCount(2)
      await expect(page.getByText(/^\d selected$/)).toBeHidden()
      expect((await admin('GET', `/orders?q=${encodeURIComponent(product.name)}`)).body).toHaveLength(2)
    })
  })

test('Many products are deleted together, after a confirmation', async ({ page, store }) => {
  const kind = `Cotter Pin ${Date.now()}`
  for (const side of ['left', 'right']) await addProduct(store, { name: `${kind} ${side}` })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(kind)}`)
  await page.getByRole('checkbox', { name: `Select ${kind} left` }).check()
  await page.getByRole('checkbox', { name: 'Select all 2 products shown' }).check()
  await page.getByRole('button', { name: 'Delete 2…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 2 products?' })
  await question.getByRole('button', { name: 'Delete 2 products' }).click()
  await expect(page.getByText('2 products deleted', { exact: true })).toBeVisible()
  await expect(page.getByText('No product matches')).toBeVisible()
})

test('An admin sees the revenue of 30 days and the best sellers as charts and as tables', async ({
  page,
  newVisitor,
  store,
}) => {
  const product = await addProduct(store, { price: 9000 })
  const account = await addUser(store)
  const id = await placeOrder(store, account, product)
  const customer = await newVisitor()
  await logIn(customer, account, `/dashboard/payment/${id}`)
  await payWith(customer, cards.good)
  await expect(customer.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await logIn(page, demoAdmin)
  const sellers = page.getByRole('region', { name: 'Best sellers, last 30 days' })
  await expect(sellers).toContainText(product.name)
  const revenue = page.getByRole('region', { name: 'Revenue, last 30 days' })
  await expect(revenue.getByRole('img', { name: /the best day was/ })).toBeVisible()
  await expect(revenue.locator('rect')).toHaveCount(30)
  await revenue.getByText('Show as table').click()
  await expect(
    revenue.getByRole('table', { name: 'Revenue by day' }).getByRole('rowgroup').last().getByRole('row'),
  ).toHaveCount(30)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('Single keys operate a list, are letters in fields, and can be turned off', async ({ page, store }) => {
  const kind = `Grease Nipple ${Date.now()}`
  for (const side of ['left', 'right']) await addProduct(store, { name: `${kind} ${side}` })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(kind)}`)
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(2)
  const search = page.getByLabel('Search products')

  await test.step('"j", "k" and "x"', async () => {
    // The listener is attached shortly after the rows render.
    await expect(async () => {
      await page.keyboard.press('k')
      await expect(rows.nth(0)).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.press('j')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('x')
    await expect(rows.nth(1).getByRole('checkbox')).toBeChecked()
    await page.keyboard.press('k')
    await expect(rows.nth(0)).toBeFocused()
    await expect(page.getByText('1 selected')).toBeVisible()
  })

  await test.step('"/" focuses the search, where keys are letters', async () => {
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.type('xj?')
    await expect(search).toHaveValue(`${kind}xj?`)
    await search.fill(kind)
    await search.blur()
  })

  await test.step('"?" lists the shortcuts, and there they are turned off permanently', async () => {
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(sheet).toContainText('Next row')
    await sheet.getByLabel('Use these shortcuts').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await expect(sheet).toBeHidden()
    await expect(rows.nth(0)).not.toBeFocused()
    await page.reload()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(sheet.getByLabel('Use these shortcuts')).not.toBeChecked()
    await sheet.getByLabel('Use these shortcuts').check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await expect(rows.nth(0)).toBeFocused()
  })
})

test('Rows leave before the store responds, and come back with their count when it refuses', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 503.* at .*\/purchase\//)
  const product = await addProduct(store)
  for (const pieces of [1, 2]) await placeOrder(store, demoCustomer, product, pieces)
  await logIn(
    page,
    demoAdmin,
    `/dashboard/manageAllOrders?status=unpaid&q=${encodeURIComponent(product.name)}`,
  )
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('rowgroup').last().getByRole('row')
  await expect(rows).toHaveCount(2)
  const unpaid = page
    .getByRole('group', { name: 'Filter orders by status' })
    .getByRole('button', { name: 'Unpaid' })
  const count = async () => Number(/\d+/.exec((await unpaid.textContent()) ?? '')?.[0])
  const before = await count()
  let response = () => {}
  const responseReleased = new Promise<void>((resolve) => (response = resolve))
  await page.route('**/purchase/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    await responseReleased
    await route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'provider_unavailable', detail: 'Try again in a minute.' }),
    })
  })
  await page.getByRole('checkbox', { name: 'Select all 2 orders shown' }).check()
  await page.getByRole('button', { name: 'Delete 2…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 2 orders' }).click()
  await expect(rows).toHaveCount(0)
  response()
  await expect(page.getByRole('alert').filter({ hasText: '2 could not be' })).toContainText(
    'Try again in a minute.',
  )
  await expect(rows).toHaveCount(2)
  expect(await count()).toBe(before)
})

test('A long list grows by Show more, which the URL remembers, and downloads completely', async ({
  page,
  store,
}) => {
  const name = `Shim ${Date.now()}`
  for (let at = 1; at <= 26; at += 1)
    await addProduct(store, { name: `${name} no. ${String(at).padStart(2, '0')}` })
  await logIn(page, demoAdmin, `/dashboard/manageProducts?q=${encodeURIComponent(name)}&sort=name`)
  const rows = page.getByRole('row').filter({ hasText: name })
  await expect(rows).toHaveCount(25)
  await expect(rows.first()).toContainText('no. 01')
  await expect(page.getByText('The first 25 products')).toBeVisible()
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 26 products as CSV' }).click()
  const text = await readFile(await (await started).path(), 'utf8')
  expect(text.match(/no\. \d\d/g)).toHaveLength(26)
  await page.getByRole('button', { name: 'Show more products' }).click()
  await expect(rows).toHaveCount(26)
  await expect(page.getByRole('button', { name: 'Show more products' })).toHaveCount(0)
  await expect(page).toHaveURL(/shown=50/)
  await page.reload()
  await expect(rows).toHaveCount(26)
  await page.getByRole('link', { name: `Edit ${name} no. 26` }).click()
  await expect(page.getByRole('textbox', { name: 'Product Name' })).toHaveValue(`${name} no. 26`)
  await page.goBack()
  await expect(rows).toHaveCount(26)
})

test('The overview’s Ship orders leads to the orders to ship, where shipping is the main action', async ({
  page,
}) => {
  await logIn(page, demoAdmin, '/dashboard')
  await page.getByRole('link', { name: 'Ship orders' }).click()
  const tabs = page.getByRole('group', { name: 'Filter orders by status' })
  await expect(tabs.getByRole('button', { name: 'Pending' })).toHaveAttribute('aria-pressed', 'true')
  const ship = page.getByRole('button', { name: /^Ship .* for / }).first()
  await expect(ship).toBeVisible()
  await expect(page.getByRole('button', { name: /^Delete .* for / })).toHaveCount(0)
  const fill = () => ship.evaluate((button) => getComputedStyle(button).backgroundColor)
  const main = await fill()
  await expectAccessible(page, 'the orders to ship')
  await page.emulateMedia({ colorScheme: 'light' })
  await tabs.getByRole('button', { name: 'All' }).click()
  await expect(page.getByRole('button', { name: /^Delete .* for / }).first()).toBeVisible()
  expect(await fill()).not.toBe(main)
})
