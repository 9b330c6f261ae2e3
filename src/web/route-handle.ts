/**
 * `on-interaction`, for pages to read: hydrated at the first user input, or after a few seconds ·
 * `after-paint`, for pages with forms: as soon as the page has been painted.
 */
export type Hydration = 'on-interaction' | 'after-paint'

/** What a route declares about its pages, as its export `handle`, for all code that depends on it. */
export type RouteHandle = {
  /**
   * `signed-in`: needs a session · `private`: needs none, but the URL contains a secret. Browsers store
   * neither, and robots.txt disallows both. Default: public.
   */
  access?: 'signed-in' | 'private'
  sitemap?: true
  /** A wide table: its page uses the full width of the window. */
  wide?: true
  /**
   * The names of all query parameters that the page reads. The response cache ignores others, so that they do
   * not cause the page to be rendered again. Default: the cache distinguishes all queries.
   */
  query?: readonly string[]
  /** When the page hydrates. Default: as soon as its scripts are loaded. */
  hydrate?: Hydration
}
