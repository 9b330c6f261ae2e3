import { visit } from './support/hydration.ts'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { chooseStars } from './support/reviews.ts'
import { expect, test } from './support/test.ts'
import { logIn, addUser } from './support/users.ts'

test.use({
  storeEnv: { LIMIT_CONTACT_PER_HOUR: '1', LIMIT_REVIEWS_PER_DAY: '1', LIMIT_DECLINES_PER_ORDER: '2' },
})

test('A message over the limit is refused with the time to wait, and stays in the form', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429.* at .*\/contact$/)
  const typed = { Name: 'Nell Vaughan', Email: 'nell@example.com', Message: 'Does the caliper fit?\nNell' }
  const form = page.getByRole('main')
  const fill = async () => {
    for (const [label, text] of Object.entries(typed)) await form.getByLabel(label).fill(text)
  }
  const send = form.getByRole('button', { name: 'Send Message' })
  await visit(page, '/contactUs')
  await fill()
  await send.click()
  await form.getByRole('link', { name: 'Write another message' }).click()
  await fill()
  await send.click()
  await expect(form.getByRole('alert').filter({ hasText: 'many messages' })).toHaveText(
    /Please wait \d+ minutes and try again\. Your message is still here\./,
  )
  for (const [label, text] of Object.entries(typed)) await expect(form.getByLabel(label)).toHaveValue(text)
  await expect(send).toBeEnabled()
})

test('A review over the limit is refused with the time to wait, and stays in the form', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 429.* at .*\/review$/)
  await logIn(page, await addUser(store), '/dashboard/addReview')
  const text = page.getByLabel('Your review')
  const send = page.getByRole('button', { name: 'Add Review' })
  await chooseStars(page, 5)
  await text.fill('Fits.')
  await send.click()
  await expect(page.getByText('Thanks For Your Compliment')).toBeVisible()
  await expect(text).toHaveValue('')
  await chooseStars(page, 4)
  await text.fill('Fits the second car too.')
  await send.click()
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'reviews' })).toHaveText(
    /Please wait 24 hours and try again/,
  )
  await expect(text).toHaveValue('Fits the second car too.')
  await expect(page.getByLabel('4 stars')).toBeChecked()
  await expect(send).toBeEnabled()
})

test('Too many declined cards block the payment, and the page says for how long', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402/)
  expectConsoleError(/status of 429.* at .*\/create-payment-intent$/)
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  await logIn(page, account, `/dashboard/payment/${order}`)
  const main = page.getByRole('main')
  await payWith(page, cards.declined)
  await expect(main.getByText('Your card was declined.')).toBeVisible()
  const second = page.waitForResponse(/\/confirm$/)
  await main.getByRole('button', { name: /^Pay \$/ }).click()
  expect((await second).status()).toBe(402)
  // After the store has received the event, as after a reload.
  await page.reload()
  const refused = main.getByRole('alert').filter({ hasText: 'This order cannot be paid right now' })
  await expect(refused).toContainText('declined for this order. Try again tomorrow, or write to us.')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused, 'again and again').toContainText('Try again tomorrow')
  await refused.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
})
