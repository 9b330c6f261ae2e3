import { placeOrder, addProduct } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, demoAdmin, logIn } from './support/users.ts'

/** The minimum height of a touch target, in CSS px. Source: WCAG 2.5.5. */
const FINGER = 44

/**
 * The minimum height in table rows on a wide screen, for a mouse, so that many rows are visible. A touch
 * screen has 44 px there as well.
 */
const MOUSE_IN_ROW = 36

/** Interactive elements that are too small to touch. Links within a sentence are as high as its line. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(
    ([finger, mouseInRow]) => {
      const isTable = innerWidth >= 768 && matchMedia('(pointer: fine)').matches
      const minimum = (one: Element) => (isTable && one.closest('tbody') ? mouseInRow : finger)
      const inSentence = (one: Element) =>
        one.matches('a') &&
        [...(one.parentNode?.childNodes ?? [])].some(
          (node) => node.nodeType === 3 && node.textContent?.trim(),
        )
      return [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter(
          (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], .sr-only'),
        )
        .filter((one) => !inSentence(one))
        .flatMap((one) => {
          // A checkbox is pressed with its label, and some links with the whole card that they cover.
          const overCard = getComputedStyle(one, '::after').position === 'absolute'
          const around = overCard ? (one as HTMLElement).offsetParent : one.closest('label:has(input)')
          const target = around ?? one
          const { width, height } = target.getBoundingClientRect()
          const isHidden = width <= 1 || height <= 1
          const name = one.getAttribute('aria-label') ?? (one.textContent?.trim() || one.id)
          return isHidden || Math.min(height, width) >= minimum(one) - 0.5
            ? []
            : [`${one.tagName.toLowerCase()} ${name}: ${Math.round(width)} × ${Math.round(height)}`]
        })
    },
    [FINGER, MOUSE_IN_ROW] as const,
  )
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

test('Visitor pages have large enough touch targets', async ({ page }) => {
  await expectForFingers(
    page,
    '/',
    '/parts',
    '/parts/ceramic-brake-pads-front-compact-dlbrk1042',
    '/categories/brakes',
    '/brands',
    '/blogs',
    '/myPortfolio',
    '/contactUs',
    '/login',
    '/signup',
  )
})

test('Customer pages have large enough touch targets', async ({ page, store }) => {
  const customer = await addUser(store)
  const product = await addProduct(store)
  const order = await placeOrder(store, customer, product)
  await customer.call('POST', '/cart/lines', { productId: product.id, quantity: 1 })
  await logIn(page, customer)
  await expectForFingers(
    page,
    `/purchase-product/${product.id}`,
    '/cart',
    '/checkout',
    '/dashboard',
    '/dashboard/myProfile',
    '/dashboard/myOrders',
    `/dashboard/payment/${order}`,
    `/dashboard/orders/${order}`,
    '/dashboard/addReview',
  )
})

test('Admin pages have large enough touch targets', async ({ page, store }) => {
  const customer = await addUser(store)
  const order = await placeOrder(store, customer, await addProduct(store))
  const call = adminOf(store)
  const customerId = (await call('GET', `/orders/${order}/record`)).body.customer._id
  await logIn(page, demoAdmin, '/dashboard/imports')
  await page
    .getByLabel('CSV file of parts')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('partNumber\nNONE-1\n') })
  await page.getByRole('button', { name: 'Preview import' }).click()
  await expect(page.getByText('Needs fixing')).toBeVisible()
  const details = new URL(page.url()).pathname
  await expectForFingers(
    page,
    '/dashboard/addProduct',
    '/dashboard/manageProducts',
    '/dashboard/manageAllOrders',
    `/dashboard/orders/${order}`,
    '/dashboard/packingSlips?orders=10001,10003',
    '/dashboard/customers',
    '/dashboard/find?q=brake',
    '/dashboard/inbox',
    `/dashboard/customers/${customerId}`,
    '/dashboard/manageReviews',
    '/dashboard/imports',
    details,
    '/dashboard/searchWords',
    '/dashboard/makeAdmin',
    '/dashboard/delivery',
    '/dashboard/tax',
    '/dashboard/settings',
    '/dashboard/audit',
  )
})
