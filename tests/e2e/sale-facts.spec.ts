import { mailsTo } from '../support/mails.ts'
import { expectAccessible } from './support/accessible.ts'
import { inDatabase } from './support/database.ts'
import { addProduct } from './support/products.ts'
import { expect, test } from './support/test.ts'
import { addUser, callerFor, demoAdmin, logIn } from './support/users.ts'

test('An admin says what shipping and returns need to know of a part, and its page tells buyers', async ({
  page,
  store,
}) => {
  const product = await addProduct(store)
  await logIn(page, demoAdmin, `/dashboard/manageProducts/${product.id}`)
  await page.getByLabel('Weight').fill('heavy')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText(/Enter a weight such as 2\.5 lb/).first()).toBeVisible()
  await page.getByLabel('Weight').fill('2 lb 8 oz')
  await page.getByLabel('Size').selectOption('Oversize')
  await page.getByLabel('Returns').selectOption('Cannot be returned')
  await page.getByLabel('Core Deposit').fill('$18')
  await page.getByLabel('Bin').fill('A-12')
  await expectAccessible(page, 'the product form')
  await page.getByRole('button', { name: 'Save the product' }).click()
  await expect(page.getByText('Product Updated')).toBeVisible()

  await page.goto(`/dashboard/manageProducts/${product.id}`)
  await expect(page.getByLabel('Weight')).toHaveValue('2.5 lb')
  await expect(page.getByLabel('Size')).toHaveValue('yes')
  await expect(page.getByLabel('Core Deposit')).toHaveValue('18')
  await expect(page.getByLabel('Bin')).toHaveValue('A-12')

  const listed: { _id: string; slug: string }[] = await (
    await fetch(`${store.url}/products?limit=500`)
  ).json()
  await page.goto(`/parts/${listed.find(({ _id }) => _id === product.id)?.slug}`)
  const part = page.getByRole('region', { name: 'The part' })
  await expect(part).toContainText(
    '+ $18.00 core deposit, refunded when you send back the old part within 180 days',
  )
  await expect(part).toContainText('Ships by ground only. This part cannot be returned.')
  await expect(part.getByRole('definition').filter({ hasText: '2.5 lb' })).toBeVisible()
  await expectAccessible(page, 'a part with a core deposit')
})

test('A core deposit, and that a part cannot be returned, are told on the part’s page, in the cart, at the checkout, on the order and in its email', async ({
  page,
  store,
}) => {
  const person = await addUser(store)
  const product = await addProduct(store, { name: 'Deposit Battery', price: 100 })
  await inDatabase(
    store,
    `update products set core_cents = 1800, returnable = false where id = '${product.id}'`,
  )
  const call = await callerFor(store, person)
  const address = {
    name: 'Robin Fielder',
    line1: '12 Gasket Lane',
    city: 'Portland',
    region: 'OR',
    postalCode: '97201',
    country: 'US',
    phone: '(217) 555-0142',
  }
  expect((await call('POST', '/addresses', address)).status).toBe(201)
  expect((await call('POST', '/cart/lines', { productId: product.id, quantity: 2 })).status).toBe(200)
  await logIn(page, person, '/cart')
  await expect(page.getByRole('main')).toContainText(
    'Core deposit $18.00 per piece, refunded when you send back the old part within 180 days',
  )
  await expect(page.getByRole('main')).toContainText('Can’t be returned')
  const sums = /Core deposits \(refundable\)\s*\$36\.00/
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText(sums)
  await page.getByRole('region', { name: 'Summary' }).getByRole('link', { name: 'Check Out' }).click()
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(sums)
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('core deposit $18.00 each')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText('Can’t be returned')
  await page.getByRole('button', { name: /^Place Order · \$/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\//)
  const [placed] = (await call('GET', '/purchases/mine')).body
  await page.goto(`/dashboard/orders/${placed._id}`)
  await expect(page.getByRole('main')).toContainText('Core deposits (refundable)')
  await expect
    .poll(async () => (await mailsTo(store, person.email)).map(({ text }) => text).join('\n'))
    .toContain('Core deposits (refundable): $36.00')
})
