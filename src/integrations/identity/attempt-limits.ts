import { type LimitName, limits } from '#config/limits.ts'
import type { RateLimits, TooMany } from '#db/rate-limits.ts'

/**
 * What is attempted; `code`: of the second factor; `emailed-code`: of a verification email; `mailed-link`:
 * using the secret of an emailed link.
 */
export type AttemptKind =
  | 'password'
  | 'code'
  | 'emailed-code'
  | 'sign-up'
  | 'mailed-link'
  | 'reset-mail'
  | 'verification-mail'

export type Attempter = {
  /** As returned by addressForLimits. */
  address: string
  /** Normalized; an account with it need not exist. */
  email?: string | undefined
  /** The id of a browser that has signed in to the account before. */
  knownBrowser?: string | null
}

/**
 * An attempt, counted before it is made, so that concurrent ones cannot all pass. End it with one of the
 * three.
 */
export type Attempt = {
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** The attempt was not made, for a reason on our side. */
  dropped(): Promise<void>
}

type Counted = { name: LimitName; whose: string[] }

/**
 * Counts an attempt against every limit that applies. Browsers that have signed in to the account before are
 * counted separately, alone and together, so that strangers' attempts do not block them.
 * @returns how long to wait if a limit is exhausted; the other limits have then not counted the attempt.
 */
export async function beginAttempt(
  rates: RateLimits,
  kind: AttemptKind,
  who: Attempter,
): Promise<Attempt | TooMany> {
  const rows = rowsOf(kind, who)
  const taken: Counted[] = []
  const giveBack = async (some: Counted[]) => {
    for (const { name, whose } of some) await rates.refund(name, whose)
  }
  for (const row of rows) {
    const afterwards = limits[row.name].countedEvents === 'failures-afterwards'
    const refused = await (afterwards ? rates.check : rates.consume)(row.name, row.whose)
    if (refused) {
      await giveBack(taken)
      return refused
    }
    if (!afterwards) taken.push(row)
  }
  return {
    succeeded: () => giveBack(taken.filter(({ name }) => limits[name].countedEvents === 'failures')),
    async failed() {
      for (const { name, whose } of rows)
        if (limits[name].countedEvents === 'failures-afterwards') await rates.consume(name, whose)
    },
    dropped: () => giveBack(taken),
  }
}

function rowsOf(kind: AttemptKind, { address, email = '', knownBrowser }: Attempter): Counted[] {
  const row = (name: LimitName, ...whose: string[]) => ({ name, whose })
  const anyAttempt = row('attemptsPerAddress', address)
  const anyOfKnownBrowser = row('attemptsOfKnownBrowsersPerAddress', address)
  switch (kind) {
    case 'mailed-link':
      return [anyAttempt]
    case 'sign-up':
      return [
        anyAttempt,
        row('wrongAttemptsPerAddress', address),
        row('signUpsPerAddress', address),
        row('mailsPerAddress', address),
      ]
    case 'code':
      if (knownBrowser)
        return [
          anyOfKnownBrowser,
          row('wrongCodesPerKnownBrowser', knownBrowser),
          row('wrongCodesOfKnownBrowsersPerAccount', email),
        ]
      return email ? [anyAttempt, row('wrongCodesPerAccount', email)] : [anyAttempt]
    case 'emailed-code':
      return [
        anyAttempt,
        row('wrongAttemptsPerAddress', address),
        ...(email ? [row('wrongEmailedCodesPerAccount', email)] : []),
      ]
    case 'password':
      if (knownBrowser)
        return [
          anyOfKnownBrowser,
          row('attemptsPerKnownBrowser', knownBrowser),
          row('wrongAttemptsPerKnownBrowser', knownBrowser),
          row('wrongAttemptsOfKnownBrowsersPerAccount', email),
        ]
      return [
        anyAttempt,
        row('wrongAttemptsPerAddress', address),
        ...(email
          ? [
              row('attemptsPerAddressAndAccount', address, email),
              row('wrongAttemptsPerAddressAndAccount', address, email),
              row('wrongAttemptsPerAccount', email),
            ]
          : []),
      ]
    case 'reset-mail':
      return [row('mailsPerAddress', address), row('resetMailsPerEmail', email)]
    case 'verification-mail':
      return [row('mailsPerAddress', address), row('verificationMailsPerEmail', email)]
  }
}
