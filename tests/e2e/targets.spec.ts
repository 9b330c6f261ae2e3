import { orderPart, stockPart } from './support/goods.ts'
import { demoAdmin, logIn, openAccount } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Height that a finger needs, in CSS px. Source: experience.md; WCAG 2.5.5. */
const FINGER = 44

/** Everything on the page that is pressed and too small for a finger. Links within a sentence are as high as its line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((finger) => {
    const inSentence = (one: Element) =>
      one.matches('a') &&
      [...(one.parentNode?.childNodes ?? [])].some((node) => node.nodeType === 3 && node.textContent?.trim())
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .sr-only'))
      .filter((one) => !inSentence(one))
      .flatMap((one) => {
        // A box to tick is pressed with its label, and some links with all of the card that they are laid over.
        const overCard = getComputedStyle(one, '::after').position === 'absolute'
        const around = overCard ? (one as HTMLElement).offsetParent : one.closest('label:has(input)')
        const target = around ?? one
        const { width, height } = target.getBoundingClientRect()
        const isHidden = width <= 1 || height <= 1
        const name = one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.id)
        return isHidden || Math.min(height, width) >= finger - 0.5
          ? []
          : [`${one.tagName.toLowerCase()} ${name}: ${Math.round(width)} × ${Math.round(height)}`]
      })
  }, FINGER)
}

async function expectForFingers(page: Page, ...paths: string[]): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^(Loading|Preparing)/)).toHaveCount(0)
      expect.soft(await tooSmall(page), `${path} at ${width} px`).toEqual([])
    }
  }
}

test('What a visitor presses is large enough for a finger', async ({ page }) => {
  await expectForFingers(page, '/', '/parts', '/blogs', '/myPortfolio', '/contactUs', '/login', '/signup')
})

test('So is what a customer presses', async ({ page, store }) => {
  const customer = await openAccount(store)
  const part = await stockPart(store)
  const order = await orderPart(store, customer, part)
  await logIn(page, customer)
  await expectForFingers(
    page,
    `/purchase-product/${part.id}`,
    '/dashboard',
    '/dashboard/myProfile',
    '/dashboard/myOrders',
    `/dashboard/payment/${order}`,
    '/dashboard/addReview',
  )
})

test('So is what an admin presses', async ({ page }) => {
  await logIn(page, demoAdmin)
  await expectForFingers(
    page,
    '/dashboard/addProduct',
    '/dashboard/manageProducts',
    '/dashboard/manageAllOrders',
    '/dashboard/manageReviews',
    '/dashboard/makeAdmin',
    '/dashboard/audit',
  )
})
