import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '#db/connection.ts'

/** One attempt, counted before it is tried, so that many at once cannot pass together. End it with one of the two. */
export type Attempt = {
  /** It was a right one: it does not count. */
  succeeded(): Promise<void>
  failed(): Promise<void>
}

/** Too many attempts: how long to wait, in whole seconds. */
export type TooMany = { retryAfter: number }

/** How often something may be tried, counted in the database for all processes together. */
export type AttemptLimits = {
  /** Signing in, a new password: by client address and, where an account is named, by its e-mail, whether or not anyone has it. */
  tryCredentials(address: string, email?: string): Promise<Attempt | TooMany>
  /** A mail asked for, by who asks and by the e-mail it goes to, whether or not anyone has it; every mail counts. */
  askForMail(address: string, email: string): Promise<TooMany | null>
  /** A code of the second factor counts once: false when this one was used before. */
  useCode(subject: string, code: string): Promise<boolean>
}

const HOUR_S = 3600
/** What one address may do, as a multiple of one account's limit: an office signs in at nine, behind one address. */
const PER_ADDRESS = 5
/** A code is accepted for 30 seconds, and for the 30 before and after. */
const CODE_S = 120

/** @param numbers the settings LIMIT_SIGN_IN_PER_MINUTE (wrong attempts) and LIMIT_MAIL_PER_HOUR. */
export function createAttemptLimits(
  db: Database,
  numbers: { signInPerMinute: number; mailPerHour: number },
): AttemptLimits {
  const { signInPerMinute, mailPerHour } = numbers
  const wrongByAddress = limiter(db, 'wrong', signInPerMinute, 60)
  const byAddress = limiter(db, 'address', signInPerMinute * PER_ADDRESS, 60)
  const byAccount = limiter(db, 'account', signInPerMinute, 60)
  const mailsByAddress = limiter(db, 'mail-from', mailPerHour * PER_ADDRESS, HOUR_S)
  const mailsByEmail = limiter(db, 'mail-to', mailPerHour, HOUR_S)
  const codes = limiter(db, 'code', 1, CODE_S)

  return {
    async tryCredentials(typedAddress, typedEmail) {
      const address = keyOf(typedAddress)
      const email = typedEmail === undefined ? undefined : keyOf(typedEmail)
      const wrong = await wrongByAddress.get(address)
      if (wrong && wrong.consumedPoints >= signInPerMinute) return tooMany(wrong)
      const ofAddress = await take(byAddress, address)
      if (ofAddress) return ofAddress
      const ofAccount = email === undefined ? null : await take(byAccount, email)
      if (ofAccount) {
        await byAddress.reward(address)
        return ofAccount
      }
      return {
        async succeeded() {
          await byAddress.reward(address)
          if (email !== undefined) await byAccount.reward(email)
        },
        async failed() {
          await wrongByAddress.penalty(address)
        },
      }
    },
    async askForMail(address, email) {
      return (await take(mailsByAddress, keyOf(address))) ?? take(mailsByEmail, keyOf(email))
    },
    async useCode(subject, code) {
      return (await take(codes, keyOf(`${subject} ${code}`))) === null
    },
  }
}

function limiter(db: Database, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    keyPrefix,
    points,
    duration,
    // It speaks to a client of pg: the store's own connections, which count and prepare statements, look like one to it.
    storeClient: {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, values))
        return { rows, rowCount: rows.length }
      },
    },
    storeType: 'client',
    schemaName: 'identity',
    tableName: 'attempt',
    tableCreated: true,
    clearExpiredByTimeout: keyPrefix === 'wrong',
  })
}

/** Counts are kept without anybody's e-mail or address. */
function keyOf(whose: string): string {
  return createHash('sha256').update(whose).digest('base64url')
}

async function take(limits: RateLimiterPostgres, key: string): Promise<TooMany | null> {
  try {
    await limits.consume(key)
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return tooMany(error)
    throw error
  }
}

function tooMany(counted: RateLimiterRes): TooMany {
  return { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) }
}
