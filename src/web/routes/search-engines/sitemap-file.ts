import { shopFrom, storeContext } from '../../page-context.ts'
import type { Route } from './+types/sitemap-file'
import { sitemapFile } from './sitemap-content.server.ts'
import { xmlResponse } from './xml.server.ts'

/** One file of the sitemap. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const file = sitemapFile(shopFrom(context), context.get(storeContext), params.name)
  return file ? xmlResponse(context, file) : new Response(null, { status: 404 })
}
