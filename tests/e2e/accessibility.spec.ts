import AxeBuilder from '@axe-core/playwright'
import { cards, orderPart, payWith, stockPart } from './support/goods.ts'
import { demoAdmin, logIn, openAccount } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

// Colours that are just changing would be judged half-way.
test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(180_000)
// The longest tests of all: both workers share them.
test.describe.configure({ mode: 'parallel' })

const WIDTHS = [360, 1280]
const THEMES = ['light', 'dark'] as const

/** Looks at what the page shows now, at two widths and in both themes; and that nothing scrolls sideways at 320 px. */
async function check(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^(Loading|Preparing)/)).toHaveCount(0)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await atRest(page)
      // One page, no frames of others: the quick way. Colours are all that a theme changes.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
      if (colorScheme === 'dark') axe.withRules(['color-contrast', 'link-in-text-block'])
      const { violations, passes } = await axe.analyze()
      expect(passes.length, 'axe has looked at something').toBeGreaterThan(0)
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
      )
      expect.soft(found, `${what} at ${width} px, ${colorScheme}`).toEqual([])
    }
  }
  await page.setViewportSize({ width: 320, height: 900 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(wide, `${what} at 320 px does not scroll sideways`).toBeLessThanOrEqual(320)
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map((animation) => animation.finished))
  })
}

async function checkAll(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path)
      await check(page, path)
    })
}

test('axe finds nothing on the home page, the parts and the static screens', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/status of 404.* at .*\/nowhere$/)
  await checkAll(page, [
    '/',
    '/parts',
    '/parts?make=Honda&year=2008&model=Civic',
    '/parts?q=no-such-thing',
    '/blogs',
    '/blogs/react-performance',
    '/myPortfolio',
    '/contactUs',
    '/docs',
    '/nowhere',
  ])
})

test('axe finds nothing on the screens of sign-in, also with their messages', async ({ page }) => {
  await checkAll(page, ['/login', '/signup', '/reset-password', '/reset-password?token=unknown'])
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await check(page, 'sign-up with messages')
  await page.goto('/login')
  await page.getByRole('main').getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Forgot Password' }).click()
  await expect(page.getByText('Enter Your Email')).toBeVisible()
  await check(page, 'login with a toast')
})

test("axe finds nothing on a customer's screens", async ({ page, store }) => {
  const person = await openAccount(store)
  const part = await stockPart(store, { minOrder: 2 })
  const soldOut = await stockPart(store, { available: 0 })
  await logIn(page, person)
  await check(page, 'the overview without orders')
  await checkAll(page, ['/dashboard/myOrders', '/dashboard/myProfile', '/dashboard/addReview'])
  const paid = await orderPart(store, person, part, 2)
  await page.goto(`/dashboard/payment/${paid}`)
  await payWith(page, cards.good)
  await expect(page.getByText('Congrats!!')).toBeVisible()
  await check(page, 'the receipt')
  const unpaid = await orderPart(store, person, part, 2)
  await checkAll(page, [
    '/dashboard',
    '/dashboard/myOrders',
    `/dashboard/payment/${paid}`,
    `/dashboard/payment/${unpaid}`,
    `/purchase-product/${part.id}`,
    `/purchase-product/${soldOut.id}`,
  ])
  await page.goto(`/purchase-product/${part.id}`)
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('1')
  await expect(page.getByText('Your Order less Than Our Minimum Order Requirement')).toBeVisible()
  await check(page, 'an order below the minimum')
  await page.goto('/dashboard/myOrders')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await check(page, 'the question before an order is deleted')
})

test("axe finds nothing on an admin's screens", async ({ page, store }) => {
  const part = await stockPart(store)
  await logIn(page, demoAdmin)
  await check(page, 'the overview')
  await checkAll(page, [
    '/dashboard/addProduct',
    '/dashboard/manageProducts',
    '/dashboard/manageProducts?q=no-such-thing',
    `/dashboard/manageProducts/${part.id}`,
    '/dashboard/manageAllOrders',
    '/dashboard/makeAdmin',
    '/dashboard/audit',
    '/dashboard/addReview',
  ])
  await page.goto('/dashboard/addProduct')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Image is Required')).toBeVisible()
  await check(page, 'a product with messages')
  await page.goto('/dashboard/manageProducts')
  await page
    .getByRole('button', { name: /^Restock/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check(page, 'restocking')
})

test('axe finds nothing on what an admin unfolds and selects', async ({ page }) => {
  await logIn(page, demoAdmin)
  await expect(page.getByText('Show as table')).toHaveCount(2)
  for (const table of await page.getByText('Show as table').all()) await table.click()
  await check(page, 'the overview with its tables')
  await page.goto('/dashboard/manageAllOrders')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .last()
    .check()
  await check(page, 'a selected order')
})
