import { linkIn, mailsTo } from '../../support/mails.ts'
import {
  type Caller,
  type Credentials,
  demoAdmin,
  newCredentials,
  signInAs,
  signUp,
  type User,
} from '../../support/users.ts'
import { visit } from './hydration.ts'
import { expect, type Page } from './test.ts'

export { type Credentials, demoAdmin, demoCustomer, newCredentials, type User } from '../../support/users.ts'

type Store = { url: string }

/** A new customer, signed up through the API. */
export function addUser(store: Store, name?: string): Promise<User> {
  return signUp(store, newCredentials(name))
}

/** A customer with a verified email: only they can become admin. */
export async function addVerifiedUser(store: Store, name?: string): Promise<User> {
  const user = await addUser(store, name)
  // With the session cookie: without it, the link asks for a new password.
  const { cookie } = user
  await fetch(await linkInMail(store, user.email, /^Verify your email/), { headers: { cookie } })
  return signInAs(store, user)
}

/** A new admin, promoted by the demo admin. */
export async function addAdmin(store: Store, name?: string): Promise<User> {
  const user = await addVerifiedUser(store, name)
  const admin = adminOf(store)
  expect((await admin('PUT', `/user/admin/${user.email}`)).body).toEqual({ modifiedCount: 1 })
  return user
}

/** A client of the API with a new token of this account. */
export async function callerFor(store: Store, person: Credentials): Promise<Caller> {
  return (await signInAs(store, person)).call
}

/** Clients of the demo admin, by the store. */
const admins = new Map<string, Caller>()

/**
 * A client of the API for the demo admin, signed in when the last token is no longer accepted: most tests add
 * a part, and hashing the password takes longer than that.
 */
export function adminOf(store: Store): Caller {
  return async (...request) => {
    const known = await admins.get(store.url)?.(...request)
    if (known && known.status !== 401) return known
    const admin = await callerFor(store, demoAdmin)
    admins.set(store.url, admin)
    return admin(...request)
  }
}

/**
 * Signs this page's browser in, with a session of its own and without the login page, which takes a second;
 * then opens `path`.
 */
export async function logIn(page: Page, person: Credentials, path = '/dashboard'): Promise<void> {
  const { request } = page.context()
  const { email, password } = person
  const signedIn = await request.post('/auth/sign-in/email', { data: { email, password } })
  expect(signedIn.status()).toBe(200)
  const issued = await request.put(`/user/${email}`, { data: { email } })
  expect(issued.status()).toBe(200)
  const { token, expiresAt, account } = await issued.json()
  // Any document of the store gives access to its storage; this one has no scripts.
  await page.goto('/robots.txt')
  await page.evaluate(
    ([accessToken, session]) => {
      localStorage.setItem('accessToken', accessToken)
      localStorage.setItem('session', session)
    },
    [token, JSON.stringify({ ...account, expiresAt })] as [string, string],
  )
  await page.goto(path)
  await expectLoggedIn(page, person, path)
}

/** Logs in on the login page and waits for its redirect to `path`. */
export async function logInByForm(page: Page, person: Credentials, path = '/dashboard'): Promise<void> {
  await visit(page, `/login?${new URLSearchParams({ from: path })}`)
  await fillLogin(page, person)
  await expectLoggedIn(page, person, path)
}

async function expectLoggedIn(page: Page, { name }: Credentials, path: string): Promise<void> {
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()
}

/** Submits the login page. */
export async function fillLogin(page: Page, { email, password }: Pick<Credentials, 'email' | 'password'>) {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Log in', exact: true }).click()
}

/**
 * Logs out with the account menu, and waits until the page shows it: a page opened before then would be a
 * signed-in user's.
 */
export async function logOut(page: Page, { name }: Pick<Credentials, 'name'>): Promise<void> {
  const menu = page.getByRole('button', { name: `Account of ${name}` })
  await menu.click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(menu).toHaveCount(0)
}

/** The link in the newest email to `email` with this subject; waits for it. */
export async function linkInMail(store: Store, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const mail = (await mailsTo(store, email)).find(({ subject: found }) => subject.test(found))
    return linkIn(mail?.text)
  }
  await expect.poll(find, `a mail to ${email}`).not.toBe('')
  return find()
}

/** The six digits in the newest verification email to `email`; waits for it. */
export async function codeInMail(store: Store, email: string): Promise<string> {
  await linkInMail(store, email, /^Verify your email/)
  const [mail] = await mailsTo(store, email)
  return /^Your code: (\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The access token in localStorage. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}
