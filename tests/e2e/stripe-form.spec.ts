import { expectAccessible } from './support/accessible.ts'
import { cards, orderPart, stockPart } from './support/goods.ts'
import { logIn, openAccount, signedIn } from './support/people.ts'
import {
  cardFields,
  expect,
  expectOneCharge,
  payByStripe,
  STRIPE_CONFIRM,
  STRIPE_FRAME,
  STRIPE_SCRIPT,
  test,
} from './support/stripe.ts'
import type { Page } from './support/test.ts'

const BLOCKED = /ERR_FAILED|Failed to load/

type Opened = { path: string; paidBy: () => Promise<string | null> }

/** The payment page of a fresh order, logged in; `paidBy` asks the store by which charge it is paid. */
async function openOrder(page: Page, store: { url: string }): Promise<Opened> {
  const person = await openAccount(store)
  const order = await orderPart(store, person, await stockPart(store))
  const path = `/dashboard/payment/${order}`
  await logIn(page, person, '/dashboard/myOrders')
  const call = await signedIn(store, person)
  const paidBy = async () => {
    const { body } = await call('GET', `/payment/${order}`)
    return body.paid ? body.transactionId : null
  }
  return { path, paidBy }
}

const paid = (page: Page) => page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })
const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The card form could not be loaded' })

test('A card in Stripe’s own form pays the order, once', async ({ page, store, provider }) => {
  const { path, paidBy } = await openOrder(page, store)
  const answer = await page.goto(path)
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  const id = await page.getByText(/^pi_\w+$/).innerText()
  expect(await paidBy()).toBe(id)
  await expectOneCharge(provider, id)
})

test('A declined card is told in Stripe’s words, and another one pays', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 402/)
  const { path, paidBy } = await openOrder(page, store)
  await page.goto(path)
  await payByStripe(page, cards.declined)
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible()
  expect(await paidBy()).toBeNull()
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  expect(await paidBy()).not.toBeNull()
})

test('The bank’s step pays when it is passed; failed, it is told and another card pays', async ({
  page,
  store,
}) => {
  const { path, paidBy } = await openOrder(page, store)
  const bank = page.getByTitle('3D Secure authentication').contentFrame()
  await page.goto(path)
  await payByStripe(page, cards.asksTheBank)
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toBeVisible()
  expect(await paidBy()).toBeNull()
  await payByStripe(page, cards.asksTheBank)
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(paid(page)).toBeVisible()
  expect(await paidBy()).not.toBeNull()
})

test('A charge whose answer is lost is found when Pay is pressed again, and charged once', async ({
  page,
  store,
  provider,
  expectComplaint,
}) => {
  expectComplaint(BLOCKED)
  expectComplaint(/status of 400/)
  const { path, paidBy } = await openOrder(page, store)
  await page.goto(path)
  await page.route(
    STRIPE_CONFIRM,
    async (route) => {
      const { pathname } = new URL(route.request().url())
      await route.fetch({ url: `${provider.url}/simulator/stripe${pathname}` })
      await route.abort()
    },
    { times: 1 },
  )
  await payByStripe(page, cards.good)
  await expect(page.getByRole('alert').filter({ hasText: 'issues connecting' })).toBeVisible()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(paid(page)).toBeVisible()
  await expectOneCharge(provider, (await paidBy()) ?? '')
})

test('An order that was paid in another tab shows its receipt, without a card', async ({
  page,
  context,
  store,
}) => {
  const { path } = await openOrder(page, store)
  const other = await context.newPage()
  await other.goto(path)
  await expect(cardFields(other).number).toBeVisible()
  await page.goto(path)
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  await other.reload()
  await expect(other.getByRole('heading', { name: 'This order is paid' })).toBeVisible()
})

for (const [what, address] of [
  ['script', STRIPE_SCRIPT],
  ['frame', STRIPE_FRAME],
] as const) {
  test(`Stripe’s ${what} that is blocked is told, and trying again brings the form`, async ({
    page,
    store,
    expectComplaint,
  }) => {
    if (what === 'script') expectComplaint(BLOCKED)
    const { path } = await openOrder(page, store)
    await page.route(address, (route) => route.abort())
    await page.goto(path)
    await expect(notLoaded(page)).toBeVisible()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await payByStripe(page, cards.good)
    await expect(paid(page)).toBeVisible()
  })

  test(`Stripe’s ${what} that never comes is told, and still shown when it comes late`, async ({
    page,
    store,
  }) => {
    const { path } = await openOrder(page, store)
    const come = Promise.withResolvers<void>()
    await page.route(address, async (route) => {
      await come.promise
      await route.fallback()
    })
    await page.clock.install()
    const asked = page.waitForRequest(address)
    await page.goto(path)
    await asked
    await expect(page.getByText('Loading the card form')).toBeVisible()
    await page.clock.fastForward('00:30')
    await expect(notLoaded(page)).toBeVisible()
    come.resolve()
    await expect(notLoaded(page)).toHaveCount(0)
    await payByStripe(page, cards.good)
    await expect(paid(page)).toBeVisible()
  })
}

test('Stripe’s form is paid with the keyboard alone, and a decline is spoken', async ({
  page,
  store,
  expectComplaint,
}) => {
  expectComplaint(/status of 402/)
  const { path } = await openOrder(page, store)
  await page.goto(path)
  const { number, cvc } = cardFields(page)
  const type = async (card: string) => {
    await number.focus()
    for (const text of [card, '12 / 40', '123']) {
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
  }
  await type(cards.declined)
  await expect(cvc).not.toBeFocused()
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await type(cards.good)
  await page.keyboard.press('Space')
  await expect(paid(page)).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('Stripe’s form is accessible, loaded, declined and when it cannot be loaded', async ({
    page,
    store,
    expectComplaint,
  }) => {
    expectComplaint(/status of 402/)
    expectComplaint(BLOCKED)
    const { path } = await openOrder(page, store)
    await page.goto(path)
    await expect(cardFields(page).number).toBeVisible()
    await expectAccessible(page, 'the form of Stripe')
    await payByStripe(page, cards.declined)
    await expect(page.getByRole('alert')).toContainText('Your card was declined.')
    await expectAccessible(page, 'a declined card in the form of Stripe')
    await page.route(STRIPE_SCRIPT, (route) => route.abort())
    await page.reload()
    await expect(notLoaded(page)).toBeVisible()
    await expectAccessible(page, 'the form of Stripe that could not be loaded')
  })
})
