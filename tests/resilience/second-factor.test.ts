import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { removeSecondFactor } from '#integrations/identity/remove-second-factor.ts'
import { codeOf } from '../support/authenticator.ts'
import {
  accessTokensOf,
  type Browser,
  giveAccessToken,
  identityForEachTest,
  linkIn,
  newEmail,
  switchOn,
  type TestIdentity,
} from '../support/test-identity.ts'

let store: TestIdentity
identityForEachTest((fresh) => (store = fresh))

const totp = (browser: Browser, code: string) => browser.post('/auth/two-factor/verify-totp', { code })
const backup = (browser: Browser, code: string) =>
  browser.post('/auth/two-factor/verify-backup-code', { code })

/** A user with a second factor, signed in at `here`. */
async function guarded() {
  const email = newEmail()
  const here = store.browser()
  await here.signUp(email)
  return { email, here, ...(await switchOn(here)) }
}

/** A browser after the password, before the code. */
async function passwordGiven(email: string): Promise<Browser> {
  const browser = store.browser()
  const response = await browser.signIn(email)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ twoFactorRedirect: true })
  expect(await browser.proof(), 'the password alone opens nothing').toBeNull()
  return browser
}

describe('Setting up the second factor', () => {
  test('needs the password, and changes nothing before a code was confirmed', async () => {
    const email = newEmail()
    const browser = store.browser()
    await browser.signUp(email)
    expect((await browser.post('/auth/two-factor/enable', { password: 'not-this-one' })).status).toBe(400)
    const enabled = await browser.post('/auth/two-factor/enable', { password: 'winding-road' })
    const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
    expect(totpURI).toContain('otpauth://totp/Driveline:')
    expect(new Set(backupCodes).size).toBe(10)
    expect((await totp(browser, '000000')).status).toBe(401)
    expect(await (await store.browser().signIn(email)).json()).not.toHaveProperty('twoFactorRedirect')
    expect((await totp(browser, codeOf(totpURI))).status).toBe(200)
    await passwordGiven(email)
  })

  test('ends every session that was started without it, with its tokens, except the current one', async () => {
    const email = newEmail()
    const [here, there] = [store.browser(), store.browser()]
    await here.signUp(email)
    await there.signIn(email)
    const before = await there.proof()
    if (before) await giveAccessToken(store.db, before)
    await switchOn(here)
    expect(await there.proof()).toBeNull()
    expect(await accessTokensOf(store.db, before?.subject ?? '')).toBe(0)
    expect(await here.proof()).toMatchObject({ email })
  })

  test('is refused while it is enabled, and the app in use stays valid', async () => {
    const { here, email, totpURI } = await guarded()
    const again = await here.post('/auth/two-factor/enable', { password: 'winding-road' })
    expect(again.status).toBe(409)
    expect(await again.json()).toMatchObject({ message: expect.stringContaining('Switch it off first') })
    expect((await totp(await passwordGiven(email), codeOf(totpURI, 1))).status).toBe(200)
  })

  test('leaves one secret when done twice concurrently', async () => {
    const email = newEmail()
    const browser = store.browser()
    await browser.signUp(email)
    const enable = () => browser.post('/auth/two-factor/enable', { password: 'winding-road' })
    // Each is about to store its secret before any of them has.
    await sql
      .raw(`create function wait_a_moment() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
      create trigger a_moment before insert on identity."twoFactor" for each row execute function wait_a_moment()`)
      .execute(store.db)
    try {
      const responses = await Promise.all([enable(), enable(), enable()])
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    } finally {
      await sql
        .raw('drop trigger a_moment on identity."twoFactor"; drop function wait_a_moment')
        .execute(store.db)
    }
    const stored = await sql`select from identity."twoFactor" f join identity."user" u on u.id = f."userId"
      where u.email = ${email}`.execute(store.db)
    expect(stored.rows).toHaveLength(1)
  })

  test('stores secret and backup codes encrypted', async () => {
    const { email, totpURI, backupCodes } = await guarded()
    const stored = await sql<{ secret: string; backupCodes: string }>`
      select f.secret, f."backupCodes" from identity."twoFactor" f join identity."user" u on u.id = f."userId"
      where u.email = ${email}`.execute(store.db)
    const text = JSON.stringify(stored.rows)
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    expect(secret.length).toBeGreaterThanOrEqual(32)
    for (const plain of [secret, ...backupCodes, ...backupCodes.map((code) => code.slice(0, 5))])
      expect(text).not.toContain(plain)
  })

  test('is refused to anyone who is not signed in', async () => {
    for (const path of ['enable', 'disable'])
      expect(
        (await store.browser().post(`/auth/two-factor/${path}`, { password: 'winding-road' })).status,
      ).toBe(401)
  })

  test.each(['get-totp-uri', 'generate-backup-codes', 'view-backup-codes', 'send-otp', 'verify-otp'])(
    '/auth/two-factor/%s does not exist',
    async (path) => {
      const { here } = await guarded()
      expect((await here.post(`/auth/two-factor/${path}`, { password: 'winding-road' })).status).toBe(404)
    },
  )
})

