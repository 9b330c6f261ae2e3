import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** One attempt, counted before it is tried, so that many at once cannot pass together. End it with one of the two. */
export type Attempt = {
  /** It was a right one: it does not count. */
  succeeded(): Promise<void>
  failed(): Promise<void>
}

/** Too many attempts: how long to wait, in whole seconds. */
export type TooMany = { retryAfter: number }

/**
 * How often something may be tried. Counted in memory, per process: a restart forgets one minute's or one hour's attempts.
 */
export type AttemptLimits = {
  /** Signing in, a new password: by client address and, where an account is named, by its e-mail, whether or not anyone has it. */
  tryCredentials(address: string, email?: string): Promise<Attempt | TooMany>
  /** A mail asked for, by the e-mail it goes to, whether or not anyone has it; every mail counts. */
  askForMail(email: string): Promise<TooMany | null>
}

const HOUR_S = 3600
/** Right attempts under way at once from one address, as a multiple of the wrong ones allowed per minute: an office starts its day. */
const AT_ONCE = 5

/** @param numbers the settings LIMIT_SIGN_IN_PER_MINUTE (wrong attempts) and LIMIT_MAIL_PER_HOUR. */
export function createAttemptLimits(numbers: {
  signInPerMinute: number
  mailPerHour: number
}): AttemptLimits {
  const points = numbers.signInPerMinute
  const wrongByAddress = new RateLimiterMemory({ points, duration: 60 })
  const byAddress = new RateLimiterMemory({ points: points * AT_ONCE, duration: 60 })
  const byAccount = new RateLimiterMemory({ points, duration: 60 })
  const mails = new RateLimiterMemory({ points: numbers.mailPerHour, duration: HOUR_S })

  async function tryCredentials(address: string, email?: string): Promise<Attempt | TooMany> {
    const wrong = await wrongByAddress.get(address)
    if (wrong && wrong.consumedPoints >= points) return tooMany(wrong)
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
  }

  return { tryCredentials, askForMail: (email) => take(mails, email) }
}

async function take(limiter: RateLimiterMemory, key: string): Promise<TooMany | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (error) {
    if (error instanceof RateLimiterRes) return tooMany(error)
    throw error
  }
}

function tooMany(counted: RateLimiterRes): TooMany {
  return { retryAfter: Math.max(1, Math.ceil(counted.msBeforeNext / 1000)) }
}
