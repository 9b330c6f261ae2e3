import { shopFrom, storeContext } from '../../page-context.ts'
import type { RouteHandle } from '../../route-handle.ts'
import type { Route } from './+types/sitemap'
import { sitemapFile, sitemapIndex } from './sitemap-content.server.ts'
import { xmlResponse } from './xml.server.ts'

export const handle = { query: [] } satisfies RouteHandle

/** The sitemap's index, or the file that the path names. */
export async function loader({ context, params: { name } }: Route.LoaderArgs): Promise<Response> {
  const shop = shopFrom(context)
  const xml = name === undefined ? sitemapIndex(shop) : sitemapFile(shop, context.get(storeContext), name)
  return xml ? xmlResponse(context, xml) : new Response(null, { status: 404 })
}
