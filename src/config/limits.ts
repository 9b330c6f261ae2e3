// Long because it is one table.

/**
 * Every rate limit of the store, in one table: what is counted, per what, how many in what time, and why.
 * Code that limits something names a row; SECURITY.md shows the table. (LIMIT_UNPAID_ORDERS is not a rate: it
 * caps a customer's open orders.)
 */

/** The settings that change limits, with their defaults. */
export const limitSettings = {
  LIMIT_SIGN_IN_PER_MINUTE: 20,
  LIMIT_SIGN_UP_PER_HOUR: 50,
  LIMIT_MAIL_PER_HOUR: 10,
  LIMIT_CONTACT_PER_HOUR: 5,
  LIMIT_REVIEWS_PER_DAY: 5,
  LIMIT_WRITES_PER_MINUTE: 120,
  LIMIT_DECLINES_PER_ORDER: 10,
  LIMIT_DECLINES_PER_ACCOUNT: 20,
} as const
export type LimitSetting = keyof typeof limitSettings
export type LimitNumbers = Record<LimitSetting, number>

export type Limit = {
  what: string
  /** The subject. IPv4 addresses count individually, IPv6 addresses by /64. */
  per: 'address' | 'account' | 'address and account' | 'known browser' | 'email' | 'code' | 'order' | 'store'
  /** The maximum: a number, or a multiple of a setting. */
  max: number | { setting: LimitSetting; factor: number }
  windowSeconds: number
  /**
   * What is counted. Default: everything, on arrival · `failures`: counted on arrival and refunded on
   * success · `failures-afterwards`: counted after a failure, so that concurrent successes do not refuse each
   * other.
   */
  countedEvents?: 'failures' | 'failures-afterwards'
  /**
   * Where it is counted. Default: in the database before the call, exact across processes · `memory`: in each
   * process, for calls too frequent to cost a statement each. A job syncs these counts through the database,
   * twice a second by default; between syncs, a few extra calls may pass.
   */
  storage?: 'memory'
  why: string
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const table = {
  writesPerAccount: {
    what: 'write requests to the API',
    per: 'account',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 1 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'no person works faster than this',
  },
  writesPerAddress: {
    what: 'write requests to the API',
    per: 'address',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'an office of customers shares an address',
  },
  vinsPerAddress: {
    what: 'decoded VINs',
    per: 'address',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'each takes milliseconds of processor time; a workshop types fewer',
  },
  searchesPerAddress: {
    what: 'searches by words, vehicle or a list of numbers that the response cache did not have',
    per: 'address',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 5 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'few searches run at a time, and an office shares an address',
  },
  listingsPerAddress: {
    what: 'suggestions while typing, and pages of parts by category, brand or filters, also uncached',
    per: 'address',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'they take turns with searches; search engines read them all',
  },
  identityCallsPerAddress: {
    what: 'calls under /auth, including reads',
    per: 'address',
    max: { setting: 'LIMIT_WRITES_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    storage: 'memory',
    why: 'every call has a limit; pages ask once for the session',
  },
  attemptsPerAddress: {
    what: 'sign-ins, sign-ups, passwords and codes given, right or wrong',
    per: 'address',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    why: 'checking a password is work; an office signs in at nine',
  },
  wrongAttemptsPerAddress: {
    what: 'wrong passwords, and sign-ups with a taken email',
    per: 'address',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 1 },
    windowSeconds: MINUTE,
    countedEvents: 'failures-afterwards',
    why: 'one password tried on many accounts; asking who has an account',
  },
  attemptsPerAddressAndAccount: {
    what: 'passwords given for one account, right or wrong',
    per: 'address and account',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 1 },
    windowSeconds: MINUTE,
    why: 'guessing; other addresses are not affected',
  },
  wrongAttemptsPerAddressAndAccount: {
    what: 'wrong passwords for one account',
    per: 'address and account',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 2 },
    windowSeconds: HOUR,
    countedEvents: 'failures',
    why: 'slow guessing; it takes 50 addresses to use up an account',
  },
  wrongAttemptsPerAccount: {
    what: 'wrong passwords for one account from browsers that never signed in to it',
    per: 'account',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 100 },
    windowSeconds: HOUR,
    countedEvents: 'failures',
    why: 'guessing from many addresses; known browsers and emailed links still get in',
  },
  attemptsPerKnownBrowser: {
    what: 'passwords given in a browser that signed in to the account before, right or wrong',
    per: 'known browser',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 1 },
    windowSeconds: MINUTE,
    why: 'the owner gets in whatever strangers try, and a stolen browser cannot guess for long',
  },
  wrongAttemptsPerKnownBrowser: {
    what: 'wrong passwords in a browser that signed in to the account before',
    per: 'known browser',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 2 },
    windowSeconds: HOUR,
    countedEvents: 'failures',
    why: 'slow guessing with a stolen browser',
  },
  wrongAttemptsOfKnownBrowsersPerAccount: {
    what: 'wrong passwords for one account from all browsers that signed in to it before',
    per: 'account',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 20 },
    windowSeconds: HOUR,
    countedEvents: 'failures',
    why: 'many known browsers do not add up',
  },
  attemptsOfKnownBrowsersPerAddress: {
    what: 'passwords and codes given in browsers that signed in to the account before, right or wrong',
    per: 'address',
    max: { setting: 'LIMIT_SIGN_IN_PER_MINUTE', factor: 10 },
    windowSeconds: MINUTE,
    why: 'checking a password is work; strangers at the same address do not use this up',
  },
  wrongCodesPerAccount: {
    what: 'wrong codes of the second factor from browsers in which none was given before',
    per: 'account',
    max: 10,
    windowSeconds: 15 * MINUTE,
    countedEvents: 'failures',
    why: 'there are only a million codes, three of them valid',
  },
  wrongCodesPerKnownBrowser: {
    what: 'wrong codes of the second factor in a browser in which one was given before',
    per: 'known browser',
    max: 10,
    windowSeconds: 15 * MINUTE,
    countedEvents: 'failures',
    why: 'an attacker with the password cannot lock out the owner',
  },
  wrongCodesOfKnownBrowsersPerAccount: {
    what: 'wrong codes of the second factor in all browsers in which one was given before',
    per: 'account',
    max: 20,
    windowSeconds: 15 * MINUTE,
    countedEvents: 'failures',
    why: 'with those of other browsers, 30 codes are tried at most',
  },
  wrongEmailedCodesPerAccount: {
    what: 'wrong codes of verification emails',
    per: 'account',
    max: 20,
    windowSeconds: DAY,
    countedEvents: 'failures',
    why: 'each email has a new code with five tries, and there are only a million codes',
  },
  usesPerCode: {
    what: 'uses of a code of the second factor',
    per: 'code',
    max: 1,
    // A code is valid for 30 seconds, and for the 30 before and after.
    windowSeconds: 2 * MINUTE,
    why: 'a code that someone saw is useless',
  },
  signUpsPerAddress: {
    what: 'sign-ups, including successful ones',
    per: 'address',
    max: { setting: 'LIMIT_SIGN_UP_PER_HOUR', factor: 1 },
    windowSeconds: HOUR,
    why: 'each is an account, a password to hash and an email to an unverified address',
  },
  mailsPerAddress: {
    what: 'emails sent by sign-ups, resets and verifications',
    per: 'address',
    max: { setting: 'LIMIT_MAIL_PER_HOUR', factor: 5 },
    windowSeconds: HOUR,
    why: 'one client emailing many people',
  },
  resetMailsPerEmail: {
    what: 'requested password reset emails',
    per: 'email',
    max: { setting: 'LIMIT_MAIL_PER_HOUR', factor: 1 },
    windowSeconds: HOUR,
    why: 'keeps a mailbox from being flooded; links stay valid for that hour, so an owner who reaches the limit still has one that works',
  },
  verificationMailsPerEmail: {
    what: 'repeated verification emails',
    per: 'email',
    max: { setting: 'LIMIT_MAIL_PER_HOUR', factor: 1 },
    windowSeconds: HOUR,
    why: 'keeps a mailbox from being flooded',
  },
  orderMailsPerEmail: {
    what: 'emails that an order was received or its address corrected; further ones are stored, but cause no email',
    per: 'email',
    max: { setting: 'LIMIT_MAIL_PER_HOUR', factor: 2 },
    windowSeconds: HOUR,
    why: 'placing and correcting orders costs nothing: it must not flood a mailbox',
  },
  orderMailsPerUnverifiedEmail: {
    what: 'the same emails to an unverified address',
    per: 'email',
    max: 3,
    windowSeconds: DAY,
    why: "a stranger who signs up with another person's address cannot flood that person with emails",
  },
  orderMailsAgainPerOrder: {
    what: 'emails about an order that an admin sends again',
    per: 'order',
    max: 5,
    windowSeconds: HOUR,
    why: 'a customer who waits for an email must not get a pile of them',
  },
  contactMessagesPerAddress: {
    what: 'messages of the contact form',
    per: 'address',
    max: { setting: 'LIMIT_CONTACT_PER_HOUR', factor: 1 },
    windowSeconds: HOUR,
    why: 'each is stored and emailed to the store',
  },
  contactMessagesPerStore: {
    what: 'messages of the contact form',
    per: 'store',
    max: { setting: 'LIMIT_CONTACT_PER_HOUR', factor: 200 },
    windowSeconds: HOUR,
    why: 'many addresses together cannot fill the database either',
  },
  invitationsPerAccount: {
    what: 'invitations of admins',
    per: 'account',
    max: 20,
    windowSeconds: DAY,
    why: 'each is an email to any address; a stolen login must not send many',
  },
  reviewsPerAccount: {
    what: 'reviews',
    per: 'account',
    max: { setting: 'LIMIT_REVIEWS_PER_DAY', factor: 1 },
    windowSeconds: DAY,
    why: 'reviews are on the home page',
  },
  missedSearchesPerAddress: {
    what: 'searches without results that are recorded for the admins',
    per: 'address',
    max: 30,
    windowSeconds: HOUR,
    storage: 'memory',
    why: 'one visitor cannot fill the list of missed searches; further searches work, but are not recorded',
  },
  // Counted by the card provider's events, each once (domain/payments/declines.server.ts).
  declinesPerOrder: {
    what: 'declined cards; then the payment is canceled',
    per: 'order',
    max: { setting: 'LIMIT_DECLINES_PER_ORDER', factor: 1 },
    windowSeconds: DAY,
    why: 'no testing of stolen cards',
  },
  declinesPerAccount: {
    what: 'declined cards; then all open payments are canceled',
    per: 'account',
    max: { setting: 'LIMIT_DECLINES_PER_ACCOUNT', factor: 1 },
    windowSeconds: DAY,
    why: 'starting another order does not help',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof table
export const limits: Readonly<Record<LimitName, Limit>> = table

/** The maximum of a row with these settings, and its window. */
export function rateOf(name: LimitName, numbers: LimitNumbers): { max: number; windowSeconds: number } {
  const { max, windowSeconds } = limits[name]
  return { max: typeof max === 'number' ? max : numbers[max.setting] * max.factor, windowSeconds }
}