describe('Signing in with the second factor', () => {
  test('accepts each code of the app once, with or without blanks', async () => {
    const { email, totpURI } = await guarded()
    const code = codeOf(totpURI, 1)
    const first = await passwordGiven(email)
    expect((await totp(first, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200)
    expect(await first.proof()).toMatchObject({ email })
    const watcher = await passwordGiven(email)
    const again = await totp(watcher, code)
    expect(again.status).toBe(401)
    expect(await again.json()).toMatchObject({ code: 'CODE_USED' })
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await watcher.proof()).toBeNull()
    const sessions = await sql`select from identity.session s join identity."user" u on u.id = s."userId"
      where u.email = ${email}`.execute(store.db)
    expect(sessions.rows, 'of the set-up and of the first sign-in').toHaveLength(2)
  })

  test('accepts each backup code once', async () => {
    const { email, backupCodes } = await guarded()
    const browser = await passwordGiven(email)
    expect((await backup(browser, backupCodes[3] ?? '')).status).toBe(200)
    expect(await browser.proof()).toMatchObject({ email })
    expect((await backup(await passwordGiven(email), backupCodes[3] ?? '')).status).toBe(401)
    expect((await backup(await passwordGiven(email), backupCodes[4] ?? '')).status).toBe(200)
  })

  test('accepts a backup code that is used twice concurrently only once', async () => {
    const { email, backupCodes } = await guarded()
    const browsers = [await passwordGiven(email), await passwordGiven(email)]
    const responses = await Promise.all(browsers.map((browser) => backup(browser, backupCodes[0] ?? '')))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.every(({ status }) => status < 500)).toBe(true)
  })

  test('ends after five wrong codes, when even the right one is refused', async () => {
    const { email, totpURI } = await guarded()
    const browser = await passwordGiven(email)
    for (const code of ['000000', '000001', '000002', '000003', '000004'])
      expect((await totp(browser, code)).status).toBe(401)
    const late = await totp(browser, codeOf(totpURI, 1))
    expect(late.status).toBe(400)
    expect(await late.json()).toMatchObject({
      message: 'Too many wrong codes. Log in again with your password.',
    })
    expect(await browser.proof()).toBeNull()
  })

  test('is blocked after ten wrong codes, however often the password is entered again; the owner’s browser is not', async () => {
    const { email, here, totpURI } = await guarded()
    for (const _ of [1, 2]) {
      const browser = await passwordGiven(email)
      for (const code of ['000000', '000001', '000002', '000003', '000004']) await totp(browser, code)
    }
    const stranger = await passwordGiven(email)
    const stopped = await totp(stranger, codeOf(totpURI, 1))
    expect(stopped.status).toBe(429)
    expect(await stopped.json()).toMatchObject({ message: expect.stringContaining('wait 15 minutes') })
    expect((await backup(stranger, 'aB3dE-5fGh7')).status).toBe(429)

    await here.post('/auth/sign-out', {})
    expect(await (await here.signIn(email)).json()).toMatchObject({ twoFactorRedirect: true })
    expect((await totp(here, codeOf(totpURI, 1))).status).toBe(200)
  })

  test('makes a browser known only after the right code', async () => {
    const { email, totpURI } = await guarded()
    const browser = await passwordGiven(email)
    await totp(browser, '000000')
    expect([...browser.cookies.keys()]).not.toContain('driveline.known_accounts')
    await totp(browser, codeOf(totpURI, 1))
    expect([...browser.cookies.keys()]).toContain('driveline.known_accounts')
  })

  test('needs the browser in which the password was entered', async () => {
    const { email, totpURI } = await guarded()
    await passwordGiven(email)
    const response = await totp(store.browser(), codeOf(totpURI, 1))
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      message: 'This took too long. Log in again with your password.',
    })
  })

  test('fails when it was started with the old password and the password has changed', async () => {
    const { email, here, totpURI } = await guarded()
    const browser = await passwordGiven(email)
    const changed = await here.post('/auth/change-password', {
      currentPassword: 'winding-road',
      newPassword: 'a-new-road',
    })
    expect(changed.status).toBe(200)
    expect((await totp(browser, codeOf(totpURI, 1))).status).toBe(401)
    expect(await browser.proof()).toBeNull()
    expect(await here.proof(), 'the session that changed it has passed the factor').not.toBeNull()
  })

  test('requires the code each time, on every device', async () => {
    const { email, totpURI } = await guarded()
    const browser = await passwordGiven(email)
    await browser.post('/auth/two-factor/verify-totp', { code: codeOf(totpURI, 1), trustDevice: true })
    await browser.post('/auth/sign-out', {})
    expect(await (await browser.signIn(email)).json()).toMatchObject({ twoFactorRedirect: true })
  })

  test('is not bypassed by a reset link', async () => {
    const { email, totpURI } = await guarded()
    await sql`update identity."user" set "emailVerified" = true where email = ${email}`.execute(store.db)
    await store.browser().post('/auth/request-password-reset', { email })
    const token = linkIn(store.mails.at(-1)).searchParams.get('token')
    await store.browser().post('/auth/reset-password', { token, newPassword: 'a-new-road' })
    const browser = store.browser()
    expect(await (await browser.signIn(email, 'a-new-road')).json()).toMatchObject({
      twoFactorRedirect: true,
    })
    expect((await totp(browser, codeOf(totpURI, 1))).status).toBe(200)
  })
})

describe('Disabling the second factor', () => {
  test('needs the password, and then the password alone signs in', async () => {
    const { email, here } = await guarded()
    expect((await here.post('/auth/two-factor/disable', { password: 'not-this-one' })).status).toBe(400)
    await passwordGiven(email)
    expect((await here.post('/auth/two-factor/disable', { password: 'winding-road' })).status).toBe(200)
    expect(await here.proof()).not.toBeNull()
    const browser = store.browser()
    await browser.signIn(email)
    expect(await browser.proof()).toMatchObject({ email })
  })

  test('ends the sessions and is recorded when done at the command line', async () => {
    const { email, here } = await guarded()
    const subject = (await here.proof())?.subject
    expect(await removeSecondFactor(store.db, email)).toBe(true)
    expect(await here.proof()).toBeNull()
    const browser = store.browser()
    await browser.signIn(email)
    expect(await browser.proof()).toMatchObject({ email })
    expect(await removeSecondFactor(store.db, email)).toBe(false)
    const recorded =
      await sql`select action from audit_entries where subject = ${`account:${subject}`}`.execute(store.db)
    expect(recorded.rows).toEqual([{ action: 'remove_second_factor' }])
  })
})
