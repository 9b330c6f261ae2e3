import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  accessTokensOf,
  APP_URL,
  giveAccessToken,
  identityForEachTest,
  linkIn,
  newEmail,
  type TestIdentity,
} from '../../../tests/support/test-identity.ts'

let store: TestIdentity
identityForEachTest((fresh) => (store = fresh))

describe('Forgot password', () => {
  test('mails a link that sets a new password once and ends every session', async () => {
    const email = newEmail()
    const browser = store.browser()
    await browser.signUp(email)
    const before = await browser.proof()
    if (before) await giveAccessToken(store.db, before)

    const response = await store
      .browser()
      .post('/auth/request-password-reset', { email: ` ${email.toUpperCase()}` })
    expect(response.status).toBe(200)
    const link = linkIn(store.mails.at(-1))
    expect(link.origin + link.pathname).toBe(`${APP_URL}/reset-password`)
    const token = link.searchParams.get('token')
    const stored = await sql<{ identifier: string }>`select identifier from identity.verification`.execute(
      store.db,
    )
    expect(stored.rows.some(({ identifier }) => identifier.includes(String(token)))).toBe(false)

    const weak = await store.browser().post('/auth/reset-password', { token, newPassword: 'password1' })
    expect(weak.status).toBe(422)
    const reset = await store.browser().post('/auth/reset-password', { token, newPassword: 'a-new-road' })
    expect(reset.status).toBe(200)
    expect(await browser.proof()).toBeNull()
    expect(await accessTokensOf(store.db, before?.subject ?? '')).toBe(0)
    expect((await store.browser().signIn(email)).status).toBe(401)
    const again = store.browser()
    expect((await again.signIn(email, 'a-new-road')).status).toBe(200)
    expect((await again.proof())?.emailVerified).toBe(true)

    const twice = await store.browser().post('/auth/reset-password', { token, newPassword: 'a-third-road' })
    expect(twice.status).toBe(400)
    expect(await twice.json()).toMatchObject({
      message: expect.stringContaining('already used or is too old'),
    })
  })

  test('responds the same when no account has that email, and sends no mail', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    const known = await store.browser().post('/auth/request-password-reset', { email })
    const mailsBefore = store.mails.length
    const unknown = await store
      .browser()
      .post('/auth/request-password-reset', { email: 'nobody@example.com' })
    expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
    expect(store.mails).toHaveLength(mailsBefore)
  })

  test('the link of an older email stops working once a newer one was used', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    await store.browser().post('/auth/request-password-reset', { email })
    const older = linkIn(store.mails.at(-1)).searchParams.get('token')
    await store.browser().post('/auth/request-password-reset', { email })
    const newer = linkIn(store.mails.at(-1)).searchParams.get('token')
    expect(
      (await store.browser().post('/auth/reset-password', { token: newer, newPassword: 'a-new-road' }))
        .status,
    ).toBe(200)
    expect(
      (await store.browser().post('/auth/reset-password', { token: older, newPassword: 'an-old-road' }))
        .status,
    ).toBe(400)
  })

  test('does not work with an expired link', async () => {
    const email = newEmail()
    await store.browser().signUp(email)
    await store.browser().post('/auth/request-password-reset', { email })
    await sql`update identity.verification set "expiresAt" = now() - interval '1 second'`.execute(store.db)
    const token = linkIn(store.mails.at(-1)).searchParams.get('token')
    expect(
      (await store.browser().post('/auth/reset-password', { token, newPassword: 'a-new-road' })).status,
    ).toBe(400)
  })
})
