import { Hono } from 'hono'
import { pathShape } from '#contract/call.ts'
import { allCalls } from '#contract/calls.ts'
import type { IdentityProvider } from '#domain/accounts/identity-provider.ts'
import * as paths from '#paths.ts'
import { accounts } from './accounts.ts'
import { addresses } from './addresses.ts'
import { audit } from './audit.ts'
import { cart } from './cart.ts'
import { contact } from './contact.ts'
import { customers } from './customers.ts'
import { delivery } from './delivery.ts'
import { documents } from './documents.ts'
import { garage } from './garage.ts'
import { imports } from './imports.ts'
import { mails } from './mails.ts'
import { createOpenApi } from './openapi.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { products } from './products.ts'
import { purchases } from './purchases.ts'
import { reports } from './reports.ts'
import { returns } from './returns.ts'
import { reviews } from './reviews.ts'
import { salesSettings } from './sales-settings.ts'
import { searchWords } from './search-words.ts'
import { search } from './search.ts'
import { type ApiEnv, type ApiContext, honoPath, refuse, serveCalls } from './serve-call.ts'
import { serveIdentity } from './serve-identity.ts'
import { settings } from './settings.ts'
import { staff } from './staff.ts'
import { tax } from './tax.ts'
import { vehicles } from './vehicles.ts'
import { serveStripeWebhook } from './webhooks/stripe.ts'

/** The REST API: every call of the contract at the root of the host, and its OpenAPI description. */
export function createApi(api: ApiContext, identity: IdentityProvider): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()
  serveIdentity(app, api.shop, identity)
  serveCalls(app, api, {
    ...accounts(identity),
    ...products,
    ...search,
    ...imports,
    ...orders,
    ...purchases,
    ...returns,
    ...payments,
    ...reports,
    ...reviews,
    ...searchWords,
    ...vehicles,
    ...garage,
    ...addresses,
    ...delivery,
    ...cart,
    ...customers,
    ...contact,
    ...documents,
    ...staff,
    ...audit,
    ...mails,
    ...settings,
    ...salesSettings,
    ...tax,
  })
  serveStripeWebhook(app, api)
  // The store knows its own URL only once it listens, and an admin may give it another name.
  let openApi = { name: '', text: '' }
  app.get(paths.openApi, async (c) => {
    c.set('route', 'openapi')
    const { name } = await api.shop.content()
    if (openApi.name !== name) {
      const document = createOpenApi({
        name,
        url: api.shop.appUrl(),
        tokenMinutes: api.shop.rules.tokenMinutes,
        identityCalls: identity.calls,
      })
      openApi = { name, text: JSON.stringify(document) }
    }
    return c.body(openApi.text, 200, { 'Content-Type': 'application/json' })
  })
  refuseOtherMethods(app)
  return app
}

const API_ROOTS = new Set(
  allCalls
    .map(([, call]) => rootOf(call.path))
    .concat('auth', 'webhooks', 'simulator', 'openapi.json', 'healthz', 'readyz'),
)

/** True for a path that belongs to programs, whether or not it exists; never for a page's. */
export function isApiPath(path: string): boolean {
  return API_ROOTS.has(rootOf(path))
}

function rootOf(path: string): string {
  return path.split('/', 2)[1] ?? ''
}

/** Refuses other methods of a known path with 405 and its allowed methods. */
function refuseOtherMethods(app: Hono<ApiEnv>): void {
  const methods = new Map<string, Set<string>>([['/webhooks/stripe', new Set(['POST'])]])
  for (const [, call] of allCalls) {
    const path = honoPath(pathShape(call.path))
    const known = methods.get(path) ?? new Set<string>()
    methods.set(path, known.add(call.method))
    if (call.method === 'GET') known.add('HEAD')
  }
  for (const [path, names] of methods) {
    const allowed = [...names].join(', ')
    app.all(path, (c) => {
      const response = refuse(c, { code: 'method_not_allowed', detail: `This URL accepts ${allowed}.` })
      response.headers.set('Allow', allowed)
      return response
    })
  }
}
