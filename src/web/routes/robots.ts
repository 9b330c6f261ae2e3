import { shopContext } from '../page-context.ts'
import type { Route } from './+types/robots'

/** Allows the public pages. */
export function loader({ context }: Route.LoaderArgs): Response {
  const lines = [
    'User-agent: *',
    ...['/dashboard', '/reset-password', '/auth/', '/dev/', '/simulator/'].map((path) => `Disallow: ${path}`),
    `Sitemap: ${context.get(shopContext).appUrl()}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
}
