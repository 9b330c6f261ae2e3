import { type AuditEntry, changedFacts } from '#domain/audit/audit.ts'
import type { Column } from '../../ui/table.tsx'
import { Email } from '../detail-list/email.tsx'
import { formatMoment } from '../order-card/order-dates.ts'

/** A recorded change: when and by whom. Without `actor`, the store itself made it. */
type Change = { at: string; actor?: { _id: string; name: string; email: string } | undefined }

/** When a change was made. */
export const whenColumn: Column<Change> = {
  key: 'at',
  heading: 'When',
  className: 'text-sm xl:whitespace-nowrap',
  cell: ({ at }) => <time dateTime={at}>{formatMoment(at)}</time>,
}

export const whoColumn: Column<Change> = {
  key: 'actor',
  heading: 'Who',
  className: 'text-sm',
  cell: ({ actor }) =>
    actor ? (
      <span className="flex min-w-0 flex-col wrap-anywhere md:min-w-24 xl:min-w-36">
        <span className="font-semibold">{actor.name || actor.email || actor._id}</span>
        {actor.name && (
          <span className="text-ink-soft">
            <Email address={actor.email} />
          </span>
        )}
      </span>
    ) : (
      'System'
    ),
}

/** The changed values of an entry of the audit, one a line. */
export function ChangedFacts({ entry }: { entry: Pick<AuditEntry, 'before' | 'after'> }) {
  const changes = changedFacts(entry)
  if (changes.length === 0) return <span className="text-ink-soft">–</span>
  return (
    <ul className="flex flex-col gap-0.5 tabular-nums wrap-anywhere md:min-w-52">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          <span className="text-ink-soft">{name}: </span>
          {before}
          {before !== null && after !== null && (
            <>
              <span aria-hidden="true"> → </span>
              <span className="sr-only"> became </span>
            </>
          )}
          {after}
        </li>
      ))}
    </ul>
  )
}
