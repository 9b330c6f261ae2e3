import { createContext } from 'react-router'
import type { Shop } from '#domain/shop.ts'

/** What the pages must know of the store's settings. */
export type PageSettings = {
  /** Demo mode: the banner, the pre-filled login, the demo accounts. */
  demo: boolean
  /** Whether "Continue With Google" can work. */
  google: boolean
}

/** The shop of this request, for server loaders: `context.get(shopContext)`. Only entry.server.tsx sets it. */
export const shopContext = createContext<Shop>()
/** Told of every error that a page of this request could not handle: the server's log. Only entry.server.tsx sets it. */
export const failureContext = createContext<(error: unknown) => void>()
/** The settings of this request, for server loaders. Only entry.server.tsx sets it. */
export const settingsContext = createContext<PageSettings>()

/** The attribute by which the server knows the page's own inline scripts; see createPageContext. */
export const nonceContext = createContext<string>()
