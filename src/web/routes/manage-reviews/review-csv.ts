import type { ManagedReview } from '#domain/reviews/review.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'

export const reviewCsv: readonly CsvColumn<ManagedReview>[] = [
  { heading: 'Id', value: ({ _id }) => _id },
  { heading: 'Date', value: ({ date }) => date },
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ customerEmail }) => customerEmail },
  { heading: 'Stars', value: ({ rating }) => rating },
  { heading: 'Text', value: ({ text }) => text },
  { heading: 'Status', value: ({ hidden }) => (hidden ? 'hidden' : 'shown') },
]
