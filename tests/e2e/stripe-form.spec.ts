// Long because one stand-in, set up at the top, plays every response of Stripe's form.

import { expectAccessible } from './support/accessible.ts'
import { cards, placeOrder, addProduct } from './support/products.ts'
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
import { addUser, callerFor, fillLogin, logIn, logOut } from './support/users.ts'

// The last file: otherwise one worker would run it while the other has nothing left.
test.describe.configure({ mode: 'parallel' })

const BLOCKED = /ERR_FAILED|Failed to load/

type Opened = {
  account: Awaited<ReturnType<typeof addUser>>
  path: string
  paidBy: () => Promise<string | null>
}

/**
 * The payment page of a new order, logged in; `paidBy` returns the charge that paid it, according to the
 * store.
 */
async function openOrder(page: Page, store: { url: string }): Promise<Opened> {
  const account = await addUser(store)
  const order = await placeOrder(store, account, await addProduct(store))
  const path = `/dashboard/payment/${order}`
  await logIn(page, account, '/dashboard/myOrders')
  const call = await callerFor(store, account)
  const paidBy = async () => {
    const { body } = await call('GET', `/payment/${order}`)
    return body.paid ? body.transactionId : null
  }
  return { account, path, paidBy }
}

const paid = (page: Page) => page.getByRole('heading', { name: 'Congrats!! Your Payment Is Success' })
const notLoaded = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The card form could not be loaded' })

test('A card in Stripe’s own form pays the order, once', async ({ page, store, provider }) => {
  const { path, paidBy } = await openOrder(page, store)
  const response = await page.goto(path)
  expect(response?.headers()['content-security-policy']).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  const id = await page.getByText(/^pi_\w+$/).innerText()
  expect(await paidBy()).toBe(id)
  await expectOneCharge(provider, id)
})

/** The part of a page's policy that allows Stripe, and whether the document has loaded anything from it. */
async function stripeOn(page: Page): Promise<{ allowed: boolean; loaded: boolean }> {
  const response = await page.request.get(page.url())
  return {
    allowed: (response.headers()['content-security-policy'] ?? '').includes('stripe'),
    loaded: await page.evaluate(
      () =>
        'Stripe' in window ||
        document.querySelector('script[src*="stripe.com"], iframe[src*="stripe.com"]') !== null,
    ),
  }
}

test('Stripe is allowed and loaded only on the payment page, however users reach and leave it', async ({
  page,
  store,
}) => {
  const { path } = await openOrder(page, store)
  const requestingPaths: string[] = []
  page.on('request', (request) => {
    if (/stripe\.com/.test(request.url())) requestingPaths.push(new URL(page.url()).pathname)
  })
  const neither = { allowed: false, loaded: false }
  expect(await stripeOn(page)).toEqual(neither)
  await page.getByRole('link', { name: /^Pay/ }).click()
  await expect(cardFields(page).number).toBeVisible()
  expect(await stripeOn(page)).toEqual({ allowed: true, loaded: true })

  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
  expect(await stripeOn(page)).toEqual(neither)

  await page.goBack()
  await expect(cardFields(page).number).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
  expect(await stripeOn(page)).toEqual(neither)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL(`${store.url}/`)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Orders', level: 1 })).toBeVisible()
  expect(new Set(requestingPaths)).toEqual(new Set([path]))
})

test('Logging out on the card form and in again leads back to it, past a login page without Stripe', async ({
  page,
  store,
}) => {
  const { account, path, paidBy } = await openOrder(page, store)
  await page.goto(path)
  await expect(cardFields(page).number).toBeVisible()
  await logOut(page, account)
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  expect(await stripeOn(page)).toEqual({ allowed: false, loaded: false })
  await page.goto(path)
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  expect(await stripeOn(page)).toEqual({ allowed: false, loaded: false })
  await fillLogin(page, account)
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  expect(await paidBy()).not.toBeNull()
})

/** Ends the session at the server, without the page knowing yet. */
async function endSession(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('accessToken', 'expired'))
}

test('A session that ends on the card form leads to a login page that says why, and back', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 401/)
  const { account, path, paidBy } = await openOrder(page, store)
  const ended = page.getByText('Your session has ended.')
  await endSession(page)
  await page.getByRole('link', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(ended).toBeVisible()
  expect(await stripeOn(page)).toEqual({ allowed: false, loaded: false })
  await fillLogin(page, account)
  await expect(cardFields(page).number).toBeVisible()

  await endSession(page)
  await payByStripe(page, cards.good)
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(ended).toBeVisible()
  expect(await stripeOn(page)).toEqual({ allowed: false, loaded: false })
  // Stripe reports the payment to the store: if the page learns of it between two calls, the second is
  // refused.
  await expect.poll(paidBy).not.toBeNull()
  await fillLogin(page, account)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible()
  await logOut(page, account)
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await expect(ended).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await expect(ended).toHaveCount(0)
})

