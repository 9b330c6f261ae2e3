import type { MetaDescriptor } from 'react-router'
import { type SharePicture, storeTitle } from '#domain/content/store-content.ts'
import type { StoreFacts } from './use-settings.ts'

/** What a public page tells search engines, and whoever is sent a link to it. */
export type PublicPage = {
  /** Before the name of the store. */
  title: string
  /** The title says the store's name itself. */
  wholeTitle?: boolean
  /** One or two sentences, as shown under the title in results. */
  description: string
  /** Path and query of its one true address, when that is not the path it was asked by. */
  path?: string
  /** The Open Graph kind. */
  kind?: 'website' | 'article'
  /** What it is about in schema.org's terms, given the store's address. */
  about?: (origin: string) => Record<string, unknown>
}

type MetaArgs = {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

type RootData = { origin: string; store: StoreFacts; sharePicture: SharePicture | null }

/** What the root's loader has told of the store; undefined where it failed. */
function rootData({ matches }: Pick<MetaArgs, 'matches'>): RootData | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
}

/** A page's title with the name of the store. */
export function pageTitle(args: Pick<MetaArgs, 'matches'>, title: string): string {
  const name = rootData(args)?.store.name
  return name ? `${title} · ${name}` : title
}

/** The `meta` of a screen that no robot reads: its title alone. */
export function titled(title: string) {
  return (args: Pick<MetaArgs, 'matches'>): MetaDescriptor[] => [{ title: pageTitle(args, title) }]
}

/** The tags of a public page. Addresses are whole, as canonical links, Open Graph and schema.org want them. */
export function publicMeta(args: MetaArgs, page: PublicPage): MetaDescriptor[] {
  const { description, path = args.location.pathname, kind = 'website', about, wholeTitle = false } = page
  const { origin = '', store, sharePicture = null } = rootData(args) ?? {}
  const title = wholeTitle ? page.title : pageTitle(args, page.title)
  const address = origin + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(store ? [{ property: 'og:site_name', content: store.name }] : []),
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(store && sharePicture
      ? [
          { property: 'og:image', content: origin + sharePicture.path },
          { property: 'og:image:width', content: String(sharePicture.width) },
          { property: 'og:image:height', content: String(sharePicture.height) },
          { property: 'og:image:alt', content: storeTitle(store) },
        ]
      : []),
    { name: 'twitter:card', content: sharePicture ? 'summary_large_image' : 'summary' },
    // For robots, who load each page: React could not make the element in the browser, where no text becomes a script.
    ...(about && import.meta.env.SSR
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...about(origin) } }]
      : []),
  ]
}
