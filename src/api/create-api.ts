import { Hono } from 'hono'
import { allCalls } from '#contract/calls.ts'
import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import { serveAccounts } from './accounts.ts'
import { serveAudit } from './audit.ts'
import { serveCatalogue } from './catalogue.ts'
import { serveContact } from './contact.ts'
import { serveImports } from './imports.ts'
import { serveMails } from './mails.ts'
import { createOpenApi } from './openapi.ts'
import { serveOrders } from './orders.ts'
import { servePayments } from './payments.ts'
import { problemType, writeProblem } from './problem.ts'
import { serveProducts } from './products.ts'
import { serveReviews } from './reviews.ts'
import { serveSearch } from './search.ts'
import { serveIdentity } from './serve-identity.ts'
import { type ApiEnv, type ApiContext, honoPath } from './serve-call.ts'
import { serveGarage } from './garage.ts'
import { serveVehicles } from './vehicles.ts'
import { serveStripeWebhook } from './webhooks/stripe.ts'

/** The REST API: every call of the contract at the root of the host, and its OpenAPI description. */
export function createApi(api: ApiContext, identity: IdentityProvider): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  serveIdentity(app, api.shop, identity)
  serveAccounts(app, api, identity)
  serveProducts(app, api)
  serveCatalogue(app, api)
  serveImports(app, api)
  serveOrders(app, api)
  servePayments(app, api)
  serveReviews(app, api)
  serveSearch(app, api)
  serveVehicles(app, api)
  serveGarage(app, api)
  serveContact(app, api)
  serveAudit(app, api)
  serveMails(app, api)
  serveStripeWebhook(app, api)
  // The store knows its own address only once it listens.
  let openApi: string | undefined
  app.get('/openapi.json', (c) => {
    c.set('route', 'openapi')
    openApi ??= JSON.stringify(
      createOpenApi({ name: api.shop.content.name, url: api.shop.appUrl(), identityCalls: identity.calls }),
    )
    return c.body(openApi, 200, { 'Content-Type': 'application/json' })
  })
  refuseOtherMethods(app)
  return app
}

const API_ROOTS = new Set(
  allCalls
    .map(([, call]) => rootOf(call.path))
    .concat('auth', 'webhooks', 'simulator', 'openapi.json', 'healthz', 'readyz'),
)

/** True for an address that belongs to programs, whether or not it exists: never a page's. */
export function isApiPath(path: string): boolean {
  return API_ROOTS.has(rootOf(path))
}

function rootOf(path: string): string {
  return path.split('/', 2)[1] ?? ''
}

/** A known path with another method: 405, with the methods that it has. */
function refuseOtherMethods(app: Hono<ApiEnv>): void {
  const methods = new Map<string, Set<string>>([['/webhooks/stripe', new Set(['POST'])]])
  for (const [, call] of allCalls) {
    // `/order/{id}` and `/order/{email}` are one path with several methods.
    const shape = honoPath(call.path).replaceAll(/:\w+/g, ':name')
    const known = methods.get(shape) ?? new Set<string>()
    methods.set(shape, known.add(call.method))
    if (call.method === 'GET') known.add('HEAD')
  }
  for (const [path, allowed] of methods) {
    app.all(path, (c) =>
      writeProblem(
        {
          type: problemType('method_not_allowed'),
          title: 'Method not allowed',
          status: 405,
          detail: `This address takes ${[...allowed].join(', ')}.`,
          instance: c.req.path,
          code: 'method_not_allowed',
          requestId: c.get('requestId'),
        },
        { Allow: [...allowed].join(', ') },
      ),
    )
  }
}
