import { COUNTRY_CODES, countryName } from '#domain/shared/countries.ts'
import { subdivisionsOf } from '#domain/shared/subdivisions.ts'
import { Options, Select, TextField } from '../../ui/field.tsx'
import type { AddressForm } from './use-address-form.ts'

/** All countries by name, the United States first. */
const COUNTRIES = [...COUNTRY_CODES]
  .map((key) => ({ key, label: countryName(key) }))
  .toSorted((a, b) => Number(b.key === 'US') - Number(a.key === 'US') || a.label.localeCompare(b.label, 'en'))

/**
 * The fields of an address, which browsers fill in. The United States and Canada have a list of states or
 * provinces; elsewhere a region may be typed.
 */
export function AddressFields({ form }: { form: AddressForm }) {
  const isUs = form.values.country === 'US'
  const known = subdivisionsOf(form.values.country)
  return (
    <>
      <TextField label="Name" required autoComplete="name" maxLength={60} {...form.field('name')} />
      <TextField
        label="Company"
        optional
        autoComplete="organization"
        maxLength={60}
        {...form.field('company')}
      />
      <Select
        label="Country"
        required
        autoComplete="country"
        {...form.field('country')}
        onChange={() => form.set('region', '')}
      >
        <Options of={COUNTRIES} />
      </Select>
      <TextField
        label="Street address"
        required
        autoComplete="address-line1"
        maxLength={90}
        {...form.field('line1')}
      />
      <TextField
        label="Apartment, suite, floor"
        optional
        autoComplete="address-line2"
        maxLength={90}
        {...form.field('line2')}
      />
      <TextField label="City" required autoComplete="address-level2" maxLength={60} {...form.field('city')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {known ? (
          <Select
            key={known.called}
            label={known.called === 'state' ? 'State' : 'Province or territory'}
            required
            autoComplete="address-level1"
            {...form.field('region')}
          >
            <option value="">Choose a {known.called}</option>
            <Options of={known.list} />
          </Select>
        ) : (
          <TextField
            key="region"
            label="Region"
            optional
            autoComplete="address-level1"
            maxLength={40}
            {...form.field('region')}
          />
        )}
        <TextField
          label={isUs ? 'ZIP code' : 'Postal code'}
          required
          autoComplete="postal-code"
          inputMode={isUs ? 'numeric' : 'text'}
          maxLength={12}
          {...form.field('postalCode')}
        />
      </div>
      <TextField
        label="Phone"
        type="tel"
        required
        autoComplete="tel"
        hint="The carrier may call about the delivery."
        {...form.field('phone')}
      />
    </>
  )
}