test('No other page’s policy names Stripe', async ({ request, store }) => {
  const robots = await (await request.get(`${store.url}/robots.txt`)).text()
  const sitemap = await (await request.get(`${store.url}/sitemap.xml`)).text()
  const isIndex = sitemap.includes('<sitemapindex')
  const first = isIndex ? (/<loc>([^<]+)<\/loc>/.exec(sitemap)?.[1] ?? '') : `${store.url}/sitemap.xml`
  const pages = await (await request.get(first)).text()
  const paths = [
    ...[...pages.matchAll(/<loc>([^<]+)<\/loc>/g)].slice(0, 60).map(([, url = '']) => new URL(url).pathname),
    ...[...robots.matchAll(/^Disallow: (\/\S*)$/gm)].map(([, path = '']) => path),
    '/login',
    '/signup',
    '/dashboard',
    '/dashboard/myOrders',
    '/dashboard/payment',
    '/dashboard/payment/x/y',
    '/dashboard/orders/x',
    '/purchase-product/x',
    '/nothing-here',
  ]
  expect(paths).toContain('/customerReviews')
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const response = await request.get(store.url + path)
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).not.toContain('stripe')
  }
  // In every spelling that the router accepts.
  for (const path of ['/dashboard/payment/x', '/Dashboard/Payment/x/', '/dashboard/%70ayment/x?a=b'])
    expect((await request.get(store.url + path)).headers()['content-security-policy'], path).toContain(
      'https://js.stripe.com',
    )
})

test('A declined card shows Stripe’s message, and another one pays', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402/)
  const { path, paidBy } = await openOrder(page, store)
  await page.goto(path)
  await payByStripe(page, cards.declined)
  const refusal = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(refusal).toContainText('You weren’t charged. Try another card, or call your bank')
  expect(await paidBy()).toBeNull()
  await payByStripe(page, cards.good)
  await expect(paid(page)).toBeVisible()
  expect(await paidBy()).not.toBeNull()
})

test('A completed 3-D Secure step pays; a failed one shows an error and another card pays', async ({
  page,
  store,
}) => {
  const { path, paidBy } = await openOrder(page, store)
  const bank = page.getByTitle('3D Secure authentication').contentFrame()
  await page.goto(path)
  await payByStripe(page, cards.requires3DSecure)
  await bank.getByRole('button', { name: 'Fail authentication' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' }),
  ).toContainText('You weren’t charged. Press Pay again and confirm the payment at your bank')
  expect(await paidBy()).toBeNull()
  await payByStripe(page, cards.requires3DSecure)
  await bank.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(paid(page)).toBeVisible()
  expect(await paidBy()).not.toBeNull()
})

test('A charge whose response is lost is found when Pay is pressed again, and charged once', async ({
  page,
  store,
  provider,
  expectConsoleError,
}) => {
  expectConsoleError(BLOCKED)
  expectConsoleError(/status of 400/)
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

test('An order paid in another tab shows its receipt instead of a card form', async ({
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
  test(`A blocked ${what} of Stripe shows an error, and a retry loads the form`, async ({
    page,
    store,
    expectConsoleError,
  }) => {
    if (what === 'script') expectConsoleError(BLOCKED)
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

  test(`A hanging ${what} of Stripe shows an error, and the form still appears when it loads late`, async ({
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
    const request = page.waitForRequest(address)
    await page.goto(path)
    await request
    await expect(page.getByText('Loading the card form')).toBeVisible()
    await page.clock.fastForward('00:30')
    await expect(notLoaded(page)).toBeVisible()
    come.resolve()
    await expect(notLoaded(page)).toHaveCount(0)
    await payByStripe(page, cards.good)
    await expect(paid(page)).toBeVisible()
  })
}

test('Stripe’s form works by keyboard alone, and a decline is announced', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 402/)
  const { path } = await openOrder(page, store)
  await page.goto(path)
  const { number, cvc } = cardFields(page)
  const pay = page.getByRole('button', { name: /^Pay \$/ })
  // Each change of focus between the page and Stripe's frame takes a moment: a key pressed in it is lost.
  const type = async (card: string) => {
    await number.focus()
    await expect(number).toBeFocused()
    for (const text of [card, '12 / 40', '123']) {
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await expect(cvc).not.toBeFocused()
    await expect(pay).toBeFocused()
  }
  await type(cards.declined)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  await type(cards.good)
  await page.keyboard.press('Space')
  await expect(paid(page)).toBeVisible()
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('Stripe’s form is accessible when loaded, declined or not loaded', async ({
    page,
    store,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 402/)
    expectConsoleError(BLOCKED)
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
