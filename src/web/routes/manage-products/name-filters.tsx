import type { BrandsAndCategories } from '#domain/products/brand-and-category.ts'
import { useListUrlState } from '../../components/list/list-url-state.ts'
import { Options, Select } from '../../ui/field.tsx'
import { readNameFilter } from './product-list.ts'

/** Chooses the brand and the category of the listed products, which are in the URL. */
export function NameFilters({ names }: { names: BrandsAndCategories }) {
  const { query, narrow } = useListUrlState()
  const chosen = readNameFilter(query)
  const filters = [
    { name: 'category', label: 'Category', all: 'All categories', options: names.categories },
    { name: 'brand', label: 'Brand', all: 'All brands', options: names.brands },
  ] as const
  return (
    <div className="flex gap-3 max-sm:w-full">
      {filters.map(({ name, label, all, options }) => (
        <Select
          key={name}
          label={label}
          labelHidden
          fieldClassName="min-w-0 max-sm:grow max-sm:basis-0 sm:w-44"
          value={chosen[name]}
          onChange={({ target }) => narrow({ [name]: target.value })}
        >
          <option value="">{all}</option>
          {/* A value of an old link, or one that is not among the suggestions. */}
          {chosen[name] !== '' && !options.includes(chosen[name]) && <option>{chosen[name]}</option>}
          <Options of={options} />
        </Select>
      ))}
    </div>
  )
}
