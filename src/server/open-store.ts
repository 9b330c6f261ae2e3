import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Config } from '#config/config.ts'
import { checkConnectionCount } from '#db/connection-count.ts'
import { type ConnectionPools, connectPools } from '#db/connection-pools.ts'
import { databaseFailure } from '#db/database-failure.ts'
import { type DatabaseUrls, isPooled } from '#db/database-urls.ts'
import { JOB_CONNECTIONS } from '#db/job-queue.ts'
import { prepareDatabase, retryWhileUnavailable, type StartWait } from '#db/prepare-database.ts'
import { createSimulator } from '#demo/card-simulator/simulator.ts'
import { deleteOpenOrders, deleteUnpaidOrders } from '#domain/payments/delete-open-orders.server.ts'
import type { Shop } from '#domain/shop.ts'
import { completeInvitationMail } from '#domain/staff/complete-invitation-mail.server.ts'
import type { MailingIdentity } from '#integrations/identity/better-auth.ts'
import { createIdentity } from '#integrations/identity/create-identity.ts'
import { createPasswordHashing, type QueuedHashing } from '#integrations/identity/password-hashing.ts'
import type { Pictures } from '#integrations/images/choose-images.ts'
import { createCounter } from '#observe/counter.ts'
import { CHANNEL_CONNECTIONS } from './change-channel.ts'
import type { ReadContent } from './content/read-content.ts'
import { createApp } from './create-app.ts'
import { createShop, SIMULATOR_PATH } from './create-shop.ts'
import { discardUnreadBody } from './http/unread-body.ts'
import { startJobs } from './jobs.ts'
import type { Log } from './log.ts'
import { readBuildInfo } from './metrics/build-info.ts'
import { createDatabaseStats } from './metrics/database-stats.ts'
import { createJobCounts } from './metrics/job-counts.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRequestCounts } from './metrics/request-counts.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import type { Pages, PagesDependencies } from './pages.ts'
import { checkReadiness, type Phase } from './readiness.ts'
import { createResponseCache, type ResponseCache } from './response-cache/response-cache.ts'
import { generatedSecret } from './secrets.ts'
import { startTracing } from './start-tracing.ts'

/** A store on its database, ready to listen. */
export type OpenStore = {
  shop: Shop
  pools: ConnectionPools
  /** How long a start waits for its database. */
  startWait: StartWait
  listener: RequestListener
  /** Reuses demo pictures that are already encoded. */
  addEncodedPicture: Pictures['addEncodedPicture']
  /** The listener of METRICS_PORT. Loads the metrics library. */
  createMetricsListener(): Promise<RequestListener>
  /** Starts background work: emails and jobs. /readyz then says ready. */
  begin(): void
  /**
   * Makes /readyz say draining, so that load balancers send requests elsewhere. Requests are still served.
   */
  beginDraining(): void
  /** Stops everything and closes every connection; call after the last request. */
  close(): Promise<void>
}

/**
 * Opens the store on a database: migrations, services, API and pages.
 * @throws DatabaseUnusableError after DATABASE_WAIT_SECONDS.
 * @param deps.ownUrl how the server reaches itself; `appUrl` the public URL. Both are read only once it
 * listens.
 */
