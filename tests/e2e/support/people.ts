import { randomUUID } from 'node:crypto'
import { type Caller, caller, issueAccessToken } from '../../support/users.ts'
import { expect, type Page } from './test.ts'

/** Somebody with an account. */
export type Person = { name: string; email: string; password: string }

/** The demo store's own people. */
export const demoCustomer: Person = {
  name: 'Casey Morgan',
  email: 'customer@demo.test',
  password: 'demo1234',
}
export const demoAdmin: Person = { name: 'Alex Rivera', email: 'admin@demo.test', password: 'demo1234' }

type Store = { url: string }

/** Somebody nobody has heard of yet. */
export function newPerson(name = 'Robin Fielder'): Person {
  return { name, email: `${randomUUID().slice(0, 8)}@people.test`, password: 'gasket-rocker-42' }
}

/** A new customer, signed up past the screens. */
export async function openAccount(store: Store, name?: string): Promise<Person> {
  const person = newPerson(name)
  const answer = await caller(store)('POST', '/auth/sign-up/email', person)
  expect(answer.status).toBe(200)
  await signedIn(store, person)
  return person
}

/** Somebody whose e-mail is confirmed: only they can become admin. */
export async function openConfirmedAccount(store: Store, name?: string): Promise<Person> {
  const person = await openAccount(store, name)
  // In the same browser as it were: opened elsewhere, the link asks for a new password.
  const { cookie } = await issueAccessToken(store, person.email, person.password)
  await fetch(await linkInMail(store, person.email, /^Confirm your e-mail/), { headers: { cookie } })
  await signedIn(store, person)
  return person
}

/** An admin of one test alone, promoted by the demo admin. */
export async function openAdmin(store: Store, name?: string): Promise<Person> {
  const person = await openConfirmedAccount(store, name)
  const promoted = await (await signedIn(store, demoAdmin))('PUT', `/user/admin/${person.email}`)
  expect(promoted.body).toEqual({ modifiedCount: 1 })
  return person
}

/** Makes REST calls as this person. */
export async function signedIn(store: Store, person: Person): Promise<Caller> {
  return caller(store, (await issueAccessToken(store, person.email, person.password)).token)
}

/** Logs in on the login page, and waits for `path`, where it leads. */
export async function logIn(page: Page, person: Person, path = '/dashboard'): Promise<void> {
  await page.goto(`/login?${new URLSearchParams({ from: path })}`)
  await fillLogin(page, person)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toBeVisible()
}

/** Fills in the login page and presses its button. */
export async function fillLogin(page: Page, { email, password }: Pick<Person, 'email' | 'password'>) {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Logs out by the user-initial menu. */
export async function logOut(page: Page, { name }: Pick<Person, 'name'>): Promise<void> {
  await page.getByRole('button', { name: `Account of ${name}` }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

/** The link in the newest mail to `email` with this subject; waits until it is there. */
export async function linkInMail(store: Store, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const answer = await fetch(`${store.url}/dev/mailbox.json?to=${encodeURIComponent(email)}`)
    const mails = (await answer.json()) as { subject: string; text: string }[]
    return mails.find((mail) => subject.test(mail.subject))?.text ?? ''
  }
  await expect.poll(find, `a mail to ${email}`).toMatch(/^https?:\S+$/m)
  return /^https?:\S+$/m.exec(await find())?.[0] ?? ''
}

/** The access token that this browser keeps. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}
