import type { MetaDescriptor } from 'react-router'
import { storeTitle } from '#domain/content/store-content.ts'
import type { RootData } from './use-settings.ts'

/** The metadata of a public page for search engines and link previews. */
export type PublicPage = {
  /** The part of the title before the store's name. Without it the title describes the store in one line. */
  title?: string
  /** One or two sentences for search results. */
  description: string
  /** Path and query of the canonical URL, when it differs from the requested path. */
  path?: string
  /** The Open Graph type. */
  kind?: 'website' | 'article'
  /** The picture of link previews, when it is not the store's. */
  picture?: string
  /**
   * Structured data (schema.org), given the store's origin. Pages set it on the server only, so that browsers
   * do not load its code.
   */
  about?: ((origin: string) => object) | undefined
  /** Keeps the page out of search engines. */
  noindex?: boolean
}

/** The first match is the root's; where its loader failed, no other route's `meta` is called. */
type MetaArgs = { location: { pathname: string }; matches: [{ loaderData: RootData }, ...unknown[]] }

/** A page title with the store's name. */
export function pageTitle({ matches: [root] }: Pick<MetaArgs, 'matches'>, title: string): string {
  return `${title} · ${root.loaderData.store.name}`
}

/** The `meta` of a screen that is not indexed: its title, and `others`. */
export function metaWithTitle(title: string, ...others: readonly MetaDescriptor[]) {
  return (args: Pick<MetaArgs, 'matches'>): MetaDescriptor[] => [{ title: pageTitle(args, title) }, ...others]
}

/** The tags of a public page. URLs are absolute, as canonical links, Open Graph and schema.org require. */
export function publicMeta(args: MetaArgs, page: PublicPage): MetaDescriptor[] {
  const {
    description,
    // The router also accepts a trailing slash.
    path = args.location.pathname.replace(/(?<=.)\/$/, ''),
    kind = 'website',
    about,
    picture,
  } = page
  const { origin, store, sharePicture } = args.matches[0].loaderData
  const title = page.title === undefined ? storeTitle(store) : pageTitle(args, page.title)
  const address = origin + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: store.name },
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    ...(picture !== undefined
      ? [{ property: 'og:image', content: new URL(picture, `${origin}/`).href }]
      : sharePicture
        ? [
            { property: 'og:image', content: origin + sharePicture.path },
            { property: 'og:image:width', content: String(sharePicture.width) },
            { property: 'og:image:height', content: String(sharePicture.height) },
            { property: 'og:image:alt', content: storeTitle(store) },
          ]
        : []),
    { name: 'twitter:card', content: (picture ?? sharePicture) ? 'summary_large_image' : 'summary' },
    // Server only: crawlers load each page, and in the browser Trusted Types block script elements with text.
    ...(about && import.meta.env.SSR
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...about(origin) } }]
      : []),
    ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}
