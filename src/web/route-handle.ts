import type { Hydration } from './hydration/deferred-hydration.ts'

/** What a route says about its pages, as its export `handle`. Everything that must know it reads it there. */
export type RouteHandle = {
  /**
   * `signed-in`: needs a session · `private`: needs none, but the address holds a secret. Browsers store neither, and robots are asked to
   * stay away. Default: public.
   */
  access?: 'signed-in' | 'private'
  sitemap?: true
  /** A wide table: its page takes the whole width of the window. */
  wide?: true
  /** When the page hydrates. Default: as soon as its scripts are loaded. */
  hydrate?: Hydration
}