export async function openStore(deps: {
  config: Config
  databaseUrl: string
  ownUrl: () => string
  appUrl: () => string
  content: ReadContent
  log: Log
  createPages: (deps: PagesDependencies) => Promise<Pages>
  /** Only tests pass their own. */
  hashing?: QueuedHashing | undefined
}): Promise<OpenStore> {
  const { config, databaseUrl, log } = deps
  const urls: DatabaseUrls = { url: databaseUrl, directUrl: config.DATABASE_DIRECT_URL ?? databaseUrl }
  const build = readBuildInfo(config.BUILD_COMMIT)
  const stopTracing = await startTracing(config, build.version, log)
  const startWait = startWaitOf(config, log)
  const pools = await openPools(urls, config, startWait, log)
  const secrets = await readSecrets(config)
  const services = await createShop({
    ...deps,
    ...secrets,
    content: deps.content.content,
    urls,
    pools,
    startWait,
    completeMail: (mail) =>
      mail.kind === 'staff_invitation' ? completeInvitationMail(shop, mail) : identity.completeMail(mail),
  })
  const { shop } = services
  const hashing = deps.hashing ?? createPasswordHashing()
  const identity: MailingIdentity = await createIdentity({
    hashing,
    db: pools.changes.db,
    config,
    secret: secrets.authSecret,
    appUrl: deps.appUrl,
    limits: shop.limits,
    store: shop.content,
    mail: shop.mail,
    jobs: shop.jobs,
    sharedEmails: shop.rules.sharedEmails,
    deleteOpenOrders: (accountId) => deleteOpenOrders(shop, accountId),
    deleteUnpaidOrders: (accountId) => deleteUnpaidOrders(shop, accountId),
    publishChange: shop.publishChange,
    log,
  })
  const simulator = config.STRIPE_SECRET_KEY ? null : openSimulator({ ...deps, ...secrets, pools })

  let phase: Phase = 'starting'
  const counts = { requests: createRequestCounts(), refusals: createCounter(), failures: createCounter() }
  const jobCounts = createJobCounts()
  const databaseStats = createDatabaseStats(urls.url)
  const pages = await deps.createPages({ shop: shop.browsing, config, signIn: identity.signIn })
  const app = createApp({
    config,
    services,
    identity,
    simulator: simulator && { path: SIMULATOR_PATH, app: simulator.app },
    contentFiles: deps.content.files,
    pages,
    readiness: () => checkReadiness(phase, pools.readiness.db, services.hearsChanges()),
    counts,
    log,
  })
  const responseCache = createResponseCache(services.cache, (url) => pages.knownUrl(url))

  let stopJobs = () => Promise.resolve()
  return {
    shop,
    pools,
    startWait,
    listener: createListener(app, responseCache),
    async createMetricsListener() {
      const metrics = await createMetrics({
        ...counts,
        build,
        shop,
        services,
        pools,
        hashing,
        responseCache,
        jobs: jobCounts,
        isReady: () => phase === 'ready',
        database: databaseStats,
      })
      return serveMetrics(metrics, config.METRICS_TOKEN, log)
    },
    addEncodedPicture: (url, from) => services.pictures.addEncodedPicture(url, from),
    begin() {
      phase = 'ready'
      const jobs = startJobs(services, config.SWEEP_SECONDS, jobCounts, log)
      stopJobs = () => jobs.stop()
      // Better Auth loads at its first call: load it now, not during a sign-in. If that fails, the sign-in
      // loads it, and reports the error.
      void identity
        .handle(new Request(`${deps.appUrl()}/auth/ok`), { clientAddress: 'in-process', body: {} })
        .catch(() => undefined)
    },
    beginDraining() {
      phase = 'draining'
    },
    async close() {
      await Promise.all([stopJobs(), simulator?.stop(), services.stop()])
      databaseStats.stop()
      await pools.close()
      await stopTracing()
    },
  }
}

/** The pools, the change channel and the jobs. */
export function connectionsNeeded(config: Config): number {
  return config.DATABASE_POOL + CHANNEL_CONNECTIONS + JOB_CONNECTIONS
}

/**
 * Prepares the database, and connects to it.
 * @throws DatabaseUnusableError after DATABASE_WAIT_SECONDS.
 */
async function openPools(
  urls: DatabaseUrls,
  config: Config,
  startWait: StartWait,
  log: Log,
): Promise<ConnectionPools> {
  await prepareDatabase(urls, startWait)
  const pools = connectPools(urls.url, {
    max: config.DATABASE_POOL,
    pooled: isPooled(urls),
    onError: (error) => log.warn({ reason: error.message }, 'a database connection was lost'),
  })
  const tooFew = await retryWhileUnavailable(startWait, () =>
    checkConnectionCount(pools.changes.db, connectionsNeeded(config)),
  )
  if (tooFew) log.warn(tooFew)
  return pools
}

/** The secrets of the settings; missing ones are generated, which only a demo allows for the first two. */
async function readSecrets(config: Config) {
  const generated = (name: string) => generatedSecret(config.DATA_DIR, name)
  return {
    authSecret: config.AUTH_SECRET ?? (await generated('auth')),
    webhookSecret: config.STRIPE_WEBHOOK_SECRET ?? `whsec_${await generated('webhook')}`,
    simulatorKey: config.SIMULATOR_SECRET_KEY ?? `sk_test_${await generated('simulator')}`,
  }
}

function openSimulator(deps: {
  config: Config
  pools: ConnectionPools
  ownUrl: () => string
  webhookSecret: string
  simulatorKey: string
  log: Log
}) {
  return createSimulator({
    pool: deps.pools.changes.pool,
    webhook: { url: () => `${deps.ownUrl()}/webhooks/stripe`, secret: deps.webhookSecret },
    secretKey: deps.simulatorKey,
    faults: deps.config.SIMULATOR_FAULTS,
    log: deps.log,
    isOutage: (error) => databaseFailure(error) !== null,
  })
}

/** Cached responses are sent in front of the application. */
function createListener(app: ReturnType<typeof createApp>, responseCache: ResponseCache): RequestListener {
  const fromApp = getRequestListener(
    async (request, env) => {
      const { incoming } = env
      const response = await responseCache.respond(request, incoming.url ?? '/', async () =>
        app.fetch(request, env),
      )
      await discardUnreadBody(incoming)
      return response
    },
    // HTTP/1.0 may omit the host, as some load balancers' health checks do.
    { hostname: 'localhost' },
  )
  return (req, res) => {
    if (!responseCache.send(req, res)) void fromApp(req, res)
  }
}

function startWaitOf({ DATABASE_WAIT_SECONDS: seconds }: Config, log: Log): StartWait {
  return {
    waitMs: seconds * 1_000,
    onWait: (reason) => log.warn({ reason }, `waiting for the database, for ${seconds} s at most`),
  }
}
