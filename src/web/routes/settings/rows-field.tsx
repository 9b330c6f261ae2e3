import { useRef } from 'react'
import { AddRowButton } from '../../ui/add-row-button.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

type Field<Key extends string> = { key: Key; label: string; max: number; hint?: string; optional?: boolean }

/** A list of short texts with several fields each, such as phones. Rows that are left blank are not saved. */
export function RowsField<Key extends string>({
  name,
  title,
  one,
  fields,
  rows,
  max,
  problemOf,
  onChange,
}: {
  /** The field of the schema. */
  name: string
  title: string
  /** What a row is called: "phone". */
  one: string
  fields: readonly Field<Key>[]
  rows: readonly Record<Key, string>[]
  max: number
  problemOf: (name: string) => string | undefined
  onChange: (rows: readonly Record<Key, string>[]) => void
}) {
  const add = useRef<HTMLButtonElement>(null)
  const blank = Object.fromEntries(fields.map(({ key }) => [key, ''])) as Record<Key, string>
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-display text-xl">{title}</legend>
      <ol className="flex flex-col gap-3">
        {rows.map((row, at) => (
          // Rows have no identity of their own, and all their fields are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          <li
            key={at}
            className="grid items-start gap-3 rounded-md border border-line bg-raised p-3 sm:grid-cols-2"
          >
            {fields.map(({ key, label, max: maxLength, hint, optional }) => (
              <TextField
                key={key}
                label={label}
                hint={hint}
                optional={optional}
                name={`${name}.${at}.${key}`}
                maxLength={maxLength}
                value={row[key]}
                error={problemOf(`${name}.${at}.${key}`)}
                onChange={(event) => onChange(rows.with(at, { ...row, [key]: event.target.value }))}
              />
            ))}
            <Button
              variant="danger"
              size="sm"
              className="self-end justify-self-start"
              aria-label={`Remove ${one} ${at + 1}`}
              onClick={() => {
                onChange(rows.toSpliced(at, 1))
                add.current?.focus()
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      <AddRowButton
        ref={add}
        label={`Add ${one}`}
        rows={rows.length}
        max={max}
        onAdd={() => onChange([...rows, blank])}
      />
    </fieldset>
  )
}

/** The rows in which something is typed. */
export function filledRows<Row extends Record<string, string>>(rows: readonly Row[]): Row[] {
  return rows.filter((row) => Object.values(row).some((text) => text.trim() !== ''))
}
