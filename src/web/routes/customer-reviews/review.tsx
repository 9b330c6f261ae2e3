import type { Review as ReviewData } from '#domain/reviews/review.ts'
import { Stars } from '../../ui/stars.tsx'

// In UTC: the page is cached and the same for everyone.
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A review in full, with its line breaks. */
export function Review({ review: { name, text, rating, date } }: { review: ReviewData }) {
  return (
    <figure className="flex flex-col gap-3 py-7">
      <Stars rating={rating} />
      {text && (
        <blockquote className="max-w-prose text-lg whitespace-pre-line wrap-anywhere">{text}</blockquote>
      )}
      <figcaption className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-xl font-semibold wrap-anywhere">{name}</span>
        <time dateTime={date} className="text-sm text-ink-soft">
          {day.format(new Date(date))}
        </time>
      </figcaption>
    </figure>
  )
}
