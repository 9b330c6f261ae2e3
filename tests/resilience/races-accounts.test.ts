// Long because all races about accounts and roles share their stores and people.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#db/connection.ts'
import { makeAdmin } from '../../src/ops/make-admin.ts'
import { queueBehindLock } from '../support/queue-behind-lock.ts'
import { race } from '../support/race.ts'
import {
  expectEveryRule,
  openStorePair,
  type StorePair,
  countOutcomes,
  outcomeOf,
} from '../support/store-pair.ts'
import {
  type ApiResponse,
  caller,
  type IdentitySession,
  insertAccount,
  openSessions,
  PASSWORD,
  type User,
  signIn,
  signInMany,
} from '../support/users.ts'

let stores: StorePair
let admin: User
let others: User[]
let newcomers: IdentitySession[]

beforeAll(async () => {
  stores = await openStorePair()
  admin = await signIn(stores.first, { admin: true })
  others = await signInMany(stores.first, 14)
  newcomers = await openSessions(stores.first, 40)
})
afterEach(() => expectEveryRule(stores.first))
afterAll(() => stores.close())

const accountOf = (email: string) =>
  stores.first.db.selectFrom('accounts').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const promote = (by: User, email: string, at: number) => stores.by(by, at)('PUT', `/user/admin/${email}`)
const demote = async (email: string) => {
  await stores.first.db.updateTable('accounts').set({ role: 'customer' }).where('email', '=', email).execute()
}
/** The next account that no test has used yet. */
function next<T>(users: T[]): T {
  const person = users.pop()
  if (!person) throw new Error('Sign in more people')
  return person
}

