import { placeOrder } from './support/products.ts'
import { expect, type Page, test } from './support/test.ts'
import { addUser, adminOf, callerFor, demoAdmin, logIn } from './support/users.ts'

/** Runs as a script where text becomes markup. */
const MARKUP = '<img src=x onerror="window.ran=1">'
/** Reverses the rest of a line without bidi isolation. */
const RTL = '\u202E\u2066gnp'
/** Wider than a phone, without a line break opportunity. */
const LONG = 'W'.repeat(40)
/** Breaks out of the element, attribute or script that contains it. */
const BREAKOUT = `"'></script><script>window.ran=2</script><svg onload="window.ran=3">\u2028{{7*7}}`

const evil = (field: string, max: number) => `${field} ${MARKUP}${RTL} ${LONG} ${BREAKOUT}`.slice(0, max)

async function expectOnlyText(page: Page, shown: string): Promise<void> {
  await expect(page.getByText(shown).first()).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window), 'a script ran').toBe(false)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
}

for (const width of [1280, 360])
  test(`Stored text is shown as text on every screen, ${width} px wide`, async ({
    page,
    newVisitor,
    store,
  }) => {
    test.slow()
    const name = evil('Nameless', 100)
    const account = await addUser(store, name)
    const customer = await callerFor(store, account)
    const admin = adminOf(store)
    const done = async (response: Promise<{ status: number; body: any }>) => {
      const { status, body } = await response
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      return body
    }
    const profile = { education: evil('Taught', 200), address: evil('Lives', 500), phone: '(217) 555-0100' }
    const linkedIn = `https://linkedin.com/in/"><img/src=x/onerror="window.ran=4">${LONG}`
    await done(customer('PUT', `/updateUser/${account.email}`, { ...profile, linkedIn }))
    const existing = await done(admin('GET', '/products?limit=1'))
    // Parts have no HTML elements in their texts. Browsers read this as one.
    const image = (text: string) => text.replace('<img', '<image')
    const texts = { name: image(evil('Partlike', 200)), about: image(evil('Aboutness', 5000)) }
    const product = { ...texts, picture: existing[0].picture, price: 25.5, available: 9, minOrder: 1 }
    const { insertedId } = await done(admin('POST', '/product', product))
    const orderId = await placeOrder(store, account, { id: insertedId, name: product.name })
    const ordered = {
      productId: insertedId,
      orderQty: 1,
      customerPhone: '555-0100',
      customerAddress: evil('Sendto', 500),
    }
    await done(customer('POST', '/order', ordered))
    await done(customer('POST', '/review', { rating: 5, text: evil('Reviewed', 400) }))
    await done(customer('POST', '/contact', { name, email: account.email, message: evil('Written', 900) }))

    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expectOnlyText(page, 'Partlike <image')
    await expectOnlyText(page, 'Reviewed <img')
    await page.goto('/customerReviews')
    await expectOnlyText(page, 'Reviewed <img')
    await logIn(page, account, '/dashboard/myProfile')
    for (const text of ['Nameless <img', 'Taught <img', 'Lives <img']) await expectOnlyText(page, text)
    await expect(page.locator('a[href^="https://linkedin.com/in/"]').first()).toBeVisible()
    for (const link of await page.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https:\/\/|\/|#)/)
    const screens = [
      ['/dashboard', 'Partlike <image'],
      ['/dashboard/myOrders', 'Partlike <image'],
      [`/dashboard/payment/${orderId}`, 'Partlike <image'],
      [`/purchase-product/${insertedId}`, 'Aboutness <image'],
    ]
    for (const [path = '', text = ''] of screens) {
      await page.goto(path)
      await expectOnlyText(page, text)
    }

    const office = await newVisitor()
    await office.setViewportSize({ width, height: 900 })
    await logIn(office, demoAdmin)
    const offices = [
      ['/dashboard/manageAllOrders', 'Partlike <image'],
      ['/dashboard/manageProducts', 'Partlike <image'],
      ['/dashboard/makeAdmin', 'Nameless <img'],
      ['/dashboard/customers', 'Nameless <img'],
      [`/dashboard/orders/${orderId}`, 'Nameless <img'],
      ['/dashboard/manageReviews', 'Reviewed <img'],
    ]
    for (const [path = '', text = ''] of offices) {
      await office.goto(path)
      await expectOnlyText(office, text)
    }
    await office.goto(`/dashboard/manageProducts/${insertedId}`)
    await expect(office.getByLabel('Description')).toHaveValue(/^Aboutness <image src=x onerror=/)
    await office.goto('/dev/mailbox')
    await expectOnlyText(office, 'Mailbox')
  })
