import type { Config } from '#config/config.ts'
import { rateOf } from '#config/limits.ts'
import { createBulkhead } from '#db/bulkhead.ts'
import type { ConnectionPools } from '#db/connection-pools.ts'
import type { DatabaseUrls } from '#db/database-urls.ts'
import { type JobQueue, openJobQueue } from '#db/job-queue.ts'
import { retryWhileUnavailable, type StartWait } from '#db/prepare-database.ts'
import { createRateLimits } from '#db/rate-limits.ts'
import { openReplica, type Replica } from '#db/replica/open-replica.ts'
import { demoAdmin, demoCustomer } from '#demo/data/demo-users.ts'
import { createMailbox } from '#demo/mailbox/mailbox.ts'
import { CONTENT_MAX_AGE_MS, createLiveContent } from '#domain/content/live-content.server.ts'
import type { StoreContent } from '#domain/content/store-content.ts'
import type { JobData } from '#domain/jobs.ts'
import { letterheadOf } from '#domain/mails/letterhead.ts'
import type { CompleteMail, Mail, Mailer } from '#domain/mails/mail.ts'
import { requirePlainAddress } from '#domain/mails/plain-address.ts'
import { recordDeadLetter } from '#domain/mails/record-dead-letter.server.ts'
import { renderMail } from '#domain/mails/render-mail.ts'
import { createImageRecords } from '#domain/products/image-records.server.ts'
import { createMissedSearches } from '#domain/search/count-missed-searches.server.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import { isFromOwnPages } from '#domain/shared/same-origin.ts'
import type { ShopRules } from '#domain/shop-rules.ts'
import type { BrowsingShop, Shop } from '#domain/shop.ts'
import { createVehicleList } from '#domain/vehicles/vehicle-list.server.ts'
import { openPictures } from '#integrations/images/choose-images.ts'
import { createPictureFetcher } from '#integrations/images/fetch-picture.ts'
import { greetingName } from '#integrations/mail/greeting-name.ts'
import { createMailDelivery } from '#integrations/mail/mail-delivery.ts'
import { type MailTransport, smtpTransport } from '#integrations/mail/smtp.ts'
import { createStripePayments } from '#integrations/payments/stripe.ts'
import { createVinData } from '#integrations/vin/vin-data.ts'
import { createCounter } from '#observe/counter.ts'
import { openChangeChannel } from './change-channel.ts'
import type { Log } from './log.ts'
import { CHANGE_QUEUE, CHECKOUT_QUEUE, ORDER_QUEUE, SEARCH_QUEUE } from './queue-limits.ts'
import { queuesOf } from './queues.ts'
import type { CacheEntry } from './response-cache/cached-response.ts'
import { createTaggedCache } from './response-cache/tagged-cache.ts'

const SIMULATOR_PUBLISHABLE_KEY = 'pk_test_driveline_simulator'

/** The mount path of the simulator. */
export const SIMULATOR_PATH = '/simulator/stripe'

/** Size limit of the response cache, in bytes. */
const CACHE_BYTES = 32 * 2 ** 20

/**
 * How old a public response may be, in ms, if another process has changed what it shows (decision 147). The
 * store's own content may be CONTENT_MAX_AGE_MS old when it is rendered; the rest is the time in the cache.
 * With a replica, half of it is the replica's age.
 */
