import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { isMarkedCacheable, takeCacheMark } from '#api/cache-headers.ts'
import { createApi, isApiPath } from '#api/create-api.ts'
import { DATABASE_PROBLEMS, OUR_FAULT, PICTURE_FOLDER_PROBLEMS } from '#api/failure-problems.ts'
import { problemResponse } from '#api/problem.ts'
import { type ApiEnv, refuse } from '#api/serve-call.ts'
import type { Config } from '#config/config.ts'
import { databaseFailure } from '#db/database-failure.ts'
import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import { ImageHostError, PictureFolderError } from '#domain/products/image-store.ts'
import type { Counter } from '#observe/counter.ts'
import * as paths from '#paths.ts'
import { type ContentFile, serveContentFiles } from './content/read-content.ts'
import type { ShopServices } from './create-shop.ts'
import { createHealthRoutes } from './health.ts'
import { allowOrigins } from './http/cors.ts'
import { observeRequests } from './http/observe-requests.ts'
import { readPageForm } from './http/page-form.ts'
import { prefersPage, showRefusal } from './http/refusal-page.ts'
import { checkPath, MALFORMED_HOST, pathForLog, sentPath } from './http/request-address.ts'
import { serveStaticFiles } from './http/static-files.ts'
import { type Log, logFailure } from './log.ts'
import type { RequestCounts } from './metrics/request-counts.ts'
import type { Pages, Visitor } from './pages.ts'
import type { Readiness } from './readiness.ts'

export type AppDependencies = {
  config: Config
  services: ShopServices
  identity: IdentityProvider
  /** The card simulator, mounted in demo mode. */
  simulator: { path: string; app: Hono } | null
  pages: Pages
  /** Content pictures by path. */
  contentFiles: ReadonlyMap<string, ContentFile>
  /** Queries the database. */
  readiness: () => Promise<Readiness>
  counts: AppCounts
  log: Log
}

/**
 * Counts of the application, for /metrics: `refusals` by call and code, separated by a space; `failures` by
 * kind.
 */
export type AppCounts = { requests: RequestCounts; refusals: Counter; failures: Counter }

/** Pages at the address of a call, which their browsers ask for HTML. */
const SHARED_PATHS = [paths.cart(), paths.checkout()]

/** All routes of one host, in this order: health, API, files, pages. */
export function createApp(deps: AppDependencies): Hono<ApiEnv> {
  const { config, services, identity, pages } = deps
  const app = new Hono<ApiEnv>()
  app.use(observeRequests(deps))
  if (config.CORS_ORIGINS.length > 0) app.use(allowOrigins(config.CORS_ORIGINS))
  const compressed = compress()
  app.use(async (c, next) => {
    await next()
    // The response cache compresses what it may store.
    if (!isMarkedCacheable(c.res.headers)) await compressed(c, () => Promise.resolve())
  })
  app.use(async (c, next) => {
    const path = sentPath(c.req.url)
    const refusal = URL.canParse(c.req.url) ? checkPath(path) : MALFORMED_HOST
    if (refusal) c.res = problemResponse(refusal, { path: path.slice(0, 200), requestId: c.get('requestId') })
    else await next()
    await showRefusal(c, pages, visitorOf(c, app))
  })

  if (deps.simulator) {
    app.use(`${deps.simulator.path}/*`, async (c, next) => {
      c.set('route', 'simulator')
      await next()
    })
    app.route(deps.simulator.path, deps.simulator.app)
  }
  app.route('/', createHealthRoutes(deps.readiness))

  const { mailbox } = services
  if (mailbox) app.get('/dev/*', async (c, next) => (await mailbox.handle(c.req.raw)) ?? next())
  app.get('/images/:name', async (c, next) => (await services.pictures.serve(c.req.raw)) ?? next())

  const page = async (c: Context<ApiEnv>) => {
    c.set('route', `page ${pages.patternOf(c.req.path)}`)
    return pages.render(c.req.raw, visitorOf(c, app), (error) => reportFailure(deps, c, error))
  }
  app.on('GET', SHARED_PATHS, async (c, next) => {
    if (prefersPage(c)) {
      c.res = await page(c)
      // The response cache knows one response of an address.
      takeCacheMark(c.res.headers)
    } else await next()
    // Refusals have it already.
    if (c.res.ok) c.header('Vary', 'Accept', { append: true })
  })

  const onRefused = (call: string, code: string) => deps.counts.refusals.add(`${call} ${code}`)
  app.route('/', createApi({ shop: services.shop, readShop: services.readShop, onRefused }, identity))

  app.get('/content/*', serveContentFiles(deps.contentFiles))
  app.get('*', serveStaticFiles())
  app.get('*', async (c, next) => {
    if (isApiPath(c.req.path)) return next()
    const found = await page(c)
    if (found.status !== 404) return found
    found.headers.append('Vary', 'Accept')
    return prefersPage(c) ? found : next()
  })
  app.post('*', async (c, next) => {
    if (!pages.hasForm(c.req.path)) return next()
    c.set('route', `form ${pages.patternOf(c.req.path)}`)
    const { raw } = c.req
    const visitor = visitorOf(c, app, await readPageForm(raw, services.shop))
    // The body has been read and the origin checked: neither is passed on.
    const posted = new Request(raw.url, { method: 'POST' })
    return pages.render(posted, visitor, (error) => reportFailure(deps, c, error))
  })
  registerErrorHandlers(app, deps)
  return app
}

/**
 * The visitor of a page. Their API calls pass through the whole application, with the same IP address, origin
 * and cookies.
 */
function visitorOf(c: Context<ApiEnv>, app: Hono<ApiEnv>, form: Visitor['form'] = { fields: {} }): Visitor {
  return {
    address: c.get('clientAddress'),
    form,
    async callApi(path, body) {
      const headers = new Headers(c.req.raw.headers)
      for (const name of ['accept-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      headers.set('accept', 'application/json')
      headers.set('content-type', 'application/json')
      const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
      return app.fetch(new Request(new URL(path, c.req.url), { ...init, headers }), c.env)
    },
  }
}

function registerErrorHandlers(app: Hono<ApiEnv>, deps: AppDependencies): void {
  app.notFound((c) => {
    const detail = isApiPath(c.req.path) ? 'There is no such endpoint.' : 'Page not found.'
    return refuse(c, { code: 'not_found', detail })
  })
  app.onError((error, c) => {
    // The client disconnected while sending: not an error of the store.
    if (c.req.raw.signal.aborted)
      return refuse(c, { code: 'request_aborted', detail: 'The request was aborted.' })
    reportFailure(deps, c, error)
    const failure = databaseFailure(error)
    // A lost read cannot have changed anything, so there is nothing to check.
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (failure) return refuse(c, DATABASE_PROBLEMS[failure === 'lost' && isRead ? 'unavailable' : failure])
    if (error instanceof PictureFolderError) return refuse(c, PICTURE_FOLDER_PROBLEMS[error.kind])
    if (error instanceof ImageHostError) return refuse(c, PICTURE_FOLDER_PROBLEMS.unusable)
    return refuse(c, OUR_FAULT)
  })
}

function reportFailure({ counts, log }: AppDependencies, c: Context<ApiEnv>, error: unknown): void {
  const failure = databaseFailure(error)
  const otherKind = error instanceof PictureFolderError ? `pictures_${error.kind}` : 'bug'
  counts.failures.add(failure ? `database_${failure}` : otherKind)
  logFailure(log, error, {
    postponed: 'request refused',
    failed: 'request failed',
    fields: { requestId: c.get('requestId'), path: pathForLog(c.req.path) },
  })
}
