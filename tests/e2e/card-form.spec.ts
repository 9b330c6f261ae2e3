import type { Locator } from '@playwright/test'
import { cards, placeOrder, payWith, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { logIn, addUser } from './support/users.ts'

/** The card form of a new order. */
async function openCardForm(page: Page, store: { url: string }) {
  const customer = await addUser(store)
  const order = await placeOrder(store, customer, await addProduct(store))
  await logIn(page, customer, `/dashboard/payment/${order}`)
  return {
    number: page.getByLabel('Card number'),
    expiry: page.getByLabel('Expiry date'),
    cvc: page.getByLabel('CVC'),
  }
}

test('A card number is formatted as printed, and its brand is shown', async ({ page, store }) => {
  const { number, expiry, cvc } = await openCardForm(page, store)
  await number.pressSequentially('4242424242424242')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  await expect(number).toHaveAccessibleDescription(/Visa/)

  await test.step('the caret stays in place after an edit in the middle', async () => {
    await number.press('Home')
    for (let at = 0; at < 6; at += 1) await number.press('ArrowRight')
    await number.press('Backspace')
    await number.pressSequentially('9')
    await expect(number).toHaveValue('4242 9242 4242 4242')
    await expect(number).toHaveAccessibleDescription(/mistyped|check/i)
  })

  await number.fill('378282246310005')
  await expect(number).toHaveValue('3782 822463 10005')
  await expect(number).toHaveAccessibleDescription(/American Express/)
  await expect(cvc).toHaveAccessibleDescription('4 digits on the front')
  await number.fill('5555-5555-5555-4444')
  await expect(number).toHaveValue('5555 5555 5555 4444')
  await expect(number).toHaveAccessibleDescription(/Mastercard/)
  await expiry.pressSequentially('1240')
  await expect(expiry).toHaveValue('12 / 40')
  await cvc.pressSequentially('12a3')
  await expect(cvc).toHaveValue('123')
})

test('A refused card shows what to do about it', async ({ page, store, expectConsoleError }) => {
  expectConsoleError(/status of 402/)
  await openCardForm(page, store)
  for (const [number, message, advice] of [
    [cards.wrongCvc, 'security code is incorrect', 'Check the number, the expiry date and the CVC'],
    [cards.expired, 'Your card has expired', 'Check the expiry date, or try another card'],
    [cards.withoutFunds, 'insufficient funds', 'Try another card, or call your bank'],
  ] as const) {
    await payWith(page, number)
    const refusal = page.getByRole('alert').filter({ hasText: message })
    await expect(refusal).toContainText(`You weren’t charged. ${advice}`)
  }
})

test('A payment id can be copied', async ({ page, context, store }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCardForm(page, store)
  await payWith(page, cards.good)
  const id = await page.getByText(/^pi_\w+$/).innerText()
  await page.getByRole('button', { name: 'Copy transaction id' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
})

test('A charge that cannot be reported to the store is shown as charged, and recorded once it can be', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/)
  const { number } = await openCardForm(page, store)
  await expect(number).toBeVisible()
  // Including the changes that the store has since learned from the card provider.
  for (const path of ['**/order/*', '**/payment/*']) await page.route(path, (route) => route.abort())
  await page.clock.install()
  await payWith(page, cards.good)
  await expect(page.getByText('Your payment went through')).toBeVisible()
  const laterShows = (shown: Locator) =>
    expect(async () => {
      await page.clock.fastForward(20_000)
      await expect(shown).toBeVisible({ timeout: 100 })
    }).toPass({ intervals: [100] })
  await laterShows(page.getByText('Your card was charged, but the order does not show it yet'))
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('heading', { name: 'Payment', level: 1 })).toBeFocused()
  await page.unrouteAll()
  await laterShows(page.getByRole('link', { name: /^See order/ }))
})
