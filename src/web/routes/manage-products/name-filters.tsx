import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { useListUrlState } from '../../components/admin-list/list-url-state.ts'
import { Options, Select } from '../../ui/field.tsx'

/** Chooses the brand and the category of the listed products, which are in the URL; '' means all. */
export function NameFilters({
  names,
  brand,
  category,
}: {
  names: BrandsAndCategories
  brand: string
  category: string
}) {
  return (
    <div className="flex gap-3 max-sm:w-full">
      <NameFilter
        name="category"
        label="Category"
        all="All categories"
        names={names.categories}
        value={category}
      />
      <NameFilter name="brand" label="Brand" all="All brands" names={names.brands} value={brand} />
    </div>
  )
}

function NameFilter({
  name,
  label,
  all,
  names,
  value,
}: {
  /** Its parameter in the URL. */
  name: string
  label: string
  /** The option for no filter. */
  all: string
  names: readonly string[]
  value: string
}) {
  const { narrow } = useListUrlState()
  return (
    <Select
      label={label}
      labelHidden
      fieldClassName="min-w-0 max-sm:grow max-sm:basis-0 sm:w-44"
      value={value}
      onChange={(event) => narrow({ [name]: event.target.value })}
    >
      <option value="">{all}</option>
      {/* A value of an old link, or one that is not among the suggestions. */}
      {value !== '' && !names.includes(value) && <option>{value}</option>}
      <Options of={names} />
    </Select>
  )
}
