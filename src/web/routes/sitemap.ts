import { storeContext } from '../page-context.ts'
import type { Route } from './+types/sitemap'

/** The public pages. Source: https://www.sitemaps.org/protocol.html */
export function loader({ context }: Route.LoaderArgs): Response {
  const { appUrl: origin, content, sitemap } = context.get(storeContext)
  const pages = sitemap.filter((path) => content.portfolio || path !== '/myPortfolio')
  const entries = [
    ...pages.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...content.articles.map(
      ({ slug, published }) => `<url><loc>${origin}/blogs/${slug}</loc><lastmod>${published}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
  return new Response(xml, { headers: { 'Content-Type': 'application/xml; charset=utf-8' } })
}
