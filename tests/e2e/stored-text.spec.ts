import { orderPart } from './support/goods.ts'
import { demoAdmin, logIn, openAccount, signedIn } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** Would run as script where text becomes markup. */
const MARKUP = '<img src=x onerror="window.ran=1">'
/** Turns the rest of a line around where it is not kept apart. */
const RTL = '\u202E\u2066gnp'
/** Wider than a phone, without a place to break. */
const LONG = 'W'.repeat(40)
/** Would leave the element, the attribute or the script that it stands in. */
const BREAKOUT = `"'></script><script>window.ran=2</script><svg onload="window.ran=3">\u2028{{7*7}}`

const evil = (field: string, max: number) => `${field} ${MARKUP}${RTL} ${LONG} ${BREAKOUT}`.slice(0, max)

async function expectOnlyText(page: Page, shown: string): Promise<void> {
  await expect(page.getByText(shown).first()).toBeVisible()
  expect(await page.evaluate(() => 'ran' in window), 'a script ran').toBe(false)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${page.url()} is wider than the window`).toBeLessThanOrEqual(0)
}

for (const width of [1280, 360])
  test(`Text that people store is shown as text on every screen, ${width} px wide`, async ({
    page,
    newVisitor,
    store,
  }) => {
    test.slow()
    const name = evil('Nameless', 100)
    const person = await openAccount(store, name)
    const customer = await signedIn(store, person)
    const admin = await signedIn(store, demoAdmin)
    const done = async (answer: Promise<{ status: number; body: any }>) => {
      const { status, body } = await answer
      expect(status, JSON.stringify(body)).toBeLessThan(300)
      return body
    }
    const profile = { education: evil('Taught', 200), address: evil('Lives', 500), phone: '(217) 555-0100' }
    const linkedIn = `https://linkedin.com/in/"><img src=x onerror="window.ran=4">${LONG}`
    await done(customer('PUT', `/updateUser/${person.email}`, { ...profile, linkedIn }))
    for (const bad of ['javascript:window.ran=1', 'https:javascript:1', 'data:text/html,x', '//localhost'])
      expect(
        (await customer('PUT', `/updateUser/${person.email}`, { ...profile, linkedIn: bad })).status,
      ).toBe(422)
    const shelf = await done(admin('GET', '/products?limit=1'))
    const texts = { name: evil('Partlike', 200), about: evil('Aboutness', 5000) }
    const part = { ...texts, picture: shelf[0].picture, price: 25.5, available: 9, minOrder: 1 }
    const { insertedId } = await done(admin('POST', '/product', part))
    const orderId = await orderPart(store, person, { id: insertedId, name: part.name })
    const ordered = {
      productId: insertedId,
      orderQty: 1,
      customerPhone: '555-0100',
      customerAddress: evil('Sendto', 500),
    }
    await done(customer('POST', '/order', ordered))
    await done(customer('POST', '/review', { rating: 5, text: evil('Reviewed', 400) }))
    await done(customer('POST', '/contact', { name, email: person.email, message: evil('Written', 900) }))

    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expectOnlyText(page, 'Partlike <img')
    await expectOnlyText(page, 'Reviewed <img')
    await page.goto('/customerReviews')
    await expectOnlyText(page, 'Reviewed <img')
    await logIn(page, person, '/dashboard/myProfile')
    for (const text of ['Nameless <img', 'Taught <img', 'Lives <img']) await expectOnlyText(page, text)
    for (const link of await page.getByRole('link').all())
      expect(await link.getAttribute('href')).toMatch(/^(?:https:\/\/|\/|#)/)
    const screens = [
      ['/dashboard', 'Partlike <img'],
      ['/dashboard/myOrders', 'Partlike <img'],
      [`/dashboard/payment/${orderId}`, 'Partlike <img'],
      [`/purchase-product/${insertedId}`, 'Aboutness <img'],
    ]
    for (const [path = '', text = ''] of screens) {
      await page.goto(path)
      await expectOnlyText(page, text)
    }

    const office = await newVisitor()
    await office.setViewportSize({ width, height: 900 })
    await logIn(office, demoAdmin)
    const offices = [
      ['/dashboard/manageAllOrders', 'Partlike <img'],
      ['/dashboard/manageProducts', 'Partlike <img'],
      ['/dashboard/makeAdmin', 'Nameless <img'],
      ['/dashboard/manageReviews', 'Reviewed <img'],
    ]
    for (const [path = '', text = ''] of offices) {
      await office.goto(path)
      await expectOnlyText(office, text)
    }
    await office.goto(`/dashboard/manageProducts/${insertedId}`)
    await expect(office.getByLabel('Description')).toHaveValue(part.about)
    await office.goto('/dev/mailbox')
    await expectOnlyText(office, 'Mailbox')
  })
