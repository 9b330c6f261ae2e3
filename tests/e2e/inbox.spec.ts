import { randomUUID } from 'node:crypto'
import { expectAccessible } from './support/accessible.ts'
import { addProduct } from './support/products.ts'
import { placePurchase } from './support/purchases.ts'
import { expect, test } from './support/test.ts'
import { addVerifiedUser, demoAdmin, logIn } from './support/users.ts'

test('A message of the contact form is answered and done in the inbox', async ({ page, store }) => {
  const customer = await addVerifiedUser(store, 'Casey Morgan')
  const word = randomUUID().slice(0, 8)
  const [pads, rotors] = [await addProduct(store), await addProduct(store)]
  const bought = await placePurchase(store, customer, [{ productId: pads.id }, { productId: rotors.id }])
  await logIn(page, customer, '/contactUs')
  // The form knows who is signed in.
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email)
  await expect(page.getByLabel('Name')).toHaveValue('Casey Morgan')
  await page.getByLabel('Topic').selectOption('An order')
  await page.getByLabel(/^Order number/).fill('DL-999999')
  await page.getByLabel('Message').fill(`Where is parcel ${word}?`)
  await expectAccessible(page, 'the contact form')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText(/Your message has arrived/)).toBeVisible()

  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await logIn(page, demoAdmin, `/dashboard/inbox?q=${word}`)
  const row = page.getByRole('row').filter({ hasText: word })
  await expect(row).toContainText('An order')
  await expect(row).toContainText('DL-999999')
  await expect(page.getByRole('link', { name: /^Inbox \d+ open$/ })).toBeVisible()
  await expectAccessible(page, 'the inbox')
  await row.getByRole('link', { name: 'Casey Morgan' }).click()
  await expect(page.getByText('There is no order DL-999999.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: bought.number })).toContainText(
    `${pads.name} + 1 more`,
  )
  await page.getByRole('button', { name: 'Where is my order' }).click()
  const answer = page.getByLabel('Your answer')
  await expect(answer).toHaveValue(/^Hi Casey Morgan,/)
  const prepared = await answer.inputValue()
  await answer.fill('It left today.')
  await page.getByRole('button', { name: 'Where is my order' }).click()
  await expect(answer, 'what was typed stays').toHaveValue(`It left today.\n\n${prepared}`)
  const reply = await page.getByRole('link', { name: 'Reply by email' }).getAttribute('href')
  expect(reply).toContain(`mailto:${customer.email}?subject=`)
  expect(decodeURIComponent(reply ?? '')).toContain(`> Where is parcel ${word}?`)
  await expectAccessible(page, 'a message')
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await expect(page.getByRole('button', { name: 'Open again' })).toBeVisible()

  await page.goto(`/dashboard/inbox?status=done&q=${word}`)
  await row.getByRole('button', { name: 'Open again: message from Casey Morgan' }).click()
  await expect(page.getByText('No messages found')).toBeVisible()
  await page.getByRole('button', { name: /^Open \d/ }).click()
  await expect(row).toBeVisible()
})
