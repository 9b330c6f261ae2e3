import type { Review as ReviewData } from '#domain/reviews/review.ts'
import { useSettings } from '../../layout/use-settings.ts'
import { Stars } from '../../ui/stars.tsx'

/** A review in full, with its line breaks. */
export function Review({ review: { name, text, rating, date } }: { review: ReviewData }) {
  // In the store's zone: the page is cached and the same for everyone.
  const { timeZone } = useSettings()
  return (
    <figure className="flex flex-col gap-3 py-7">
      <Stars rating={rating} />
      {text && (
        <blockquote className="max-w-prose text-lg whitespace-pre-line wrap-anywhere">{text}</blockquote>
      )}
      <figcaption className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-xl font-semibold wrap-anywhere">{name}</span>
        <time dateTime={date} className="text-sm text-ink-soft">
          {new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone })}
        </time>
      </figcaption>
    </figure>
  )
}
