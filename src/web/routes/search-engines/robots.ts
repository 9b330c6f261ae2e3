import * as paths from '#paths.ts'
import { storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/robots'

export const handle = { query: [] } satisfies RouteHandle

/** Paths of APIs, to which no page links. */
const NO_PAGES = ['/auth/', '/dev/', '/simulator/']

/** Disallows pages that are of use to people only. */
export function loader({ context }: Route.LoaderArgs): Response {
  const { appUrl, disallowed } = context.get(storeContext)
  const lines = [
    'User-agent: *',
    ...[...disallowed, ...NO_PAGES].map((path) => `Disallow: ${path}`),
    `Sitemap: ${appUrl}${paths.sitemap}`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
