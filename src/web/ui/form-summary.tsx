import type { InvalidField } from './use-form.ts'

/**
 * After an invalid submit, links to the fields that still have errors. A single one is focused already and is
 * not repeated.
 */
export function FormSummary({ fields }: { fields: readonly InvalidField[] }) {
  return (
    <div role="status" className="empty:hidden">
      {fields.length > 1 && (
        <div className="rounded-md border border-l-4 border-danger bg-danger-wash px-4 pt-3 pb-1">
          <p className="font-semibold">{fields.length} fields need something before this can be sent:</p>
          <ul className="flex flex-wrap gap-x-5">
            {fields.map(({ name, label, focus }) => (
              <li key={name}>
                <button type="button" onClick={focus} className="min-h-11 underline underline-offset-4">
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
