import type { DeadLetter } from '#domain/mails/dead-letter.ts'
import { mailLabel } from '#domain/mails/mail.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import type { Column } from '../../ui/table.tsx'

/** An email as text: "Receipt to r…@example.com". */
export function deadLetterText({ kind, recipient }: Pick<DeadLetter, 'kind' | 'recipient'>): string {
  return `${mailLabel(kind)} to ${recipient}`
}

/** An email whose link has expired can only be dismissed. */
export function deadLetterColumns({
  onSendAgain,
  onDismiss,
}: Record<'onSendAgain' | 'onDismiss', (row: DeadLetter) => void>): readonly Column<DeadLetter>[] {
  return [
    {
      key: 'mail',
      heading: 'Mail',
      title: true,
      cell: ({ kind, recipient, subject }) => (
        <span className="flex min-w-0 flex-col text-left wrap-anywhere md:min-w-52">
          {mailLabel(kind)}
          <span className="text-sm font-normal">To {recipient}</span>
          <span className="text-sm font-normal text-ink-soft">{subject}</span>
        </span>
      ),
    },
    {
      key: 'reason',
      heading: 'Reason',
      cell: ({ reason, attempts }) => (
        <span className="flex min-w-0 flex-col text-left text-sm wrap-anywhere md:min-w-40">
          {reason}
          <span className="text-ink-soft">{formatCountOf(attempts, 'attempt')}</span>
        </span>
      ),
    },
    {
      key: 'failedAt',
      short: true,
      heading: 'Failed',
      className: 'text-sm',
      cell: ({ failedAt }) => <time dateTime={failedAt}>{formatMoment(failedAt)}</time>,
    },
    buttonsColumn((row) => [
      row.usable
        ? {
            label: 'Send again',
            name: `Send again: ${deadLetterText(row)}`,
            onPress: () => onSendAgain(row),
          }
        : 'Expired',
      {
        label: 'Dismiss',
        name: `Dismiss: ${deadLetterText(row)}`,
        variant: 'danger',
        onPress: () => onDismiss(row),
      },
    ]),
  ]
}

export const deadLetterCsv: readonly CsvColumn<DeadLetter>[] = [
  { heading: 'Mail', value: ({ kind }) => mailLabel(kind) },
  { heading: 'Subject', value: ({ subject }) => subject },
  { heading: 'To', value: ({ recipient }) => recipient },
  { heading: 'Reason', value: ({ reason }) => reason },
  { heading: 'Attempts', value: ({ attempts }) => attempts },
  { heading: 'Failed', value: ({ failedAt }) => new Date(failedAt) },
]
