import type { FilterName, ProductSearch } from './product-search.ts'

type Name = FilterName | 'q' | 'sort' | 'vehicle'

/** Preserves these search parameters when a form is submitted. */
export function HiddenInputs({ search, names }: { search: ProductSearch; names: readonly Name[] }) {
  const inputs = names.flatMap((name): { name: string; value: string }[] =>
    name === 'vehicle'
      ? Object.entries(search.vehicle).map(([step, value]) => ({ name: step, value: String(value) }))
      : [{ name, value: name === 'sort' && search.sort === 'best' ? '' : search[name] }],
  )
  return (
    <>
      {inputs
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
    </>
  )
}
