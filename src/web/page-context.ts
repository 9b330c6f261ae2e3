import { createContext, type RouterContextProvider } from 'react-router'
import type { SignInSettings } from '#domain/accounts/identity-provider.ts'
import type { StoreContent } from '#domain/content/store-content.ts'
import type { ChangeTag } from '#domain/shared/change-tag.ts'
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
}

/** Constant while the store runs: its public URL, its content, and what its routes say about robots. */
export type StoreContext = {
  appUrl: string
  content: StoreContent
  sitemap: readonly string[]
  disallowed: readonly string[]
}

/**
 * For server loaders: `context.get(storeContext)`. Set by entry.server.tsx only, as are the other contexts.
 */
export const storeContext = createContext<StoreContext>()
/** The shop of this request. Loaders get it by `shopFrom`. */
export const shopContext = createContext<BrowsingShop>()
/** Tags of what the page shows, by which the server caches it; null: it is not cached. */
export const cacheTagsContext = createContext<readonly ChangeTag[] | null>([])

/**
 * The shop, for a loader. Its page is cached only when the loader then sets `cacheTagsContext` to the tags of
 * what it shows.
 */
export function shopFrom(context: Readonly<RouterContextProvider>): BrowsingShop {
  context.set(cacheTagsContext, null)
  return context.get(shopContext)
}

/** The visitor of a page, and the calls made in their name. */
export type Visitor = {
  /** The client's address, as rate limits count it. */
  address: string
  /** Calls the API with the visitor's address, origin and cookies: a GET, or a POST with `body` as JSON. */
  callApi: (path: string, body?: object) => Promise<Response>
  /** The fields of the form that was posted to the page, or the status and the message of a refusal. */
  form: { fields: Record<string, string> } | { status: number; message: string }
}
/** For loaders and actions. Set by entry.server.tsx only. */
export const visitorContext = createContext<Visitor>()

/** Logs errors that a page could not handle. Set by entry.server.tsx only. */
export const failureContext = createContext<(error: unknown) => void>()
/** The request's settings, for server loaders. Set by entry.server.tsx only. */
export const settingsContext = createContext<PageSettings>()

/** The CSP nonce of the page's inline scripts; see createPageContext. */
export const nonceContext = createContext<string>()
