import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Carousel } from '../../ui/carousel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Stars } from '../../ui/stars.tsx'
import { Section } from './section.tsx'

/** A review in the carousel; `text` is already truncated. */
export type ShownReview = { name: string; text: string; rating: number }

// On windows up to 830 px wide one review is visible.
const motion = {
  visible: 1,
  wide: { from: 831, visible: 2 },
  gap: 24,
  moveMs: 500,
  intervalMs: 4000,
  pauseOnHover: true,
}

/** The carousel of the newest reviews, or an invitation to write the first. */
export function ReviewsCarousel({ reviews }: { reviews: readonly ShownReview[] }) {
  return (
    <Section
      id="reviews"
      heading="What Our Customers Are Saying"
      tone="surface"
      aside={reviews.length > 0 && <LinkButton to={paths.reviews}>Read all reviews</LinkButton>}
    >
      {reviews.length === 0 ? (
        <EmptyState
          title="Be the first"
          text="No reviews yet. The first customer to leave one gets this whole space."
        />
      ) : (
        <Carousel
          label="Customer reviews"
          slides={reviews.map((review, index) => ({
            key: String(index),
            content: <Review review={review} />,
          }))}
          slideClassName="mr-6 w-[calc((100%-24px)/2)] max-[831px]:w-full"
          motion={motion}
          dots="Review"
        />
      )}
    </Section>
  )
}

function Review({ review: { name, text, rating } }: { review: ShownReview }) {
  return (
    <figure className="flex h-full flex-col gap-4 rounded-lg border border-line bg-raised p-6 sm:p-8">
      <Stars rating={rating} />
      {text && <blockquote className="grow text-lg">{text}</blockquote>}
      <figcaption className="mt-auto font-display text-xl font-semibold">{name}</figcaption>
    </figure>
  )
}
