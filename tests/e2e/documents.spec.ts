import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { addProduct, cards, payWith, placeOrder } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, callerFor, demoAdmin, logIn } from './support/users.ts'

test('A customer opens and prints the invoice of a paid order, and an admin sees the same', async ({
  page,
  newVisitor,
  store,
}) => {
  const account = await addUser(store)
  const product = await addProduct(store, { price: 12.5, partNumber: 'TST-7782' })
  const id = await placeOrder(store, account, product, 3)
  await logIn(page, account, `/dashboard/orders/${id}`)
  const facts = page.getByRole('region', { name: 'Delivery and payment' })
  await expect(facts).toContainText('Not paid yet')
  await expect(facts).not.toContainText('Invoice')
  await page.goto(`/dashboard/payment/${id}`)
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
  const { documents } = (await (await callerFor(store, account))('GET', `/purchase/${id}`)).body
  const [{ number }] = documents

  await page.goto(`/dashboard/orders/${id}`)
  await expect(facts).toContainText(`Invoice${number}`)
  await facts.getByRole('link', { name: number }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`)
  await expect(page).toHaveTitle(`Invoice ${number} · Driveline`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('region', { name: 'From' })).toContainText('Driveline Auto Parts')
  await expect(page.getByRole('region', { name: 'To' })).toContainText(account.email)
  const line = page.getByRole('row', { name: `${product.name}, TST-7782` })
  await expect(line.getByRole('cell')).toHaveText(['3', '$37.50'])
  await expect(page.getByRole('columnheader', { name: 'Tax' }), 'none is charged').toHaveCount(0)

  await test.step('printed, it has neither the pages around it nor buttons', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.getByRole('img', { name: 'Driveline' })).toBeVisible()
    for (const around of ['banner', 'contentinfo', 'navigation', 'button'] as const)
      await expect(page.getByRole(around)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Order DL-' })).toHaveCount(0)
    await expect(line.getByRole('cell'), 'on paper it is a table at any width').toHaveText(['3', '$37.50'])
    await page.emulateMedia({ media: null, colorScheme: null })
  })

  await page.getByRole('link', { name: 'Order DL-' }).click()
  await expect(page).toHaveURL(`/dashboard/orders/${id}`)
  const admin = await newVisitor()
  await logIn(admin, demoAdmin, `/dashboard/orders/${id}`)
  await admin.getByRole('link', { name: number }).click()
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(`Invoice ${number}`)
})

test('An invoice with deposits and tax is readable at every width, and fits on a sheet', async ({
  page,
  store,
}) => {
  const account = await addUser(store)
  const id = await placeOrder(store, account, await addProduct(store))
  const invoice = randomUUID()
  await inDatabase(
    store,
    `with issued as (
       insert into documents (id, kind, year, number, purchase_id, issued_at, seller, buyer, total_cents, tax_cents)
       values ('${invoice}', 'invoice', 2020, 1, '${id}', now(), '{"name": "Driveline", "address": ["1 Main Street"], "taxNumber": "IL 1"}',
               '{"name": "Robin", "email": "robin@example.com", "address": "1 Main Street"}', 99999999, 2932) returning id
     )
     insert into document_lines (document_id, order_id, kind, words, quantity, net_cents, tax_cents, rate_ppm)
       select id, '${id}', kind, 'Remanufactured Alternator 12 V 150 A with pulley, AL-77', 2, 49998533, 1466, 87500
       from issued, unnest(array['part', 'core']) kind`,
  )
  await logIn(page, account, `/dashboard/documents/${invoice}`)
  const row = page.getByRole('row', { name: 'Remanufactured Alternator' }).first()
  await expect(row.getByRole('cell')).toHaveText(['2', '$499,985.33', '$14.66 (8.75%)', '$499,999.99'])
  await expectAccessible(page, 'an invoice with tax')
  for (const format of ['A4', 'Letter']) {
    const paper = (await page.pdf({ format })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1)
  }
  await page.setViewportSize({ width: 360, height: 900 })
  await expect(row).toContainText('Quantity 2, net $499,985.33, tax $14.66 (8.75%)')
})
