import { type ReactNode, useId } from 'react'
import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { CONDITION_LABELS, CONDITIONS } from '#domain/products/specification-text.ts'
import type { SpecificationField } from '#domain/products/specification.ts'
import { PIECE } from '#domain/products/unit.ts'
import { NumberField, Options, Select, TextArea, TextField } from '../../ui/field.tsx'
import { FitmentsField } from './fitments-field.tsx'
import { FormSection } from './form-section.tsx'
import { MorePicturesField } from './more-pictures-field.tsx'
import { NameField } from './name-field.tsx'
import { PictureField } from './picture-field.tsx'
import { ShippingFields } from './shipping-fields.tsx'
import { SpecificationsField } from './specifications-field.tsx'
import type { ProductForm } from './use-product-form.ts'

/** Usual units, to suggest. */
const UNITS = [PIECE, 'pair', 'set of 4', 'kit', 'case of 12']

/**
 * The fields of a product. `stock` is a slot for the available quantity, which is editable only for a new
 * product. `names`: the brands and categories to suggest; `fields`: the specifications of all categories;
 * null when they could not be loaded.
 */
export function ProductFields({
  form,
  names,
  fields,
  stock,
}: {
  form: ProductForm
  names: BrandsAndCategories | null
  fields: readonly SpecificationField[] | null
  stock?: ReactNode
}) {
  const unitsId = useId()
  const unit = form.values.unit.trim() || PIECE
  return (
    <div className="flex flex-col gap-10">
      <FormSection title="Basics">
        <TextField
          label="Product Name"
          required
          maxLength={200}
          fieldClassName="sm:col-span-full"
          {...form.field('name')}
        />
        <div className="sm:col-span-full">
          <PictureField form={form} />
        </div>
        <div className="sm:col-span-full">
          <MorePicturesField form={form} />
        </div>
        <TextArea
          label="Product Description"
          required
          maxLength={5000}
          hint="What it is, what it fits, what is in the box."
          fieldClassName="sm:col-span-full"
          {...form.field('about')}
        />
        <NameField form={form} name="brand" label="Brand" known={names?.brands ?? []} />
        <NameField form={form} name="category" label="Category" known={names?.categories ?? []} />
        <Select label="Condition" {...form.field('condition')}>
          <Options of={CONDITIONS.map((key) => ({ key, label: CONDITION_LABELS[key] }))} />
        </Select>
      </FormSection>
      <FormSection title="Price and stock">
        <NumberField
          label="Price"
          required
          placeholder="89.50"
          hint={`Dollars per ${unit}`}
          {...form.field('price')}
        />
        <NumberField
          label="Compare At"
          optional
          hint="The regular price, shown crossed out"
          {...form.field('listPrice')}
        />
        <TextField
          label="Sold As"
          optional
          maxLength={30}
          list={unitsId}
          autoComplete="off"
          placeholder={PIECE}
          hint="Such as piece, pair, set of 4"
          {...form.field('unit')}
        />
        <datalist id={unitsId}>
          <Options of={UNITS} />
        </datalist>
        {stock ?? (
          <NumberField
            label="Available Quantity"
            required
            inputMode="numeric"
            hint="Units in stock"
            {...form.field('available')}
          />
        )}
        <NumberField
          label="Minimum Order"
          required
          inputMode="numeric"
          hint="The least per order"
          {...form.field('minOrder')}
        />
      </FormSection>
      <ShippingFields form={form} />
      <FormSection title="Numbers">
        <TextField
          label="Part Number"
          optional
          maxLength={60}
          className="font-mono"
          {...form.field('partNumber')}
        />
        <TextField
          label="GTIN"
          optional
          maxLength={20}
          inputMode="numeric"
          className="font-mono"
          hint="The number under the bar code: UPC or EAN"
          {...form.field('gtin')}
        />
        {REPLACED.map(({ name, label, hint }) => (
          <TextArea
            key={name}
            label={label}
            optional
            rows={1}
            className="min-h-11.5! font-mono"
            hint={hint}
            fieldClassName="sm:col-span-full"
            {...form.field(name)}
          />
        ))}
      </FormSection>
      <FormSection title="Specifications">
        <div className="flex flex-col gap-4 sm:col-span-full">
          <SpecificationsField form={form} fields={fields} />
        </div>
      </FormSection>
      <FormSection title="Fitment">
        <div className="sm:col-span-full">
          <FitmentsField {...form.fits} />
        </div>
      </FormSection>
    </div>
  )
}

/** The numbers that a part replaces: customers find it by each of them. */
const REPLACED = [
  {
    name: 'oeNumbers',
    label: 'Car makers’ numbers',
    hint: 'Original (OE) numbers that it replaces, with commas',
  },
  { name: 'otherNumbers', label: 'Cross-reference numbers', hint: 'Numbers of competitors that it replaces' },
  { name: 'oldNumbers', label: 'Superseded numbers', hint: 'Your own earlier numbers for it' },
] as const
