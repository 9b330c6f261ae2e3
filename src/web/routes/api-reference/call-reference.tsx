import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import type { CallDescription, FieldDescription } from './describe-calls.ts'

/** One call of the reference; its anchor is `#<name>`. */
export function CallReference({ call }: { call: CallDescription }) {
  return (
    <Card
      as="section"
      id={call.name}
      aria-labelledby={`${call.name}-title`}
      className="flex scroll-mt-6 flex-col gap-4"
    >
      <div>
        <h2 id={`${call.name}-title`} className="font-mono text-lg font-semibold break-all">
          <span className="text-signal">{call.method}</span> {call.path}
        </h2>
        <p className="mt-1 text-lg">{call.summary}</p>
      </div>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1 wrap-anywhere sm:grid-cols-[9rem_minmax(0,1fr)]">
        <dt className="text-ink-soft">Access</dt>
        <dd className="first-letter:uppercase">{call.access}</dd>
        <dt className="text-ink-soft">Success</dt>
        <dd>
          {call.status}
          {call.list && ', a list'}
        </dd>
        {call.acceptsIdempotencyKey && (
          <>
            <dt className="text-ink-soft">Idempotency-Key</dt>
            <dd>Honored: the same key with the same body returns the same response.</dd>
          </>
        )}
        {call.refusals.length > 0 && (
          <>
            <dt className="text-ink-soft">Refusals</dt>
            <dd className="flex flex-wrap gap-x-3">
              {call.refusals.map((code) => (
                <code key={code} className="font-mono text-sm">
                  {code}
                </code>
              ))}
            </dd>
          </>
        )}
      </dl>
      <Fields title="Path" of={call} fields={call.parameters} />
      <Fields title="Query" of={call} fields={call.query} />
      <Fields title="Body" of={call} fields={call.body} />
      {call.multipart.length > 0 && (
        <p>
          Body: <code className="font-mono text-sm">multipart/form-data</code> with{' '}
          <code className="font-mono text-sm">{call.multipart.join(', ')}</code>.
        </p>
      )}
      <Fields title={call.list ? 'Each item of the response' : 'Response'} of={call} fields={call.response} />
    </Card>
  )
}

function Fields({
  title,
  of,
  fields,
}: {
  title: string
  of: CallDescription
  fields: readonly FieldDescription[]
}) {
  if (fields.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-lg">{title}</h3>
      <Table
        caption={`${title} of ${of.method} ${of.path}`}
        rows={fields}
        rowKey={(field) => field.name}
        columns={[
          {
            key: 'name',
            heading: 'Field',
            title: true,
            cell: (field) => <span className="font-mono text-sm break-all">{field.name}</span>,
          },
          { key: 'type', heading: 'Type', cell: (field) => field.type },
          { key: 'presence', heading: 'Presence', cell: (field) => (field.required ? 'always' : 'optional') },
        ]}
      />
    </div>
  )
}
