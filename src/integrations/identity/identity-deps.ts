import type { Config } from '#config/config.ts'
import type { Database } from '#db/connection.ts'
import type { RateLimits } from '#db/rate-limits.ts'
import type { StoreIdentity } from '#domain/content/store-content.ts'
import type { ShopJobs } from '#domain/jobs.ts'
import type { Mailer } from '#domain/mails/mail.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import type { Shop } from '#domain/shop.ts'
import type { PasswordHashing } from './password-hashing.ts'

/** What every identity provider may use. */
export type IdentityDeps = {
  db: Database
  config: Config
  secret: string
  /** The public URL, without a trailing slash; called at the first use, when the store is listening. */
  appUrl: () => string
  limits: RateLimits
  /** The sender of emails. */
  store: () => Promise<StoreIdentity>
  mail: Mailer
  jobs: Pick<ShopJobs, 'wake'>
  /** Deletes the unpaid orders of an account that the owner of its mailbox never opened. */
  deleteOpenOrders: (accountId: string) => Promise<Outcome<null>>
  /** Deletes the unpaid orders of an account that its owner closes. */
  deleteUnpaidOrders: (accountId: string) => Promise<Outcome<null>>
  publishChange: Shop['publishChange']
  hashing: PasswordHashing
  /** As in ShopRules. */
  sharedEmails: readonly string[]
  /** Receives our own failures, never wrong passwords. */
  log: { error(fields: object, message: string): void }
}
