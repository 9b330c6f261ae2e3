import type { Config } from '#config/config.ts'
import { rateOf } from '#config/limits.ts'
import { createBulkhead } from '#db/bulkhead.ts'
import type { ConnectionPools } from '#db/connection-pools.ts'
import type { DatabaseUrls } from '#db/database-urls.ts'
import { watchOutage } from '#db/outage.ts'
import type { StartWait } from '#db/prepare-database.ts'
import { createRateLimits } from '#db/rate-limits.ts'
import { openReplica, type Replica } from '#db/replica/open-replica.ts'
import { createMailbox } from '#demo/mailbox/mailbox.ts'
import type { StoreContent } from '#domain/content/store-content.ts'
import { letterheadOf } from '#domain/mails/letterhead.ts'
import type { CompleteMail, Mail, Mailer } from '#domain/mails/mail.ts'
import { recordDeadLetter } from '#domain/mails/record-dead-letter.server.ts'
import { renderMail } from '#domain/mails/render-mail.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { createMissedSearches } from '#domain/search/count-missed-searches.server.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import type { ShopRules } from '#domain/shop-rules.ts'
import type { BrowsingShop, CachedToken, Shop } from '#domain/shop.ts'
import { createVehicleList } from '#domain/vehicles/vehicle-list.server.ts'
import { openPictures } from '#integrations/images/choose-images.ts'
import { greetingName } from '#integrations/mail/greeting-name.ts'
import { createMailer } from '#integrations/mail/mail-queue.ts'
import { smtpTransport } from '#integrations/mail/smtp.ts'
import { createStripePayments } from '#integrations/payments/stripe.ts'
import { createVinData } from '#integrations/vin/vin-data.ts'
import { createCounter } from '#observe/counter.ts'
import { openChangeChannel } from './change-channel/change-channel.ts'
import { createImportRunner } from './import-runner.ts'
import type { Log } from './log.ts'
import { CHANGE_QUEUE, ORDER_QUEUE, SEARCH_QUEUE } from './queue-limits.ts'
import type { CacheEntry } from './response-cache/cached-response.ts'
import type { FileCopy } from './response-cache/stale-response.ts'
import { createTaggedCache } from './response-cache/tagged-cache.ts'

const SIMULATOR_PUBLISHABLE_KEY = 'pk_test_driveline_simulator'

/** The mount path of the simulator. */
export const SIMULATOR_PATH = '/simulator/stripe'

/** Size limits of the caches, in bytes; of tokens, about ten thousand fit. */
const CACHE_BYTES = 32 * 2 ** 20
const FILES_BYTES = 8 * 2 ** 20
const TOKENS_BYTES = 8 * 2 ** 20

/** Messages of the log about an outage. */
const DATABASE_IS_DOWN =
  'the database cannot be reached: public responses are served stale, and marked as such'
const DATABASE_IS_BACK = 'the database can be reached again'

/** A shop with the services that the server itself needs. */
export type ShopServices = Awaited<ReturnType<typeof createShop>>

type ShopDeps = {
  config: Config
  pools: ConnectionPools
  urls: DatabaseUrls
  startWait: StartWait
  webhookSecret: string
  /** The secret key of demo mode's card simulator. */
  simulatorKey: string
  /** How this server reaches itself, such as `http://127.0.0.1:3000`; known once it listens. */
  ownUrl: () => string
  appUrl: () => string
  content: StoreContent
  log: Log
  /** Called when an email is delivered; the identity provider is created after the shop. */
  completeMail: CompleteMail
}

/**
 * Creates a shop: the settings alone decide which service implements each port.
 * @throws DatabaseUnusableError when DATABASE_REPLICA_URL leads to another database.
 */
export async function createShop(deps: ShopDeps) {
  const { config, pools, log } = deps
  await using opening = new AsyncDisposableStack()
  const outage = watchOutage(deps.urls.url, (isDown) =>
    log.warn(isDown ? DATABASE_IS_DOWN : DATABASE_IS_BACK),
  )
  opening.defer(() => outage.stop())
  let replica: Replica | null = null
  const isConnected = () => channel.isConnected()
  const caches = createCaches(isConnected, () => replica?.noteChange())
  const { cache, tokenCache, vehicleList } = caches
  const channel = await openChangeChannel(deps.urls, log, caches)
  opening.defer(() => channel.stop())
  if (config.DATABASE_REPLICA_URL !== undefined)
    replica = await openReplica({
      url: config.DATABASE_REPLICA_URL,
      max: pools.reads.max,
      maxAgeMs: config.REPLICA_MAX_AGE_SECONDS * 1_000,
      primary: pools.reads.queries,
      probeDb: pools.readiness.db,
      startWait: deps.startWait,
      changes: { revision: () => cache.revision(), isConnected },
      outage,
      log: (line) => log.warn(line),
    })
  opening.defer(() => replica?.close())
  const { mailer, mailbox, queue } = chooseMail(deps)
  opening.defer(() => queue?.stop())
  const imports = createImportRunner(() => shop, log)
  opening.defer(() => imports.stop())

  const pictures = openPictures(config, createImageRecords(pools.changes.db))
  const rules = rulesOf(config, deps.content)
  const limits = createRateLimits(pools.changes.db, config)
  const browsing: BrowsingShop = {
    db: replica?.db ?? pools.reads.db,
    // A third of the read connections, 1 with the default pool: two would take both processors of a small
    // machine from orders.
    searchBulkhead: createBulkhead({
      ...SEARCH_QUEUE,
      maxRunning: Math.max(1, Math.floor(pools.reads.max / 3)),
      timeoutMessage: 'The search took too long',
    }),
    limits,
    missedSearches: createMissedSearches(limits),
    images: pictures.images,
    vehicles: () => vehicleList(browsing.db),
    appUrl: deps.appUrl,
    content: deps.content,
  }
  const shop: Shop = {
    ...browsing,
    db: pools.changes.db,
    browsing,
    changeBulkhead: createBulkhead(CHANGE_QUEUE),
    orderBulkhead: createBulkhead(ORDER_QUEUE),
    payments: choosePayments(deps),
    mail: mailer,
    vins: createVinData(),
    startImports: () => imports.start(),
    rules,
    counters: { orders: createCounter(), payments: createCounter() },
    publishChange(tag) {
      caches.invalidate(tag)
      return channel.publish(tag)
    },
    tokenCache,
    isFromOwnPages: (request) =>
      isFromOwnPages(request, deps.appUrl(), { isStrict: config.APP_URL !== undefined }),
    storeEmail: config.sender.address,
    orderEmail:
      config.ORDER_MAIL_TO === 'off'
        ? null
        : (config.ORDER_MAIL_TO ?? letterheadOf(deps.content, '').email ?? config.sender.address),
  }
  const opened = opening.move()
  return {
    shop,
    /** The shop for GET calls of the API; its `db` reads from connections of their own. */
    readShop: { ...shop, db: pools.reads.db },
    cache,
    files: caches.files,
    outage,
    /** Set with DATABASE_REPLICA_URL. */
    replica,
    pictures,
    /** Set in demo mode without a mail server. */
    mailbox,
    /** Outcomes of attempts to deliver emails; null without a mail server. */
    mailAttempts: queue?.attempts ?? null,
    /** Starts mail delivery; call after listening. */
    startMail: () => queue?.start(),
    stop: () => opened.disposeAsync(),
  }
}

