import { type ManagedReview, reviewExcerpt } from '#domain/reviews/review.ts'
import { Email } from '../../components/detail-list/email.tsx'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { Stars } from '../../ui/stars.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { Column } from '../../ui/table.tsx'

/** `onHide` toggles whether a review is visible. */
export function reviewColumns(onHide: (review: ManagedReview) => void): readonly Column<ManagedReview>[] {
  return [
    {
      key: 'name',
      heading: 'Customer',
      title: true,
      cell: ({ name, customerEmail }) => (
        <span className="flex min-w-0 flex-col text-left wrap-anywhere md:min-w-32">
          {name}
          <span className="text-sm font-normal text-ink-soft">
            <Email address={customerEmail} />
          </span>
        </span>
      ),
    },
    { key: 'text', heading: 'Review', cell: (review) => <ReviewText review={review} /> },
    {
      key: 'date',
      short: true,
      heading: 'Date',
      className: 'text-sm whitespace-nowrap',
      cell: ({ date }) => (
        <time dateTime={date} title={formatMoment(date)}>
          {formatLocalDay(date)}
        </time>
      ),
    },
    {
      key: 'status',
      short: true,
      heading: 'Status',
      cell: ({ hidden }) =>
        hidden ? <StatusPill tone="bad">Hidden</StatusPill> : <StatusPill tone="ok">Shown</StatusPill>,
    },
    buttonsColumn((review) => [
      {
        label: review.hidden ? 'Show' : 'Hide',
        name: `${review.hidden ? 'Show' : 'Hide'} the review of ${review.name}`,
        onPress: () => onHide(review),
      },
    ]),
  ]
}

/** Rating and text; a long text is truncated and expands. */
function ReviewText({ review: { rating, text } }: { review: ManagedReview }) {
  const excerpt = reviewExcerpt(text)
  return (
    <span className="flex min-w-0 flex-col gap-1 text-left md:min-w-52">
      <Stars rating={rating} />
      {excerpt === text ? (
        <span className="text-sm whitespace-pre-line wrap-anywhere">{text}</span>
      ) : (
        <details className="group text-sm wrap-anywhere">
          <summary className="min-h-11 list-none">
            <span className="group-open:hidden">{excerpt} </span>
            <span className="underline underline-offset-4">
              <span className="group-open:hidden">Show more</span>
              <span className="hidden group-open:inline">Show less</span>
            </span>
          </summary>
          <span className="whitespace-pre-line">{text}</span>
        </details>
      )}
    </span>
  )
}

export const reviewCsv: readonly CsvColumn<ManagedReview>[] = [
  { heading: 'Id', value: ({ _id }) => _id },
  { heading: 'Date', value: ({ date }) => new Date(date) },
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ customerEmail }) => customerEmail },
  { heading: 'Stars', value: ({ rating }) => rating },
  { heading: 'Text', value: ({ text }) => text },
  { heading: 'Status', value: ({ hidden }) => (hidden ? 'hidden' : 'shown') },
]
