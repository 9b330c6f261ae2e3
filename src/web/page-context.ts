import { createContext } from 'react-router'
import type { Shop } from '#domain/shop.ts'

/** The settings that pages need. */
export type PageSettings = {
  /** Demo mode: the banner, the pre-filled login, the demo accounts. */
  demo: boolean
  /** Whether "Continue With Google" is configured. */
  google: boolean
}

/** The request's Shop, for server loaders: `context.get(shopContext)`. Set by entry.server.tsx only. */
export const shopContext = createContext<Shop>()
/** Logs errors that a page could not handle. Set by entry.server.tsx only. */
export const failureContext = createContext<(error: unknown) => void>()
/** The request's settings, for server loaders. Set by entry.server.tsx only. */
export const settingsContext = createContext<PageSettings>()

/** The CSP nonce of the page's inline scripts; see createPageContext. */
export const nonceContext = createContext<string>()
