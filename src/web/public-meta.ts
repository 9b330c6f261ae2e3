import type { MetaDescriptor } from 'react-router'

/** What a public page tells search engines, and whoever is sent a link to it. */
export type PublicPage = {
  title: string
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

/** Made by `npm run screenshots`; px. */
const SHARE_PICTURE = { path: '/pictures/share.jpg', width: 1200, height: 630 }

/** The tags of a public page. Addresses are whole, as canonical links, Open Graph and schema.org want them. */
export function publicMeta({ location, matches }: MetaArgs, page: PublicPage): MetaDescriptor[] {
  const { title, description, path = location.pathname, kind = 'website', about } = page
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { origin: string } | undefined
  const origin = root?.origin ?? ''
  const address = origin + path
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    { property: 'og:site_name', content: 'Driveline' },
    { property: 'og:type', content: kind },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: origin + SHARE_PICTURE.path },
    { property: 'og:image:width', content: String(SHARE_PICTURE.width) },
    { property: 'og:image:height', content: String(SHARE_PICTURE.height) },
    { property: 'og:image:alt', content: 'Driveline: auto parts since 1992' },
    { name: 'twitter:card', content: 'summary_large_image' },
    // For robots, who load each page: React could not make the element in the browser, where no text becomes a script.
    ...(about && import.meta.env.SSR
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...about(origin) } }]
      : []),
  ]
}
