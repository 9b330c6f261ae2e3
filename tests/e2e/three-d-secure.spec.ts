import { cards, orderPart, payWith, stockPart } from './support/goods.ts'
import { logIn, openAccount } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const REFUSED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.'

test('A 3-D Secure step that is completed pays the order', async ({ page, store }) => {
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${order}`)
  await payWith(page, cards.asksTheBank)
  await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeFocused()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
})

test('A 3-D Secure step that fails is told, and another card still pays', async ({ page, store }) => {
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${order}`)
  await payWith(page, cards.asksTheBank)
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(page.getByRole('alert').filter({ hasText: REFUSED })).toBeVisible()
  await payWith(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()
})

test('A payment that was reloaded in the middle goes on where it was, and is charged once', async ({
  page,
  context,
  store,
}) => {
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  await logIn(page, person, `/dashboard/payment/${order}`)
  await payWith(page, cards.asksTheBank)
  await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeVisible()
  await page.reload()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeVisible()

  const other = await context.newPage()
  await other.goto(`/dashboard/payment/${order}`)
  await expect(other.getByRole('heading', { name: 'This order is paid' })).toBeVisible()
  await expect(other.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
})

const bank = (page: Page) => page.getByTitle('Your bank’s page').contentFrame()
