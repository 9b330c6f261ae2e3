import type { Bulkhead } from '#db/bulkhead.ts'
import type { Database } from '#db/connection.ts'
import type { RateLimits } from '#db/rate-limits.ts'
import type { Counter } from '#observe/counter.ts'
import type { StoreContent } from './content/store-content.ts'
import type { ShopJobs } from './jobs.ts'
import type { Mailer } from './mails/mail.ts'
import type { PaymentProvider } from './payments/payment-provider.ts'
import type { ImageStore } from './products/image-store.ts'
import type { PictureFetcher } from './products/picture-fetcher.ts'
import type { MissedSearches } from './search/count-missed-searches.server.ts'
import type { CacheTag } from './shared/cache-tags.ts'
import type { RefusalCode } from './shared/outcome.ts'
import type { ShopRules } from './shop-rules.ts'
import type { VinData } from './vehicles/decode-vin.ts'
import type { VehicleList } from './vehicles/vehicle-list.server.ts'

/** The dependencies of use cases. Created once by server/create-shop.ts for the API and the pages. */
export type Shop = {
  db: Database
  /** Used by public pages and the calls with `isBrowsing`; its database may be a replica. */
  browsing: BrowsingShop
  /**
   * Runs few searches at a time, so that they do not crowd out other work. `visitors` and `admins` have
   * separate limits, and clients take turns (see `shopForClient`).
   */
  searchBulkhead: Bulkhead
  /** Serializes changes of one order, product or account by its id: they wait here, without a connection. */
  changeBulkhead: Bulkhead
  /** The same for orders, by the id of their product. */
  orderBulkhead: Bulkhead
  /** Bounds the checkouts of all customers: those of one locked part do not take all connections. */
  checkoutBulkhead: Bulkhead
  payments: PaymentProvider
  images: ImageStore
  fetchPicture: PictureFetcher
  mail: Mailer
  vins: VinData
  /** The vehicles that the store knows, cached; read by `browsing`. */
  vehicles: () => Promise<VehicleList>
  limits: RateLimits
  /** Counts searches without a result; a job stores them. */
  missedSearches: MissedSearches
  /** Adds work that is done in the background once its transaction has committed. */
  jobs: ShopJobs
  rules: ShopRules
  /** Outcomes of orders and payments in this process, for /metrics. */
  counters: ShopCounters
  /**
   * Call after the commit of a change: no later response of this process shows the state before it. The
   * other processes hear of it, and show it within 2 s in any case (decision 147).
   */
  publishChange: (tag: CacheTag) => void
  /** The public URL, without a trailing slash; known once the store listens. */
  appUrl: () => string
  /** False when a browser reports another site as the sender. */
  isFromOwnPages: (request: Request) => boolean
  /** The recipient of messages to the store. */
  storeEmail: string
  /** The recipient of emails about paid orders; null: none are sent. */
  orderEmail: () => Promise<string | null>
  /** The store's own content, which an admin may change at any time: read it at each use. */
  content: () => Promise<StoreContent>
  /** What the store's files say, without the changes of admins; constant while it runs. */
  fileContent: StoreContent
}

/**
 * The dependencies of use cases that only read what everyone may see. Their `db` may be a replica (decision
 * 147), so nothing about money, roles, tokens or one customer may be read by it: a use case that needs a
 * `Shop` cannot be called with this.
 */
export type BrowsingShop = Pick<
  Shop,
  'db' | 'searchBulkhead' | 'limits' | 'missedSearches' | 'images' | 'vehicles' | 'appUrl' | 'content'
>

/**
 * Each order is counted as placed or by the code of its refusal, each payment by what its charge or card came
 * to.
 */
type ShopCounters = {
  orders: Counter<'placed' | RefusalCode>
  payments: Counter<'paid' | 'refund_due' | 'mismatch' | 'canceled' | 'declined' | 'refunded'>
}