describe('promoting', () => {
  test('the same user twenty times concurrently, by two admins, promotes once', async () => {
    const second = next(others)
    await makeAdmin(stores.first.db, second.email)
    await race(5, async ({ together }) => {
      const { email } = next(others)
      const responses = await together(
        Array.from({ length: 20 }, (_, i) => () => promote(i % 3 === 0 ? admin : second, email, i)),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 20 })
      expect(responses.reduce((sum, { body }) => sum + body.modifiedCount, 0)).toBe(1)
      const { id, role } = await accountOf(email)
      expect(role).toBe('admin')
      const notes = await stores.first.db
        .selectFrom('audit_entries')
        .selectAll()
        .where('subject', '=', `account:${id}`)
        .execute()
      expect(notes).toMatchObject([
        { action: 'promote', before: { role: 'customer' }, after: { role: 'admin' } },
      ])
    })
  })

  test('either happens first, or is refused and changes nothing, when the admin is demoted at that moment', async () => {
    const going = next(others)
    await race(25, async ({ number, together }) => {
      await makeAdmin(stores.first.db, going.email)
      const chosen = await insertAccount(stores.first)
      const [response] = await together<ApiResponse | void>(
        [() => promote(going, chosen, number), () => demote(going.email)],
        40,
      )
      if (!response) throw new Error('The promotion got no response')
      expect(['200', '403 forbidden']).toContain(outcomeOf(response))
      expect((await accountOf(chosen)).role).toBe(response.status === 200 ? 'admin' : 'customer')
      expect(outcomeOf(await promote(going, chosen, number + 1))).toBe('403 forbidden')
    })
  })

  test('waits for the admin’s own demotion in progress, and is refused', async () => {
    const going = next(others)
    await makeAdmin(stores.first.db, going.email)
    const chosen = await insertAccount(stores.first)
    const demotion = sql`update accounts set role = 'customer' where email = ${going.email}`
    // To the API it is still an admin: the change is not committed.
    const promoting = queueBehindLock(stores.first.db, demotion, 1, () => promote(going, chosen, 0))
    expect(outcomeOf(await promoting)).toBe('403 forbidden')
    expect((await accountOf(chosen)).role).toBe('customer')
  })

  test('waits for a verification of the address in progress, and promotes', async () => {
    const chosen = await insertAccount(stores.first)
    const verify = (verified: boolean) =>
      sql`update accounts set email_verified = ${verified} where email = ${chosen}`
    await verify(false).execute(stores.first.db)
    const promoting = queueBehindLock(stores.first.db, verify(true), 1, () => promote(admin, chosen, 0))
    expect(await promoting).toMatchObject({ status: 200, body: { modifiedCount: 1 } })
    expect((await accountOf(chosen)).role).toBe('admin')
  })

  test('never deadlocks when two admins promote each other', async () => {
    const second = next(others)
    await makeAdmin(stores.first.db, second.email)
    await race(25, async ({ together }) => {
      const responses = await together([
        () => promote(admin, second.email, 0),
        () => promote(second, admin.email, 1),
      ])
      expect(countOutcomes(responses)).toEqual({ '200': 2 })
    })
  })

  test('always leaves one admin when all give up their rights, or take away each other’s, at once', async () => {
    await sql`update accounts set role = 'customer' where role = 'admin' and email <> ${admin.email}`.execute(
      stores.first.db,
    )
    const [second, third] = [next(others), next(others)]
    const all = [admin, second, third]
    const remove = (by: User, email: string, at: number) =>
      stores.by(by, at)('DELETE', `/user/admin/${email}`)
    await race(15, async ({ number, together }) => {
      for (const { email } of all) await makeAdmin(stores.first.db, email)
      const isOwn = number % 2 === 0
      const responses = await together(
        all.map((by, at) => () => remove(by, (isOwn ? by : (all[(at + 1) % 3] ?? by)).email, at)),
        5,
      )
      for (const response of responses)
        expect(['200', '403 forbidden', '409 last_admin']).toContain(outcomeOf(response))
      const left = await stores.first.db
        .selectFrom('accounts')
        .select('email')
        .where('role', '=', 'admin')
        .execute()
      expect(left.length).toBeGreaterThan(0)
      const removed = responses.reduce((sum, { body }) => sum + (body.modifiedCount ?? 0), 0)
      expect(left).toHaveLength(3 - removed)
    })
    await makeAdmin(stores.first.db, admin.email)
  })

  test('always leaves one admin when two are demoted concurrently', async () => {
    await sql`update accounts set role = 'customer' where role = 'admin' and email <> ${admin.email}`.execute(
      stores.first.db,
    )
    const second = next(others)
    await race(10, async ({ together }) => {
      await makeAdmin(stores.first.db, admin.email)
      await makeAdmin(stores.first.db, second.email)
      const ends = await together(
        [admin.email, second.email].map((email) => () => settled(demote(email))),
        3,
      )
      expect(ends.toSorted()).toEqual(['fulfilled', 'rejected'])
      const left = await stores.first.db
        .selectFrom('accounts')
        .select('email')
        .where('role', '=', 'admin')
        .execute()
      expect(left).toHaveLength(1)
    })
    await makeAdmin(stores.first.db, admin.email)
  })
})

describe('signing in for the first time', () => {
  beforeAll(async () => {
    await sql`create function wait_at_gate() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(hashtext('gate')); return new; end $$`.execute(stores.first.db)
    await sql`create trigger gate before insert on accounts for each row execute function wait_at_gate()`.execute(
      stores.first.db,
    )
  })
  const waitingAtGate = async (keeper: Database) =>
    (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(keeper)).rows.length

  /** Starts that many insertions of accounts and releases them together. */
  function letGoTogether<T>(count: number, start: () => Promise<T>): Promise<T> {
    return stores.first.db.connection().execute(async (keeper) => {
      await sql`select pg_advisory_lock(hashtext('gate'))`.execute(keeper)
      const going = start()
      await expect.poll(() => waitingAtGate(keeper), { interval: 5 }).toBe(count)
      await sql`select pg_advisory_unlock(hashtext('gate'))`.execute(keeper)
      return going
    })
  }

  test('creates one account in twenty concurrent tabs, and every tab gets a token', () =>
    race(15, async ({ number, together }) => {
      const { email, session } = next(newcomers)
      // Each of the two stores makes two changes of one account at a time.
      const responses = await letGoTogether(4, () =>
        together(
          Array.from(
            { length: 20 },
            (_, i) => () => caller(stores.of(number + i), session)('PUT', `/user/${email}`, { email }),
          ),
          5,
        ),
      )
      expect(countOutcomes(responses)).toEqual({ '200': 20 })
      const tokens = new Set<string>(responses.map(({ body }) => body.token))
      expect(tokens.size).toBe(20)
      const account = await accountOf(email)
      for (const [i, token] of [...tokens].entries())
        expect((await caller(stores.of(i), token)('GET', `/user/${email}`)).body._id).toBe(account.id)
    }))
})

