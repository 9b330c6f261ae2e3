import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../../../tests/support/authenticator.ts'
import {
  type Browser,
  identityForEachTest,
  linkIn,
  newEmail,
  switchOn,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

let store: TestIdentity
/** Strangers may give 2 passwords a minute for one account at one address; known browsers 2 each. */
identityForEachTest(
  (fresh) => (store = fresh),
  () => ({ LIMIT_SIGN_IN_PER_MINUTE: '2' }),
)

beforeEach(() => sql`delete from identity.attempt`.execute(store.db))

/** Each browser has an address of its own, so that no limit of an address hides another. */
let addresses = 0
const freshBrowser = () => store.browser(`198.51.${(addresses += 1) >> 8}.${addresses % 256}`)

/** The same browser with another address. */
function moved(browser: Browser, address: string): Browser {
  const elsewhere = store.browser(address)
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
  return elsewhere
}

/** A browser that is known to the account: it has signed in, and out again. */
async function knownTo(email: string): Promise<Browser> {
  const browser = freshBrowser()
  expect((await browser.signIn(email)).status).toBe(200)
  await browser.post('/auth/sign-out', {})
  return browser
}

/** Sets a password by the mailed link, in this browser. */
async function reset(browser: Browser, email: string, newPassword: string): Promise<void> {
  await browser.post('/auth/request-password-reset', { email })
  const token = linkIn(store.mails.findLast(({ to }) => to === email)).searchParams.get('token')
  expect((await browser.post('/auth/reset-password', { token, newPassword })).status).toBe(200)
}

/** Gives up to `tries` wrong codes, with a new challenge before each. Returns how many were judged. */
async function guessCodes(browser: Browser, email: string, password: string, tries: number): Promise<number> {
  let judged = 0
  for (let n = 0; n < tries; n += 1) {
    // The password is given elsewhere, by a stranger: passwords have limits of their own.
    const typing = freshBrowser()
    if ((await typing.signIn(email, password)).status !== 200) continue
    const known = browser.cookies.get('driveline.known_accounts')
    if (known !== undefined) typing.cookies.set('driveline.known_accounts', known)
    const { status } = await typing.post('/auth/two-factor/verify-totp', { code: String(n).padStart(6, '0') })
    if (status === 401) judged += 1
    else expect(status).toBe(429)
  }
  return judged
}

describe('Codes of the second factor', () => {
  test('are ten for someone who reads the mailbox, with any number of resets in fresh browsers', async () => {
    const { email, here, totpURI } = await guarded()
    let judged = 0
    for (let n = 0; n < 5; n += 1) {
      const fresh = freshBrowser()
      await reset(fresh, email, `attacker-road-${n}`)
      judged += await guessCodes(fresh, email, `attacker-road-${n}`, 6)
    }
    expect(judged).toBe(10)
    // In the browser in which the owner has given a code, the attacker's guesses do not count.
    await reset(here, email, 'the-owners-road')
    expect((await here.signIn(email, 'the-owners-road')).status).toBe(200)
    const signedIn = await here.post('/auth/two-factor/verify-totp', { code: codeOf(totpURI, 1) })
    expect(signedIn.status).toBe(200)
  })

  test('are ten in browsers that signed in before the second factor was on', async () => {
    const email = newEmail()
    const here = freshBrowser()
    await here.signUp(email)
    const before = [await knownTo(email), await knownTo(email), await knownTo(email)]
    await switchOn(here)
    let judged = 0
    for (const browser of before) judged += await guessCodes(browser, email, 'winding-road', 6)
    expect(judged).toBe(10)
  })

  test('are twenty in all browsers together in which one was given before', async () => {
    const { email, backupCodes } = await guarded()
    let judged = 0
    for (const code of backupCodes.slice(0, 4)) {
      const browser = freshBrowser()
      await browser.signIn(email)
      expect((await browser.post('/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
      await browser.post('/auth/sign-out', {})
      judged += await guessCodes(browser, email, 'winding-road', 7)
    }
    expect(judged).toBe(20)
  })
})

/** A verified user with a second factor, signed in at `here`. */
async function guarded() {
  const email = newEmail()
  const here = freshBrowser()
  await here.signUp(email)
  const { pathname, search } = linkIn(store.mails.at(-1))
  await here.get(pathname + search)
  return { email, here, ...(await switchOn(here)) }
}

describe('Passwords', () => {
  test.each(['a reset', 'a claim by the link of the sign-up', 'a changed password'])(
    'of an account that its owner has taken over by %s are a stranger’s for all who knew it before',
    async (how) => {
      const email = newEmail()
      const opener = freshBrowser()
      await opener.signUp(email)
      const verification = linkIn(store.mails.at(-1)).searchParams.get('code')
      const known = [opener]
      while (known.length < 8) known.push(await knownTo(email))
      const owner = freshBrowser()
      const newPassword = 'the-owners-road'
      if (how === 'a reset') await reset(owner, email, newPassword)
      else if (how === 'a changed password') {
        await owner.signIn(email)
        const change = { currentPassword: 'winding-road', newPassword }
        expect((await owner.post('/auth/change-password', change)).status).toBe(200)
      } else {
        const claim = { code: verification, name: 'The Owner', newPassword }
        expect((await owner.post('/auth/claim-account', claim)).status).toBe(200)
      }

      const statuses: number[] = []
      for (const browser of known)
        for (const guess of ['one', 'two', 'three'])
          statuses.push((await moved(browser, '192.0.2.1').signIn(email, `guess-${guess}`)).status)
      expect(statuses.filter((status) => status === 401)).toHaveLength(2)
      expect(statuses.filter((status) => status === 429)).toHaveLength(22)
      expect((await moved(owner, '192.0.2.1').signIn(email, newPassword)).status, 'the owner').toBe(200)
    },
  )

  test('in known browsers are counted together, per address and per account', async () => {
    const email = newEmail()
    await freshBrowser().signUp(email)
    const known: Browser[] = []
    while (known.length < 30) known.push(await knownTo(email))
    const guess = async (browser: Browser) => (await browser.signIn(email, 'wrong-guess')).status

    const atOneAddress = []
    for (const browser of known.slice(0, 12))
      for (const one of [browser, browser]) atOneAddress.push(await guess(moved(one, '192.0.2.1')))
    expect(atOneAddress).toEqual([...Array(20).fill(401), ...Array(4).fill(429)])
    const anywhere = []
    for (const browser of known.slice(12))
      for (const one of [browser, browser]) anywhere.push(await guess(one))
    expect(anywhere, 'forty an hour for one account').toEqual([
      ...Array(20).fill(401),
      ...Array(16).fill(429),
    ])
  })

  test('given by strangers, wrong or right, anywhere, never use up those of a known browser', async () => {
    const email = newEmail()
    await freshBrowser().signUp(email)
    const owner = moved(await knownTo(email), '192.0.2.1')
    for (let n = 0; n < 25; n += 1) {
      await store.browser('192.0.2.1').signIn(email, 'wrong-guess')
      await store
        .browser('192.0.2.1')
        .post('/auth/reset-password', { token: `made-up-${n}`, newPassword: 'a-new-road' })
      await freshBrowser().signIn(email, 'wrong-guess')
    }
    expect((await store.browser('192.0.2.1').signIn(email)).status, 'a stranger').toBe(429)
    expect((await owner.signIn(email)).status).toBe(200)
  })
})
