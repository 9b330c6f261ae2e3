import { readFile } from 'node:fs/promises'
import { formatUsd } from '#domain/shared/money.ts'
import { expectAccessible } from './support/accessible.ts'
import { addProduct, cards, payWith } from './support/products.ts'
import { placePurchase } from './support/purchases.ts'
import { expect, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

const centsMore = (dollars: number, more: number) => Math.round((dollars + more) * 100) / 100

for (const width of [1280, 360])
  test(`At ${width} px an admin sees the takings of a day, and saves them as CSV`, async ({
    page,
    newVisitor,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 422/)
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Chicago' })
    // Other tests may have sold something today.
    const days = `/reports/takings?from=${today}&to=${today}&by=day`
    const [before] = (await adminOf(store)('GET', days)).body
    const account = await addUser(store)
    const pads = await addProduct(store, { price: 38.9, available: 10 })
    const placed = await placePurchase(store, account, [{ productId: pads.id, coreUnitCents: 500 }])
    await logIn(page, account, `/dashboard/payment/${placed.id}`)
    await payWith(page, cards.good)
    await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()

    const admin = await newVisitor()
    await admin.setViewportSize({ width, height: 800 })
    await logIn(admin, demoAdmin, '/dashboard/reports')
    const takings = admin.getByRole('table', { name: 'Takings' })
    await expect(takings.getByRole('row')).toHaveCount(13)
    await admin.getByLabel('By', { exact: true }).selectOption('Day')
    await admin.getByLabel(/^From/).fill(today)
    await admin.getByLabel(/^To/).fill(today)
    await admin.getByRole('button', { name: 'Show' }).click()
    await expect(admin).toHaveURL(`/dashboard/reports?from=${today}&to=${today}&by=day`)
    await expect(takings.getByRole('row')).toHaveCount(2)
    const invoiced = centsMore(before.invoiced, placed.total)
    const taken = centsMore(before.takings, placed.total)
    const held = centsMore(before.depositsHeld, 5)
    const row = takings.getByRole('row').last()
    for (const text of [today, formatUsd(invoiced), formatUsd(taken), formatUsd(held)])
      await expect(row).toContainText(text)
    await expect(admin.getByRole('img', { name: /^Takings by day/ })).toBeVisible()
    await expectAccessible(admin, 'the reports')
    const saving = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Download takings as CSV' }).click()
    const file = await saving
    expect(file.suggestedFilename()).toBe('takings.csv')
    expect(await readFile(await file.path(), 'utf8')).toContain(
      `\r\n${today},${invoiced},${before.credited},${taken},${before.tax},${held}\r\n`,
    )
    await admin.getByLabel(/^From/).fill('2030-01-01')
    await admin.getByRole('button', { name: 'Show' }).click()
    await expect(admin.getByText('The last day is before the first day')).toBeVisible()
  })
