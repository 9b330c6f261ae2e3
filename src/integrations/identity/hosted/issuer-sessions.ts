import { hash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { IdentityProof } from '#domain/accounts/identity-provider.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { hiddenCookie } from '../hidden-cookie.ts'
import { type Accounts, openHostedSession } from './hosted-accounts.ts'
import type { IssuerTokens } from './oidc-flow.ts'
import { createSealing } from './sealed.ts'

/** How long a session lasts without being used, in minutes. */
const SESSION_MINUTES = 7 * 24 * 60
/**
 * How long one lasts without a refresh token: the issuer cannot be asked whether its sign-in is still valid.
 */
const UNCHECKED_MINUTES = 60
/** How long the issuer's word is relied on, in minutes. */
const CHECK_MINUTES = 5

/** A session that this browser's cookie names. */
export type IssuerSession = {
  id: string
  /** The person at the issuer. */
  issuerSubject: string
  idToken: string
  refreshToken: string | null
  /** The last identity from the issuer. */
  proof: IdentityProof
}

/**
 * Sessions of people who signed in at an OpenID Connect issuer: a random cookie, of which the database has
 * the hash, and the issuer's tokens, encrypted.
 */
export function createIssuerSessions(accounts: Accounts, secret: string, appUrl: () => string) {
  const { db, providerId } = accounts
  const { seal, open } = createSealing(secret, 'issuer tokens')
  const cookie = hiddenCookie('issuer_session', '/', appUrl)

  async function save(db: Database, id: string, { idToken, refreshToken }: IssuerTokens): Promise<void> {
    const sealedId = await seal({ token: idToken })
    const sealedRefresh = refreshToken === null ? null : await seal({ token: refreshToken })
    await sql`insert into identity.issuer_session (session_id, id_token, refresh_token)
      select ${id}, ${sealedId}, ${sealedRefresh}
      where exists (select from identity."session" where id = ${id} for key share)
      on conflict (session_id) do update
      set id_token = excluded.id_token, refresh_token = excluded.refresh_token, checked_at = now()`.execute(
      db,
    )
  }

  return {
    /**
     * Opens the session of a sign-in.
     * @returns the Set-Cookie line. Refused as by `openHostedSession`.
     */
    async begin(tokens: IssuerTokens): Promise<Outcome<string>> {
      const value = randomBytes(32).toString('base64url')
      const id = randomUUID()
      const minutes = tokens.refreshToken === null ? UNCHECKED_MINUTES : SESSION_MINUTES
      const opened = await openHostedSession(accounts, tokens.person, {
        id,
        cookieHash: hash('sha256', value, 'base64url'),
        minutes,
      })
      if (!opened.ok) return opened
      await save(db, id, tokens)
      return { ok: true, value: cookie.line(value, SESSION_MINUTES * 60) }
    },

    /** The session of this browser, or null. */
    async find(headers: Headers): Promise<IssuerSession | null> {
      const value = cookie.read(headers)
      if (!value) return null
      const found = await sql<
        Omit<IdentityProof, 'sessionId'> & {
          id: string
          issuerSubject: string
          id_token: string
          refresh_token: string | null
        }
      >`
        select s.id, u.id as subject, u.email, u."emailVerified", u.name, a."accountId" as "issuerSubject", i.id_token, i.refresh_token
        from identity."session" s
        join identity.issuer_session i on i.session_id = s.id
        join identity."user" u on u.id = s."userId"
        join identity.account a on a."userId" = u.id and a."providerId" = ${providerId}
        where s.token = ${hash('sha256', value, 'base64url')} and s."expiresAt" > now()`.execute(db)
      const row = found.rows[0]
      if (!row) return null
      const { id, issuerSubject, id_token, refresh_token, ...identity } = row
      const idToken = await open(id_token)
      const refreshToken = refresh_token === null ? null : await open(refresh_token)
      // With another AUTH_SECRET nothing can be opened: everyone signs in again.
      if (!idToken?.['token'] || (refresh_token !== null && !refreshToken?.['token'])) return null
      return {
        id,
        issuerSubject,
        idToken: idToken['token'],
        refreshToken: refreshToken?.['token'] ?? null,
        proof: { ...identity, sessionId: id },
      }
    },

    /**
     * True for the one caller that has to ask the issuer about this session now: of two tabs at once only one
     * may use the refresh token, since many issuers end a sign-in whose refresh token is used twice.
     */
    async acquireRecheck(id: string): Promise<boolean> {
      const taken = await sql`update identity.issuer_session set checked_at = now()
        where session_id = ${id} and checked_at < now() - make_interval(mins => ${CHECK_MINUTES})`.execute(db)
      return Number(taken.numAffectedRows) > 0
    },

    /** Lets the next call ask again, when the issuer could not be reached. */
    async releaseRecheck(id: string): Promise<void> {
      await sql`update identity.issuer_session set checked_at = '-infinity' where session_id = ${id}`.execute(
        db,
      )
    },

    /** Continues the session with what the issuer has said. Refused as by `openHostedSession`. */
    async continue(id: string, tokens: IssuerTokens): Promise<Outcome<IdentityProof>> {
      const continued = await openHostedSession(accounts, tokens.person, {
        id,
        cookieHash: null,
        minutes: SESSION_MINUTES,
      })
      if (continued.ok) await save(db, id, tokens)
      return continued
    },

    forget: () => cookie.line('', 0),
  }
}
