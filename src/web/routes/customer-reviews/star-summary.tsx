import type { ReviewSummary } from '#domain/reviews/review.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'

const average = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 2 })

/** The average rating of visible reviews, and the number of reviews per star. */
export function StarSummary({ summary }: { summary: ReviewSummary }) {
  const { count, byStars } = summary
  return (
    <section aria-labelledby="stars" className="border-t border-line-strong pt-4">
      <h2 id="stars" className="mb-4 text-2xl">
        {average.format(summary.average)} of 5 stars
        <span className="block font-sans text-base font-normal text-ink-soft">
          {formatCountOf(count, 'review')}
        </span>
      </h2>
      <dl className="flex flex-col gap-2 tabular-nums">
        {byStars
          .map((reviews, at) => ({ reviews, stars: at + 1 }))
          .toReversed()
          .map(({ reviews, stars }) => (
            <div key={stars} className="grid grid-cols-[4.5rem_minmax(0,1fr)_3.5rem] items-center gap-3">
              <dt>{formatCountOf(stars, 'star')}</dt>
              <dd aria-hidden="true" className="h-2.5 rounded-sm bg-ink/8">
                <svg className="block size-full" preserveAspectRatio="none" viewBox="0 0 100 1">
                  <rect width={(reviews / count) * 100} height="1" fill="var(--color-signal)" />
                </svg>
              </dd>
              <dd className="text-right">{formatCount(reviews)}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
