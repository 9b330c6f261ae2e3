import { mailsTo } from '../support/mails.ts'
import { expectAccessible } from './support/accessible.ts'
import { waitForHydration } from './support/hydration.ts'
import { expect, test } from './support/test.ts'
import { callerFor, logIn, addVerifiedUser } from './support/users.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** The tests’ own scripts do not run in the frame of an email either. */
const BLOCKED = /Blocked script execution in '[^']+\.html'/

test('An order’s email is in the mailbox within seconds, and its button leads to the payment', async ({
  page,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(BLOCKED)
  const customer = await addVerifiedUser(store, 'Casey Morgan')
  const call = await callerFor(store, customer)
  const [product] = (await call('GET', '/products')).body
  const { body: placed } = await call('POST', '/order', {
    productId: product._id,
    orderQty: product.minOrder,
    customerPhone: '(217) 555-0100',
    customerAddress: '1 Main Street',
  })
  await expect.poll(async () => (await mailsTo(store, customer.email))[0]?.subject).toContain(placed.number)

  await logIn(page, customer)
  await page.goto('/dev/mailbox')
  await page.getByLabel('Recipient').fill(customer.email)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expectAccessible(page, 'the mailbox')
  await page.getByRole('link', { name: `Your Driveline order ${placed.number}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Your Driveline order ${placed.number}`)
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'We got your order' })).toBeVisible()
  await expect(mail.getByRole('img', { name: 'Driveline' })).toHaveJSProperty('naturalWidth', 120)
  await expect(mail.getByRole('row', { name: `Order ${placed.number}` })).toBeVisible()
  // As high as the email: only the page scrolls.
  await expect
    .poll(() =>
      page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
        const root = frame.contentDocument?.documentElement
        return root ? root.scrollHeight - root.clientHeight : -1
      }),
    )
    .toBe(0)
  await expectAccessible(page, 'a mail as HTML')

  await page.getByRole('link', { name: 'Text', exact: true }).click()
  await expect(page.getByText(`Order: ${placed.number}`)).toBeVisible()
  await expectAccessible(page, 'a mail as text')
  await page.getByRole('link', { name: 'HTML', exact: true }).click()
  await mail.getByRole('link', { name: /^Pay \$/ }).click()
  await expect(page).toHaveURL(`/dashboard/payment/${placed.insertedId}`)
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('The mailbox shows times in the reader’s time zone, and says when it is empty', async ({
  browser,
  store,
}) => {
  await addVerifiedUser(store)
  const context = await browser.newContext({ baseURL: store.url, timezoneId: 'Asia/Tokyo' })
  const page = await context.newPage()
  await page.goto('/dev/mailbox')
  const shown = page.getByRole('listitem').first().locator('time')
  const at = (await shown.getAttribute('datetime')) ?? ''
  const inTokyo = new Date(at).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Tokyo',
  })
  await expect(shown).toHaveText(inTokyo.replace(/\s(?=[AP]M$)/, ' '))
  await page.goto('/dev/mailbox?to=nothing@people.test')
  await expect(page.getByText('No email for nothing@people.test yet')).toBeVisible()
  await context.close()
})

test('No script of an email runs in the mailbox', async ({ page, request }) => {
  await request.post('/contact', {
    data: {
      name: '<script>document.title = "owned"</script>',
      email: 'vic@people.test',
      message: '<img src=x onerror="parent.document.title=1">',
    },
  })
  await page.goto('/dev/mailbox')
  await page.getByRole('link', { name: /^Message from <script>/ }).click()
  await expect(
    page.frameLocator('iframe').getByText('<img src=x onerror="parent.document.title=1">', { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Message from <script>/)
})
