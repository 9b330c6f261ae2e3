import type { Locator } from '@playwright/test'
import { stockPart } from './support/goods.ts'
import { openAccount } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** More presses of Tab than any page of the store takes from one end to the other. */
const MOST_TABS = 120

/** Tabs on until `wanted` has the focus, as somebody without a pointer does, and sees that it can be seen there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((node) => node === document.activeElement)) {
      await expect(wanted).toBeInViewport()
      return
    }
  }
  throw new Error(`No way by Tab to ${wanted.toString()}`)
}

test('Somebody logs in, orders, pays and logs out with the keyboard alone', async ({ page, store }) => {
  const person = await openAccount(store)
  const part = await stockPart(store, { price: 10, minOrder: 2 })
  const type = (text: string) => page.keyboard.type(text)
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/')

  await press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await press('Enter')
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: part.name }) })
  await tabTo(page, card.getByRole('link', { name: 'Place Order' }))
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeFocused()
  const main = page.getByRole('main')
  await tabTo(page, main.getByLabel('Email'))
  await press('ControlOrMeta+A')
  await type(person.email)
  await press('Tab')
  await press('ControlOrMeta+A')
  await type(person.password)
  await press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: part.name })).toBeFocused()
  await tabTo(page, page.getByRole('spinbutton', { name: 'Quantity' }))
  await press('ArrowUp')
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText('$30.00')
  await tabTo(page, page.getByLabel('Address'))
  await type('12 Gasket Lane')
  await tabTo(page, page.getByLabel('Phone'))
  await type('(217) 555-0177')
  await tabTo(page, page.getByRole('button', { name: 'Order Now' }))
  await press('Enter')

  await expect(page.getByRole('heading', { name: 'Your order is placed' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Pay now' }))
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused()
  await tabTo(page, page.getByLabel('Card number'))
  await type('4242424242424242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await press('Tab')
  await type('1240')
  await press('Tab')
  await type('123')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })).toBeFocused()

  // Back to the top, where the account is.
  await page.getByRole('button', { name: `Account of ${person.name}` }).focus()
  await press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Logout' }))
  await press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
