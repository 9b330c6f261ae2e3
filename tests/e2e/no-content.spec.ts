import { mailServer } from '../support/mail-server.ts'
import { demoTexts, expectNoDemoText, PAGES, realStore } from './support/real-store.ts'
import { expect, type Page, test } from './support/test.ts'

const mails = await mailServer()
test.afterAll(() => mails.down())
test.use({ storeEnv: { ...realStore, SMTP_URL: mails.url } })

test('A real store without content shows no demo text on any page, and its own name as sender', async ({
  page,
  request,
  store,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/)
  const texts = await demoTexts()
  expect(texts.length).toBeGreaterThan(80)
  for (const path of PAGES) await expectNoDemoText(await (await request.get(path)).text(), path, texts)

  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of ['/', '/contactUs', '/blogs', '/no-such-page']) await expectToFit(page, path)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/')
  await expect(page).toHaveTitle('Gasket Grove: auto parts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome To Gasket Grove')
  for (const heading of ['Brands We Trust', 'Three decades, counted'])
    await expect(page.getByRole('heading', { name: heading })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Gasket Grove, home page' })).toBeVisible()
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'My Portfolio' })).toHaveCount(0)
  await main.getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { name: 'No articles yet' })).toBeVisible()
  expect((await request.get('/myPortfolio')).status()).toBe(404)
  await main.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible()

  const account = { name: 'Ada', email: 'ada@people.test', password: 'gasket-rocker-42' }
  const signedUp = await fetch(`${store.url}/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: realStore.APP_URL },
    body: JSON.stringify(account),
  })
  expect(signedUp.status).toBe(200)
  await expect.poll(() => mails.mails.length).toBeGreaterThan(0)
  const mail = mails.mails.at(-1)
  expect(mail?.headers.get('subject')).toBe('Verify your email for Gasket Grove')
  for (const part of [mail?.text ?? '', mail?.html ?? '']) {
    expect(part).toContain('Gasket Grove')
    await expectNoDemoText(part, 'the mail', texts)
  }
})

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, `${path} is wider than the window`).toBeLessThanOrEqual(0)
}

test('A real store without Google’s keys offers no sign-in by Google', async ({ page }) => {
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByText('Google')).toHaveCount(0)
    await expect(page.getByText('OR', { exact: true })).toHaveCount(0)
  }
})
