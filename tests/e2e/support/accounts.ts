import { randomUUID } from 'node:crypto'
import { type Caller, caller, issueAccessToken } from '../../support/users.ts'
import { expect, type Page } from './test.ts'

export type TestAccount = { name: string; email: string; password: string }

/** The accounts of the demo store. */
export const demoCustomer: TestAccount = {
  name: 'Casey Morgan',
  email: 'customer@demo.test',
  password: 'demo1234',
}
export const demoAdmin: TestAccount = { name: 'Alex Rivera', email: 'admin@demo.test', password: 'demo1234' }

type Store = { url: string }

/** An account that does not exist yet. */
export function newAccount(name = 'Robin Fielder'): TestAccount {
  return { name, email: `${randomUUID().slice(0, 8)}@people.test`, password: 'gasket-rocker-42' }
}

/** A new customer, signed up through the API. */
export async function openAccount(store: Store, name?: string): Promise<TestAccount> {
  const account = newAccount(name)
  const answer = await caller(store)('POST', '/auth/sign-up/email', account)
  expect(answer.status).toBe(200)
  await callerFor(store, account)
  return account
}

/** A customer with a verified email: only they can become admin. */
export async function openVerifiedAccount(store: Store, name?: string): Promise<TestAccount> {
  const account = await openAccount(store, name)
  // With the session cookie: without it, the link asks for a new password.
  const { cookie } = await issueAccessToken(store, account.email, account.password)
  await fetch(await linkInMail(store, account.email, /^Confirm your e-mail/), { headers: { cookie } })
  await callerFor(store, account)
  return account
}

/** A new admin, promoted by the demo admin. */
export async function openAdmin(store: Store, name?: string): Promise<TestAccount> {
  const account = await openVerifiedAccount(store, name)
  const promoted = await (await callerFor(store, demoAdmin))('PUT', `/user/admin/${account.email}`)
  expect(promoted.body).toEqual({ modifiedCount: 1 })
  return account
}

/** A client of the API with this account's token. */
export async function callerFor(store: Store, account: TestAccount): Promise<Caller> {
  return caller(store, (await issueAccessToken(store, account.email, account.password)).token)
}

/** Logs in on the login page and waits for its redirect to `path`. */
export async function logIn(page: Page, account: TestAccount, path = '/dashboard'): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ from: path })}`)
  await fillLogin(page, account)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: `Account of ${account.name}` })).toBeVisible()
}

/** Submits the login page. */
export async function fillLogin(page: Page, { email, password }: Pick<TestAccount, 'email' | 'password'>) {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Logs out with the account menu. */
export async function logOut(page: Page, { name }: Pick<TestAccount, 'name'>): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** The link in the newest email to `email` with this subject; waits for it. */
export async function linkInMail(store: Store, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${store.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as { subject: string; text: string }[]
    return mails.find((mail) => subject.test(mail.subject))?.text ?? ''
  }
  await expect.poll(find, `a mail to ${email}`).toMatch(/^https?:\S+$/m)
  return /^https?:\S+$/m.exec(await find())?.[0] ?? ''
}

/** The access token in localStorage. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}