describe('a password reset', () => {
  test('ends every token and session, even one that is being issued concurrently', () =>
    race(3, async ({ number, together }) => {
      const person = await signIn(stores.first)
      const token = await resetTokenFor(person.email)
      const signInAgain = (password: string, at: number) =>
        caller(stores.of(at))('POST', '/auth/sign-in/email', { email: person.email, password })
      const issueAccessToken = (at: number) =>
        caller(stores.of(at))('PUT', `/user/${person.email}`, {}, { cookie: person.cookie })
      const [reset, signedIn, ...taken] = await together(
        [
          () =>
            caller(stores.of(number))('POST', '/auth/reset-password', { token, newPassword: 'a-new-road-9' }),
          () => signInAgain(PASSWORD, number),
          ...Array.from({ length: 24 }, (_, i) => () => issueAccessToken(i)),
        ],
        250,
      )
      expect(reset?.status).toBe(200)
      // Before the reset, or after it.
      expect([200, 401]).toContain(signedIn?.status)
      for (const response of taken) expect(['200', '401 unauthenticated']).toContain(outcomeOf(response))
      const tokens = [person.token, ...taken.flatMap(({ body }) => (body.token ? [body.token] : []))]
      // The reset has responded: from now on no older token works.
      for (const [i, old] of tokens.entries())
        expect(outcomeOf(await caller(stores.of(i), old)('POST', '/review', { rating: 5 }))).toBe(
          '401 unauthenticated',
        )
      await expect
        .poll(
          async () => {
            const reads = tokens.map((old, i) => caller(stores.of(i), old)('GET', `/user/${person.email}`))
            return countOutcomes(await Promise.all(reads))
          },
          { interval: 10 },
        )
        .toEqual({ '401 unauthenticated': tokens.length })
      expect(outcomeOf(await issueAccessToken(number))).toBe('401 unauthenticated')
      const cookie = cookieOf(signedIn)
      const late = await caller(stores.of(number))('PUT', `/user/${person.email}`, {}, { cookie })
      expect(outcomeOf(late)).toBe('401 unauthenticated')
      expect((await signInAgain(PASSWORD, number + 1)).status).toBe(401)
      expect((await signInAgain('a-new-road-9', number + 1)).status).toBe(200)
    }))

  test('a password reset and signing out, while tokens are being issued, leave none behind', () =>
    race(20, async ({ number, together }) => {
      const { email, session } = next(newcomers)
      const signOut = async () => {
        // As a sign-out or a reset does: the session is deleted.
        await sql`delete from identity.session where token = ${session}`.execute(stores.first.db)
        return null
      }
      const [, ...responses] = await together<ApiResponse | null>(
        [
          signOut,
          ...Array.from(
            { length: 12 },
            (_, i) => () => caller(stores.of(number + i), session)('PUT', `/user/${email}`, { email }),
          ),
        ],
        8,
      )
      for (const response of responses) {
        expect(['200', '401 unauthenticated']).toContain(response && outcomeOf(response))
        if (response?.status !== 200) continue
        const write = await caller(stores.of(number), response.body.token)('POST', '/review', { rating: 5 })
        expect(outcomeOf(write)).toBe('401 unauthenticated')
      }
    }))
})

const cookieOf = (response: ApiResponse | undefined) =>
  (response?.headers.getSetCookie() ?? []).map((line) => line.split(';')[0]).join('; ')

const settled = (work: Promise<void>) =>
  work.then(
    () => 'fulfilled',
    () => 'rejected',
  )

/** Requests a reset and opens the email. */
async function resetTokenFor(email: string): Promise<string> {
  const pending = await caller(stores.first)('POST', '/auth/request-password-reset', { email })
  expect(pending.status).toBe(200)
  const mail = await sql<{ body: string }>`
    select body from mailbox_mails where recipient = ${email} order by id desc limit 1`.execute(
    stores.first.db,
  )
  return /reset-password\?token=([\w-]+)/.exec(mail.rows[0]?.body ?? '')?.[1] ?? ''
}
