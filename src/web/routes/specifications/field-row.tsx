import type { ReactNode } from 'react'
import type { FieldInput } from '#domain/products/specification.ts'
import { Options, Select, TextField } from '../../ui/field.tsx'

/** A field in the form. `key` stays the same when it is moved; `products`: the parts with a value. */
export type EditedField = FieldInput & { key: string; unit: string; products: number }

const TYPES = [
  { key: 'text', label: 'Text' },
  { key: 'number', label: 'Number' },
]

/** A specification of a category, with its place. A stored one keeps its type. */
export function FieldRow({
  field,
  problem,
  onChange,
  children,
}: {
  field: EditedField
  problem: string | undefined
  onChange: (values: Partial<EditedField>) => void
  /** Its RowButtons. */
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-2 items-start gap-3 rounded-md border border-line bg-raised p-3 max-md:*:first:col-span-2 max-md:*:last:col-span-2 md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)_minmax(0,1fr)_auto]">
      <TextField
        label="Name"
        maxLength={60}
        value={field.name}
        error={problem}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextField
        label="Unit"
        maxLength={12}
        value={field.unit}
        onChange={(event) => onChange({ unit: event.target.value })}
      />
      <Select
        label="Type"
        value={field.type}
        disabled={field._id !== undefined}
        onChange={(event) => onChange({ type: event.target.value === 'number' ? 'number' : 'text' })}
      >
        <Options of={TYPES} />
      </Select>
      <div className="md:pt-7.5">{children}</div>
    </li>
  )
}
