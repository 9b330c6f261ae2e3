import type { Message } from '#domain/contact/contact-message.ts'
import { TOPIC_LABELS } from '#domain/contact/topic.ts'
import * as paths from '#paths.ts'
import { Email } from '../../components/detail-list/email.tsx'
import { buttonsColumn } from '../../components/list/buttons-column.tsx'
import type { CsvColumn } from '../../components/list/csv.ts'
import { formatLocalDay, formatMoment } from '../../components/order-card/order-dates.ts'
import { TextLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/table.tsx'

/** Characters of a message in the list. */
const EXCERPT_LENGTH = 140

/** `onDone` marks a message as done, or opens a done one again. */
export function messageColumns(onDone: (message: Message) => void): readonly Column<Message>[] {
  return [
    {
      key: 'from',
      heading: 'From',
      title: true,
      cell: ({ _id, name, email }) => (
        <span className="flex min-w-0 flex-col text-left wrap-anywhere md:min-w-40">
          <TextLink to={paths.message(_id)} className="hover:text-signal">
            {name}
          </TextLink>
          <span className="text-sm font-normal text-ink-soft">
            <Email address={email} />
          </span>
        </span>
      ),
    },
    {
      key: 'topic',
      short: true,
      heading: 'Topic',
      cell: ({ topic, orderNumber }) => (
        <span className="flex min-w-0 flex-col text-left text-sm wrap-anywhere">
          {TOPIC_LABELS[topic]}
          {orderNumber && <span className="text-ink-soft">{orderNumber}</span>}
        </span>
      ),
    },
    {
      key: 'message',
      heading: 'Message',
      cell: ({ message }) => (
        <span className="block min-w-0 text-left text-sm wrap-anywhere md:min-w-52">
          {message.length > EXCERPT_LENGTH ? `${message.slice(0, EXCERPT_LENGTH).trimEnd()}…` : message}
        </span>
      ),
    },
    {
      key: 'sentAt',
      short: true,
      heading: 'Sent',
      className: 'text-sm whitespace-nowrap',
      cell: ({ sentAt }) => (
        <time dateTime={sentAt} title={formatMoment(sentAt)}>
          {formatLocalDay(sentAt)}
        </time>
      ),
    },
    buttonsColumn((message) => [
      {
        label: message.doneAt ? 'Open again' : 'Mark as done',
        name: `${message.doneAt ? 'Open again' : 'Mark as done'}: message from ${message.name}`,
        onPress: () => onDone(message),
      },
    ]),
  ]
}

export const messageCsv: readonly CsvColumn<Message>[] = [
  { heading: 'Sent', value: ({ sentAt }) => new Date(sentAt) },
  { heading: 'Name', value: ({ name }) => name },
  { heading: 'Email', value: ({ email }) => email },
  { heading: 'Topic', value: ({ topic }) => TOPIC_LABELS[topic] },
  { heading: 'Order number', value: ({ orderNumber }) => orderNumber ?? '' },
  { heading: 'Message', value: ({ message }) => message },
  { heading: 'Done', value: ({ doneAt }) => (doneAt ? new Date(doneAt) : '') },
]
