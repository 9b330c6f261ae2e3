import {
  findColumn,
  isSpecificationColumn,
  labelOfColumn,
  PRODUCT_COLUMNS,
  specificationColumn,
} from '#domain/imports/csv-product-columns.ts'
import type { ChangeImportInput, StoredReport } from '#domain/imports/imported-file.ts'
import { specificationLabel } from '#domain/products/specification-text.ts'
import type { SpecificationField } from '#domain/products/specification.ts'
import { Button } from '../../ui/button.tsx'
import { Options, Select } from '../../ui/field.tsx'
import { COLUMN_TEXTS, headingLabel, headingNote } from './import-texts.ts'

/** The columns by the file's headings; blank: not used. */
type ChosenColumns = NonNullable<ChangeImportInput['columns']>

/** Specifications to choose from; a file with so many headings names more by itself. */
const MAX_SPECIFICATIONS = 300

/**
 * Assigns a column to each heading of a parts file, over its first lines. Open while one is guessed or not
 * used.
 */
export function ChooseColumns({
  headings,
  samples = [],
  fields,
  busy,
  onCheck,
}: {
  headings: NonNullable<StoredReport['headings']>
  samples: StoredReport['samples']
  /** The specifications of all categories. */
  fields: readonly SpecificationField[]
  busy: boolean
  onCheck: (columns: ChosenColumns) => void
}) {
  const unused = headings.filter(({ column }) => column === '').length
  const guessed = headings.filter((heading) => heading.guessed).length
  const send = (form: FormData) =>
    onCheck(
      headings.map(({ heading }, at) => {
        const chosen = form.get(`column-${at}`)
        return { heading, column: (typeof chosen === 'string' && findColumn(chosen)) || '' }
      }),
    )
  const specifications = fields.map((field) => specificationColumn(specificationLabel(field)))
  const choices = [...new Set(specifications.toSorted())].slice(0, MAX_SPECIFICATIONS)
  const counts = [guessed > 0 && `${guessed} guessed`, unused > 0 && `${unused} not used`].filter(Boolean)
  return (
    <details open={counts.length > 0} className="rounded-lg border border-line bg-raised px-4">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        Columns of the file{counts.length > 0 && ` (${counts.join(', ')})`}
      </summary>
      <form
        aria-label="Columns of the file"
        className="flex flex-col gap-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault()
          send(new FormData(event.currentTarget))
        }}
      >
        <p className="text-ink-soft">
          What each column is, above its first lines. If one is wrong, choose what it contains and preview the
          file again.
        </p>
        <ul className="-mx-4 flex gap-4 overflow-x-auto px-4 pb-2">
          {headings.map((heading, at) => {
            const cells = samples.map((line) => line[at] ?? '')
            return (
              // oxlint-disable-next-line react/no-array-index-key -- a file may repeat a heading
              <li key={at} className="flex w-48 flex-none flex-col gap-2 wrap-anywhere">
                <Select
                  name={`column-${at}`}
                  label={headingLabel(headings, at)}
                  defaultValue={heading.column}
                  fieldClassName="grow justify-end"
                >
                  <option value="">Not used</option>
                  <Options of={PRODUCT_COLUMNS.map((key) => ({ key, label: COLUMN_TEXTS[key] }))} />
                  <SpecificationOptions columns={[heading.column, heading.unsure ?? '', ...choices]} />
                </Select>
                <p className="min-h-5 text-sm text-ink-soft">{headingNote(heading)}</p>
                <ul aria-label="First lines" className="border-t border-line text-sm">
                  {cells.map((cell, line) => (
                    // oxlint-disable-next-line react/no-array-index-key -- lines may be equal
                    <li key={line} className="truncate border-b border-line py-1.5">
                      {cell || <span className="text-ink-soft">blank</span>}
                    </li>
                  ))}
                </ul>
              </li>
            )
          })}
        </ul>
        <Button type="submit" busy={busy} className="self-start">
          Preview with these columns
        </Button>
      </form>
    </details>
  )
}

/** The specifications among these columns, each once. */
function SpecificationOptions({ columns }: { columns: readonly string[] }) {
  const keys = [...new Set(columns.filter(isSpecificationColumn))]
  if (keys.length === 0) return null
  return (
    <optgroup label="Specifications">
      <Options of={keys.map((key) => ({ key, label: labelOfColumn(key) }))} />
    </optgroup>
  )
}
