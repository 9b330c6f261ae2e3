import type { LRUCache } from 'lru-cache'
import type { Bulkhead } from '#db/bulkhead.ts'
import type { Database } from '#db/connection.ts'
import type { RateLimits } from '#db/rate-limits.ts'
import type { ImageStore } from './products/image-store.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { StoreContent } from './content/store-content.ts'
import type { Mailer } from './mailer.ts'
import type { OrderQueue } from './orders/order-queue.server.ts'
import type { Viewer } from './accounts/viewer.ts'

/** What a use case may use. Made once by server/create-shop.ts and handed to both doors. */
export type Shop = {
  db: Database
  /** The same shop for what only reads: its `db` has connections of its own, so that changes that wait for a lock do not delay it. */
  reading: Shop
  /** Searches, few at a time, so that everything else goes on beside them. By `visitors` or `admins`, who do not keep each other from it. */
  searching: Bulkhead
  /** Changes of what already exists, by its id: those of one order, part or account wait where they keep no connection. */
  changing: Bulkhead
  payments: PaymentProvider
  images: ImageStore
  mail: Mailer
  limits: RateLimits
  rules: ShopRules
  orderQueue: OrderQueue
  /** Tells this process at once, and the others by the database, that what they keep in memory of `topic` is old. */
  publishChange: (topic: ChangeTopic) => void
  /** As `announce`, of a committed change that a trigger has told the others: ends when none of them answers with what was before. */
  publishChangeAndWait: (topic: ChangeTopic) => Promise<void>
  /**
   * Access tokens known to this process: token hash (base64) → whose it is. A new one whenever a token, role or session changes;
   * null while changes made by other processes cannot be heard.
   */
  readonly tokenCache: LRUCache<string, CachedToken> | null
  /** The address people use, without a trailing slash; known once the store listens. */
  appUrl: () => string
  /** False when a browser says that another site's page sent this. */
  isFromOwnPages: (request: Request) => boolean
  /** Where messages to the store go. */
  storeEmail: string
  /** What the store says about itself; the same while it runs. */
  content: StoreContent
}

/** What others may keep in memory and must drop when it changes. */
export type ChangeTopic = 'products' | 'reviews' | 'tokens'

/** The store's adjustable numbers. */
export type ShopRules = {
  /** Minutes for which an unpaid order keeps its stock. */
  orderHoldMinutes: number
  /** The same for a customer whose e-mail address is not confirmed. */
  unverifiedHoldMinutes: number
  /** Percent of a part's pieces that may be held, all together, for customers whose e-mail address is not confirmed. */
  unverifiedSharePercent: number
  /** Minutes for which an access token is valid. */
  tokenMinutes: number
  /** How many unpaid orders one customer may have at a time. */
  maxUnpaidOrders: number
  /** How many cards may be declined within a day, for one order and for one customer. */
  declinesPerOrder: number
  declinesPerAccount: number
}

/** An access token that was looked up before; `endsAt` in ms of performance.now(), which no corrected wall clock moves. */
export type CachedToken = { viewer: Viewer; endsAt: number }
