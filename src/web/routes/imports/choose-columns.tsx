import { PRODUCT_COLUMNS } from '#domain/imports/csv-product-columns.ts'
import type { ChangeImportInput, StoredReport } from '#domain/imports/imported-file.ts'
import { Button } from '../../ui/button.tsx'
import { Options, Select } from '../../ui/field.tsx'
import { COLUMN_TEXTS } from './import-texts.ts'

/** The columns by the file's headings; blank: not used. */
type ChosenColumns = NonNullable<ChangeImportInput['columns']>

/** Assigns a column to each heading of a parts file. Open while a heading is unused. */
export function ChooseColumns({
  headings,
  busy,
  onCheck,
}: {
  headings: NonNullable<StoredReport['headings']>
  busy: boolean
  onCheck: (columns: ChosenColumns) => void
}) {
  const unused = headings.filter(({ column }) => column === '').length
  const send = (form: FormData) =>
    onCheck(
      headings.map(({ heading }, at) => {
        const chosen = form.get(`column-${at}`)
        return { heading, column: PRODUCT_COLUMNS.find((column) => column === chosen) ?? '' }
      }),
    )
  return (
    <details open={unused > 0} className="max-w-3xl rounded-lg border border-line bg-raised px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        Columns of the file{unused > 0 && ` (${unused} not used)`}
      </summary>
      <form
        aria-label="Columns of the file"
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        <p className="text-ink-soft">Choose what each column contains, then check the file again.</p>
        <div className="grid gap-4 wrap-anywhere sm:grid-cols-2">
          {headings.map(({ heading, column }, at) => (
            <Select
              // oxlint-disable-next-line react/no-array-index-key -- a file may repeat a heading
              key={at}
              name={`column-${at}`}
              label={heading || `Column ${at + 1}, without a heading`}
              defaultValue={column}
            >
              <option value="">Not used</option>
              <Options of={PRODUCT_COLUMNS.map((key) => ({ key, label: COLUMN_TEXTS[key] }))} />
            </Select>
          ))}
        </div>
        <Button type="submit" busy={busy} className="self-start">
          Check with these columns
        </Button>
      </form>
    </details>
  )
}
