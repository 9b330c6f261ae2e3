import { createContext, RouterContextProvider } from 'react-router'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import type { StoreContent } from '#domain/content/store-content.ts'
import { shopForClient } from '#domain/search/client-searches.server.ts'
import type { CacheTag } from '#domain/shared/cache-tags.ts'
import type { BrowsingShop } from '#domain/shop.ts'

/** The settings that pages need. */
export type PageSettings = {
  /** Demo mode: the banner, the pre-filled login, the demo accounts. */
  demo: boolean
  signIn: SignInSettings
  /** Cards are paid by Stripe, not by the simulator. */
  stripe: boolean
  /** Where pictures of `/images/…` are loaded from; '' for the store itself. */
  pictures: string
  /** The store's time zone, such as "America/Chicago". */
  timeZone: string
  /** For how many minutes an unpaid order holds its parts, by whether its customer's email is verified. */
  holdMinutes: { verified: number; unverified: number }
}
export const settingsContext = createContext<PageSettings>()

/** The store's public URL, its content as it is now, and its routes' paths for robots. */
export type StoreContext = {
  appUrl: string
  content: StoreContent
  sitemap: readonly string[]
  disallowed: readonly string[]
}
export const storeContext = createContext<StoreContext>()

/** The visitor of a page, and the calls made in their name. */
export type Visitor = {
  /** The client's IP address, as rate limits count it. */
  address: string
  /** Calls the API with the visitor's address, origin and cookies: a GET, or a POST with `body` as JSON. */
  callApi: (path: string, body?: object) => Promise<Response>
  /** The fields of the form that was posted to the page, or the status and the message of a refusal. */
  form: { fields: Record<string, string> } | { status: number; message: string }
  /** Why the request was refused, for the page that says so. */
  refusal?: { status: number; title: string; detail: string }
}
export const visitorContext = createContext<Visitor>()

const shopContext = createContext<BrowsingShop>()

/** Tags of what the page shows, by which the server caches it; null: it is not cached. */
export const cacheTagsContext = createContext<readonly CacheTag[] | null>([])

/**
 * The shop, for a loader. Its page is cached only when the loader then sets `cacheTagsContext` to the tags of
 * what it shows.
 */
export function shopFrom(context: Readonly<RouterContextProvider>): BrowsingShop {
  context.set(cacheTagsContext, null)
  return context.get(shopContext)
}

/** Receives every error that a page could not handle. */
export const failureContext = createContext<(error: unknown) => void>()

/** Unguessable; the `nonce` attribute of the page's own inline scripts and of nothing else. */
export const nonceContext = createContext<string>()

/** Creates the router context of one request; called by the server. */
export function createPageContext({
  shop,
  content,
  robots,
  settings,
  visitor,
  onFailure,
  nonce,
}: {
  shop: BrowsingShop
  content: StoreContent
  robots: Pick<StoreContext, 'sitemap' | 'disallowed'>
  settings: PageSettings
  visitor: Visitor
  onFailure: (error: unknown) => void
  nonce: string
}): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(shopContext, shopForClient(shop, visitor.address))
  context.set(storeContext, { appUrl: shop.appUrl(), content, ...robots })
  context.set(settingsContext, settings)
  context.set(visitorContext, visitor)
  context.set(failureContext, onFailure)
  context.set(nonceContext, nonce)
  return context
}

/** After the request: the tags of what its page shows, or null when it must not be cached. */
export function cacheTagsOf(context: RouterContextProvider): readonly CacheTag[] | null {
  return context.get(cacheTagsContext)
}
