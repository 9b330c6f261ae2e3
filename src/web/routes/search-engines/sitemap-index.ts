import { shopFrom } from '../../page-context.ts'
import type { Route } from './+types/sitemap-index'
import { sitemapIndex } from './sitemap-content.server.ts'
import { xmlResponse } from './xml.server.ts'

/** The index of the sitemap's files. */
export function loader({ context }: Route.LoaderArgs): Promise<Response> {
  return xmlResponse(context, sitemapIndex(shopFrom(context)))
}
