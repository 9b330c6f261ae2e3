import { isSameName } from '#domain/products/brand-and-category.ts'
import { specificationLabel } from '#domain/products/specification-text.ts'
import { MAX_VALUE_LENGTH, type SpecificationField, valueProblem } from '#domain/products/specification.ts'
import * as paths from '#paths.ts'
import { TextLink } from '../../ui/button.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { parseSpecifications, specificationsText } from './product-texts.ts'
import type { ProductForm } from './use-product-form.ts'

/** The specifications of the form's category. `fields`: of all categories; null when they failed to load. */
export function SpecificationsField({
  form,
  fields,
}: {
  form: ProductForm
  fields: readonly SpecificationField[] | null
}) {
  const category = form.values.category.trim()
  const shown = fields?.filter((field) => isSameName(field.category, category)) ?? []
  const values = parseSpecifications(form.values)
  const change = (field: string, value: string) =>
    form.set(
      'specifications',
      specificationsText([...values.filter((one) => one.field !== field), { field, value }]),
    )
  if (!fields)
    return <p>The specifications could not be loaded. Everything else can be saved; they stay as they are.</p>
  if (category === '') return <p className="text-ink-soft">Enter the category: each has its own.</p>
  return (
    <>
      {shown.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-3">
          {shown.map((field) => {
            const { _id, type } = field
            const value = values.find((one) => one.field === _id)?.value ?? ''
            const Field = type === 'number' ? NumberField : TextField
            return (
              <Field
                key={_id}
                label={specificationLabel(field)}
                optional
                maxLength={MAX_VALUE_LENGTH}
                value={value}
                error={valueProblem(field, value.trim()) ?? undefined}
                onChange={(event) => change(_id, event.target.value)}
              />
            )
          })}
        </div>
      )}
      <FormError>{form.errors.specifications}</FormError>
      <p className="text-sm text-ink-soft">
        {shown.length === 0 && `${category} has no specifications yet. `}
        <TextLink to={paths.specifications(category)}>
          {shown.length === 0 ? 'Add specifications' : `Change what ${category} has`}
        </TextLink>
      </p>
    </>
  )
}
