import { useId } from 'react'
import { isSameName, knownSpelling } from '#domain/products/brand-and-category.ts'
import { Options, TextField } from '../../ui/field.tsx'
import type { ProductForm } from './use-product-form.ts'

/**
 * The brand or category of a product. Suggests the `known` ones; input that differs only in case or spaces
 * becomes the known one, as it does on the server. The spelling of the product's current one can be
 * corrected.
 */
export function NameField({
  form,
  name,
  label,
  known,
}: {
  form: ProductForm
  name: 'brand' | 'category'
  label: string
  known: readonly string[]
}) {
  const listId = useId()
  return (
    <>
      <TextField
        label={label}
        optional
        maxLength={100}
        list={listId}
        autoComplete="off"
        {...form.field(name)}
        onBlur={({ target: { value } }) => {
          const spelled = knownSpelling(value, known)
          if (spelled !== value && !isSameName(value, form.initial[name])) form.set(name, spelled)
        }}
      />
      <datalist id={listId}>
        <Options of={known} />
      </datalist>
    </>
  )
}
