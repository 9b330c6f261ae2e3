import { storeTitle } from '#domain/content/store-content.ts'
import { storeContext } from '../page-context.ts'
import type { RouteHandle } from '../route-handle.ts'
import type { Route } from './+types/manifest'

export const handle = { query: [] } satisfies RouteHandle

/** Lets a phone install the store. Source: https://www.w3.org/TR/appmanifest/ */
export function loader({ context }: Route.LoaderArgs): Response {
  const { content } = context.get(storeContext)
  const manifest = {
    name: storeTitle(content),
    short_name: content.name,
    description: 'Parts by vehicle, with price, stock and minimum order in plain sight.',
    start_url: '/',
    display: 'browser',
    background_color: '#f4f1ea',
    theme_color: '#1d1c1a',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
