import { PIECE } from '#domain/products/unit.ts'
import { NumberField, Options, Select, TextField } from '../../ui/field.tsx'
import { FormSection } from './form-section.tsx'
import type { ProductForm } from './use-product-form.ts'

/** What delivery, tax and returns need to know of a product. */
export function ShippingFields({ form }: { form: ProductForm }) {
  const unit = form.values.unit.trim() || PIECE
  return (
    <FormSection title="Shipping and returns">
      <TextField
        label="Weight"
        optional
        maxLength={40}
        autoComplete="off"
        placeholder="2.5 lb"
        hint={`Packed, per ${unit}: pounds, or with oz, kg or g`}
        {...form.field('weightGrams')}
      />
      {CHOICES.map(({ name, label, hint, no, yes }) => (
        <Select key={name} label={label} hint={hint} {...form.field(name)}>
          <Options
            of={[
              { key: 'no', label: no },
              { key: 'yes', label: yes },
            ]}
          />
        </Select>
      ))}
      <NumberField
        label="Core Deposit"
        optional
        placeholder="18.00"
        hint={`Dollars per ${unit}, on top of the price; refunded when the customer sends back the old part`}
        {...form.field('coreDeposit')}
      />
      <TextField
        label="Bin"
        optional
        maxLength={30}
        autoComplete="off"
        className="font-mono"
        hint="Where it is in your shelves; customers do not see it"
        {...form.field('bin')}
      />
    </FormSection>
  )
}

const CHOICES = [
  {
    name: 'oversize',
    label: 'Size',
    no: 'Regular parcel',
    yes: 'Oversize',
    hint: 'Customers pay the surcharge for oversize parts',
  },
  {
    name: 'dangerous',
    label: 'Dangerous Goods',
    no: 'No',
    yes: 'Yes, ground only',
    hint: 'Such as batteries and aerosols: no air shipping',
  },
  {
    name: 'taxed',
    label: 'Sales Tax',
    no: 'Not taxed',
    yes: 'Taxed',
    hint: 'Whether customers pay tax on it, where you collect tax',
  },
  {
    name: 'returnable',
    label: 'Returns',
    no: 'Cannot be returned',
    yes: 'Can be returned',
    hint: 'Its page says so if customers cannot return it',
  },
] as const
