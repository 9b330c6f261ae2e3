import type { Route } from './+types/home'

type Shown = Pick<Route.ComponentProps['loaderData'], 'about' | 'reviews' | 'rated'>

/** The store and its reviews as structured data. Source: https://schema.org/AutoPartsStore */
export function storeJsonLd({ about, reviews, rated }: Shown, origin: string) {
  return {
    '@type': 'AutoPartsStore',
    name: about.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    ...(about.picture !== undefined && { image: origin + about.picture }),
    ...(about.since !== undefined && { foundingDate: String(about.since) }),
    ...(about.telephone !== undefined && { telephone: about.telephone }),
    ...(about.address.length > 0 && { address: about.address.join(', ') }),
    ...(rated.count === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rated.average,
            reviewCount: rated.count,
          },
          review: reviews.map(({ name, text, rating }) => ({
            '@type': 'Review',
            author: { '@type': 'Person', name },
            reviewBody: text,
            reviewRating: { '@type': 'Rating', ratingValue: rating },
          })),
        }),
  }
}
