import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { Options, Select } from '../../ui/field.tsx'

/** Chooses the brand and the category of the listed products; '' is every one. */
export function NameFilters({
  names,
  brand,
  category,
  onChange,
}: {
  names: BrandsAndCategories
  brand: string
  category: string
  onChange: (change: { brand: string } | { category: string }) => void
}) {
  return (
    <div className="flex gap-3 max-sm:w-full">
      <NameFilter
        label="Category"
        all="All categories"
        names={names.categories}
        value={category}
        onChange={(name) => onChange({ category: name })}
      />
      <NameFilter
        label="Brand"
        all="All brands"
        names={names.brands}
        value={brand}
        onChange={(name) => onChange({ brand: name })}
      />
    </div>
  )
}

function NameFilter({
  label,
  all,
  names,
  value,
  onChange,
}: {
  label: string
  /** The option for no filter. */
  all: string
  names: readonly string[]
  value: string
  onChange: (name: string) => void
}) {
  return (
    <Select
      label={label}
      labelHidden
      fieldClassName="min-w-0 max-sm:grow max-sm:basis-0 sm:w-44"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{all}</option>
      {/* One of an old link, or beyond the suggested ones. */}
      {value !== '' && !names.includes(value) && <option>{value}</option>}
      <Options of={names} />
    </Select>
  )
}
