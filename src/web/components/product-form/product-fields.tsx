import type { ReactNode } from 'react'
import { TextArea, TextField } from '../../ui/field.tsx'
import { FitmentsField } from './fitments-field.tsx'
import { PictureField } from './picture-field.tsx'
import type { ProductForm } from './use-product-form.ts'

/** The fields of a product. `stock` is a slot for the available quantity, which is editable only for a new product. */
export function ProductFields({ form, stock }: { form: ProductForm; stock?: ReactNode }) {
  return (
    <div className="grid items-start gap-5 sm:grid-cols-6">
      <div className="sm:col-span-6">
        <PictureField
          name="picture"
          url={form.values.picture}
          error={form.pictureError}
          picture={form.picture}
          onRemove={() => form.set('picture', '')}
          onBlur={() => form.field('picture').onBlur()}
        />
      </div>
      <TextField
        label="Product Name"
        required
        maxLength={200}
        fieldClassName="sm:col-span-6"
        {...form.field('name')}
      />
      <TextArea
        label="Product Description"
        required
        maxLength={5000}
        hint="What it is, what it fits, what is in the box."
        fieldClassName="sm:col-span-6"
        {...form.field('about')}
      />
      <TextField
        label="Price"
        required
        inputMode="decimal"
        autoComplete="off"
        placeholder="89.50"
        hint="Dollars per piece"
        className="tabular-nums"
        fieldClassName="sm:col-span-2"
        {...form.field('price')}
      />
      {stock ?? (
        <TextField
          label="Available Quantity"
          required
          inputMode="numeric"
          autoComplete="off"
          hint="Pieces on the shelf"
          className="tabular-nums"
          fieldClassName="sm:col-span-2"
          {...form.field('available')}
        />
      )}
      <TextField
        label="Minimum Order"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Pieces per order"
        className="tabular-nums"
        fieldClassName="sm:col-span-2"
        {...form.field('minOrder')}
      />
      <TextField
        label="Brand"
        optional
        maxLength={100}
        fieldClassName="sm:col-span-2"
        {...form.field('brand')}
      />
      <TextField
        label="Category"
        optional
        maxLength={100}
        fieldClassName="sm:col-span-2"
        {...form.field('category')}
      />
      <TextField
        label="Part Number"
        optional
        maxLength={60}
        className="font-mono"
        fieldClassName="sm:col-span-2"
        {...form.field('partNumber')}
      />
      <div className="sm:col-span-6">
        <FitmentsField {...form.fits} />
      </div>
    </div>
  )
}
