import { mailServer } from '../support/mail-server.ts'
import { signUp } from '../support/users.ts'
import { expectAccessible } from './support/accessible.ts'
import { press, typeInto } from './support/keyboard.ts'
import { expect, test } from './support/test.ts'
import { demoAdmin, logIn, newCredentials } from './support/users.ts'

const mails = await mailServer()
test.afterAll(() => mails.down())
test.use({ storeEnv: { SMTP_URL: mails.url, MAIL_FROM: 'Driveline <store@driveline.test>' } })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const arrived = (email: string) => mails.mails.filter(({ to }) => to.includes(`<${email}>`))

test('An email that the server refuses is listed for admins, and is sent again once the cause is fixed', async ({
  page,
  store,
}) => {
  const person = newCredentials('Robin Fielder')
  mails.responses.set(person.email, `550 5.1.1 <${person.email}>: mailbox is full`)
  await signUp(store, person)

  await logIn(page, demoAdmin)
  await page
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: 'Undelivered Mail' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Undelivered Mail')
  const row = page.getByRole('row').filter({ hasText: 'mailbox is full' })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 1000 })
  }).toPass()
  const masked = `${person.email.slice(0, 1)}…@people.test`
  await expect(row).toContainText(masked)
  await expect(row).toContainText('Verify your email for Driveline')
  await expect(page.getByText(person.email)).toHaveCount(0)
  await expectAccessible(page, 'undelivered mail')

  mails.responses.delete(person.email)
  await row.getByRole('button', { name: `Send again: Email verification to ${masked}` }).click()
  await expect(page.getByText('is on its way again')).toBeVisible()
  await expect(page.getByText('All mail was delivered')).toBeVisible()
  await expect.poll(() => arrived(person.email).length).toBe(1)
  expect(arrived(person.email)[0]?.html).toContain('Verify my email')
  await expectAccessible(page, 'undelivered mail, none')

  await page.goto('/dashboard/audit?kind=mail')
  await expect(page.getByRole('row').filter({ hasText: masked })).toContainText('Email resent')
  await expectAccessible(page, 'the audit of emails')
})

test('An admin searches and dismisses undelivered mail by keyboard', async ({ page, store }) => {
  const [gone, other] = [newCredentials(), newCredentials()]
  for (const { email } of [gone, other]) mails.responses.set(email, '550 no such user')
  await signUp(store, gone)
  await signUp(store, other)
  await logIn(page, demoAdmin, '/dashboard/undeliveredMail')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: /^Dismiss/ })).toHaveCount(2, { timeout: 1000 })
  }).toPass()
  await typeInto(page, page.getByLabel('Search emails'), gone.email)
  const dismiss = page.getByRole('button', { name: /^Dismiss/ })
  await expect(dismiss).toHaveCount(1)
  await press(page, dismiss)
  await expect(page.getByText('was dismissed')).toBeVisible()
  await expect(page.getByText('No mail matches')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Show all undelivered mail' }))
  await expect(dismiss).toHaveCount(1)
  expect(arrived(gone.email)).toEqual([])
})
