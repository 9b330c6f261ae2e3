import { contactContent } from '../contact-us/contact-content.ts'
import type { ShownReview } from './customer-reviews.tsx'

type Shown = { reviews: readonly ShownReview[]; rated: { count: number; average: number } }

/** The store with what its customers say, for search engines. Source: https://schema.org/AutoPartsStore */
export function storeData(shown: Shown | undefined, origin: string) {
  const { reviews, rated } = shown ?? { reviews: [], rated: { count: 0, average: 0 } }
  return {
    '@type': 'AutoPartsStore',
    name: contactContent.company,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    image: `${origin}/pictures/share.jpg`,
    foundingDate: String(contactContent.since),
    telephone: contactContent.phones[0].number,
    address: contactContent.address.join(', '),
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