const FRESHNESS_MS = 2_000

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
  /** The content of the store's files. */
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
  const replica = await openOwnReplica(deps)
  opening.defer(() => replica?.close())
  const content = createLiveContent(pools.reads.db, deps.content)
  const caches = createCaches(replica, content)
  const { cache, vehicleList } = caches
  const channel = await openChangeChannel(deps.urls.directUrl, log, caches)
  opening.defer(() => channel.stop())
  const jobs = await retryWhileUnavailable(deps.startWait, () =>
    openJobQueue<JobData>({
      url: deps.urls.directUrl,
      queues: queuesOf(config),
      warn: (reason) => log.warn({ reason }, 'the queues of jobs'),
    }),
  )
  const { mailer, mailbox, transport } = chooseMail({ ...deps, liveContent: content.read }, jobs)
  opening.defer(() => transport.close())
  opening.defer(() => jobs.stop())

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
    content: content.read,
  }
  const shop: Shop = {
    ...browsing,
    db: pools.changes.db,
    browsing,
    fetchPicture: createPictureFetcher({ ownHost: () => new URL(deps.appUrl()).hostname }),
    changeBulkhead: createBulkhead(CHANGE_QUEUE),
    orderBulkhead: createBulkhead(ORDER_QUEUE),
    checkoutBulkhead: createBulkhead({
      ...CHECKOUT_QUEUE,
      maxRunning: Math.max(1, Math.floor(pools.changes.max / 2)),
    }),
    payments: choosePayments(deps),
    mail: mailer,
    vins: createVinData(),
    jobs,
    rules,
    counters: { orders: createCounter(), payments: createCounter() },
    publishChange(tag) {
      caches.invalidate(tag)
      channel.publish(tag)
    },
    isFromOwnPages: (request) =>
      isFromOwnPages(request, deps.appUrl(), { isStrict: config.APP_URL !== undefined }),
    storeEmail: config.sender.address,
    orderEmail: async () =>
      config.ORDER_MAIL_TO === 'off'
        ? null
        : (config.ORDER_MAIL_TO ?? letterheadOf(await content.read(), '').email ?? config.sender.address),
    fileContent: deps.content,
  }
  const opened = opening.move()
  return {
    shop,
    /** The shop for calls that change nothing; its `db` reads from connections of their own. */
    readShop: { ...shop, db: pools.reads.db },
    cache,
    /** Whether changes of other processes are received. */
    hearsChanges: () => channel.isConnected(),
    /** Set with DATABASE_REPLICA_URL. */
    replica,
    pictures,
    /** Set in demo mode without a mail server. */
    mailbox,
    jobs,
    mailDelivery: createMailDelivery({
      transport,
      onDead: (letter) => recordDeadLetter(pools.changes.db, letter),
      log,
    }),
    stop: () => opened.disposeAsync(),
  }
}

/** The replica of DATABASE_REPLICA_URL; null without that setting. */
async function openOwnReplica({ config, pools, startWait, log }: ShopDeps): Promise<Replica | null> {
  if (config.DATABASE_REPLICA_URL === undefined) return null
  return openReplica({
    url: config.DATABASE_REPLICA_URL,
    max: pools.reads.max,
    maxAgeMs: FRESHNESS_MS / 2,
    primary: pools.reads.queries,
    beatDb: pools.readiness.db,
    startWait,
    log: (line) => log.warn(line),
  })
}

/** The caches of this process. */
function createCaches(replica: Replica | null, content: { forget(): void }) {
  const cacheMs = (replica ? FRESHNESS_MS / 2 : FRESHNESS_MS) - CONTENT_MAX_AGE_MS
  const cache = createTaggedCache<CacheEntry>(CACHE_BYTES, cacheMs)
  const vehicleList = createVehicleList()
  return {
    cache,
    vehicleList,
    invalidate(tag: CacheTag) {
      // First: what is read again from now on shows the change.
      replica?.noteChange()
      if (tag === 'vehicles') vehicleList.forget()
      if (tag === 'content') {
        content.forget()
        // Every page shows it.
        cache.clear()
        return
      }
      // Responses that show vehicles have the tag `products`.
      cache.invalidate(tag === 'vehicles' ? 'products' : tag)
    },
    /** Invalidates everything: changes may have been missed. */
    clear() {
      replica?.noteChange()
      content.forget()
      cache.clear()
      vehicleList.forget()
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
    sharedEmails: config.demo ? [demoCustomer.email, demoAdmin.email] : [],
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

/** The mail server; without one, the mailbox, which gets emails at once unless they are about orders. */
function chooseMail(
  { config, pools, completeMail, liveContent, ...deps }: ShopDeps & { liveContent: Shop['content'] },
  jobs: JobQueue<JobData>,
) {
  const render = async (mail: Mail) =>
    renderMail(mail.content, letterheadOf(await liveContent(), deps.appUrl()))
  if (!config.SMTP_URL) {
    const mailbox = createMailbox({
      pool: pools.changes.pool,
      storeName: async () => (await liveContent()).name,
      render,
    })
    const mailer: Mailer = {
      async send(mail, trx) {
        const complete = await completeMail(mail)
        if (complete) await mailbox.send(complete, trx)
      },
    }
    return {
      mailer,
      mailbox,
      transport: { deliver: (mail: Mail) => mailer.send(mail), close: () => undefined },
    }
  }
  const smtp = smtpTransport({
    url: config.SMTP_URL,
    from: config.MAIL_FROM,
    name: greetingName(config),
    render,
  })
  const transport: MailTransport = {
    ...smtp,
    async deliver(mail) {
      const complete = await completeMail(mail)
      if (complete) await smtp.deliver(complete)
    },
  }
  const mailer: Mailer = {
    async send(mail, trx) {
      // Refused here and not at delivery: a retry could never succeed.
      requirePlainAddress(mail.to)
      await jobs.add(trx ?? pools.changes.db, 'mails', mail)
      if (!trx) jobs.wake()
    },
  }
  return { mailer, mailbox: null, transport }
}
