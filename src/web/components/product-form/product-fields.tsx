import { type ReactNode, useId } from 'react'
import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { PIECE } from '#domain/products/unit.ts'
import { NumberField, Options, TextArea, TextField } from '../../ui/field.tsx'
import { FitmentsField } from './fitments-field.tsx'
import { NameField } from './name-field.tsx'
import { PictureField } from './picture-field.tsx'
import type { ProductForm } from './use-product-form.ts'

/** Usual units, to suggest. */
const UNITS = [PIECE, 'pair', 'set of 4', 'kit', 'case of 12']

/**
 * The fields of a product. `stock` is a slot for the available quantity, which is editable only for a new
 * product. `names`: the brands and categories to suggest; null when they could not be loaded.
 */
export function ProductFields({
  form,
  names,
  stock,
}: {
  form: ProductForm
  names: BrandsAndCategories | null
  stock?: ReactNode
}) {
  const unitsId = useId()
  const unit = form.values.unit.trim() || PIECE
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-3">
      <div className="sm:col-span-full">
        <PictureField form={form} />
      </div>
      <TextField
        label="Product Name"
        required
        maxLength={200}
        fieldClassName="sm:col-span-full"
        {...form.field('name')}
      />
      <TextArea
        label="Product Description"
        required
        maxLength={5000}
        hint="What it is, what it fits, what is in the box."
        fieldClassName="sm:col-span-full"
        {...form.field('about')}
      />
      <NumberField
        label="Price"
        required
        placeholder="89.50"
        hint={`Dollars per ${unit}`}
        {...form.field('price')}
      />
      <NumberField
        label="Before the Sale"
        optional
        hint="The regular price, shown crossed out"
        {...form.field('listPrice')}
      />
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
        hint="Units per order"
        {...form.field('minOrder')}
      />
      <TextField
        label="Sold By"
        optional
        maxLength={30}
        list={unitsId}
        autoComplete="off"
        placeholder={PIECE}
        hint="What one unit is"
        {...form.field('unit')}
      />
      <datalist id={unitsId}>
        <Options of={UNITS} />
      </datalist>
      <NameField form={form} name="brand" label="Brand" known={names?.brands ?? []} />
      <NameField form={form} name="category" label="Category" known={names?.categories ?? []} />
      <TextField
        label="Part Number"
        optional
        maxLength={60}
        className="font-mono"
        {...form.field('partNumber')}
      />
      <div className="sm:col-span-full">
        <FitmentsField {...form.fits} />
      </div>
    </div>
  )
}