/**
 * The caches of this process. They are used only while changes from other processes arrive.
 * @param onChange called after they were invalidated.
 */
function createCaches(isConnected: () => boolean, onChange: () => void) {
  const cache = createTaggedCache<CacheEntry>(CACHE_BYTES, isConnected)
  /** Copies of files for an outage. */
  const files = createTaggedCache<FileCopy>(FILES_BYTES, isConnected)
  const tokenCache = createTaggedCache<CachedToken>(TOKENS_BYTES, isConnected)
  const vehicleList = createVehicleList()
  return {
    cache,
    files,
    tokenCache,
    vehicleList,
    invalidate(tag: CacheTag) {
      if (tag === 'tokens') tokenCache.clear()
      if (tag === 'vehicles') vehicleList.forget()
      // Responses that show vehicles have the tag `products`. That of a change of vehicles arrives first: a
      // response may have been rendered with the old list since.
      const staleTag = tag === 'vehicles' ? 'products' : tag
      cache.invalidate(staleTag)
      files.invalidate(staleTag)
      onChange()
    },
    /** Invalidates everything: changes may have been missed. */
    clear() {
      for (const tagged of [cache, files, tokenCache]) tagged.clear()
      vehicleList.forget()
      onChange()
    },
  }
}

function rulesOf(config: Config, content: StoreContent): ShopRules {
  return {
    orderHoldMinutes: config.ORDER_HOLD_MINUTES,
    unverifiedHoldMinutes: config.UNVERIFIED_HOLD_MINUTES,
    holdReminderMinutes: config.HOLD_REMINDER_MINUTES,
    unverifiedSharePercent: config.UNVERIFIED_SHARE_PERCENT,
    tokenMinutes: config.TOKEN_MINUTES,
    orderPrefix: content.orderPrefix,
    maxUnpaidOrders: config.LIMIT_UNPAID_ORDERS,
    declinesPerOrder: rateOf('declinesPerOrder', config),
    declinesPerAccount: rateOf('declinesPerAccount', config),
  }
}

function choosePayments({ config, ...deps }: ShopDeps) {
  const isStripe = config.STRIPE_SECRET_KEY !== undefined
  const stripeBase = config.STRIPE_API_BASE ?? null
  return createStripePayments({
    secretKey: config.STRIPE_SECRET_KEY ?? deps.simulatorKey,
    publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? SIMULATOR_PUBLISHABLE_KEY,
    webhookSecrets: [deps.webhookSecret, config.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    apiBase: () => (isStripe ? stripeBase : deps.ownUrl() + SIMULATOR_PATH),
    browserApiBase: isStripe ? stripeBase : SIMULATOR_PATH,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
}

/** `queue` with a mail server, `mailbox` without one. */
function chooseMail({ config, pools, completeMail, ...deps }: ShopDeps) {
  const render = (mail: Mail) => renderMail(mail.content, letterheadOf(deps.content, deps.appUrl()))
  if (!config.SMTP_URL) {
    const mailbox = createMailbox({ pool: pools.changes.pool, storeName: deps.content.name, render })
    const mailer: Mailer = {
      ...mailbox,
      async send(mail, trx) {
        const complete = await completeMail(mail)
        if (complete) await mailbox.send(complete, trx)
      },
    }
    return { mailer, mailbox, queue: null }
  }
  const transport = smtpTransport({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    name: greetingName(config),
    render,
  })
  const queue = createMailer({
    connectionString: deps.urls.directUrl,
    transport: {
      ...transport,
      async deliver(mail) {
        const complete = await completeMail(mail)
        if (complete) await transport.deliver(complete)
      },
    },
    onDead: (letter) => recordDeadLetter(pools.changes.db, letter),
    log: deps.log,
  })
  return { mailer: queue, mailbox: null, queue }
}
