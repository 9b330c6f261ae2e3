import type { PartsSearch } from './parts-search.ts'

type Name = 'q' | 'category' | 'brand' | 'sort' | 'vehicle'

/** Keeps these parts of the search in the address that a form leads to. */
export function HiddenInputs({ search, names }: { search: PartsSearch; names: readonly Name[] }) {
  const kept = names.flatMap((name): { name: string; value: string }[] =>
    name === 'vehicle'
      ? Object.entries(search.vehicle).map(([step, value]) => ({ name: step, value: String(value) }))
      : [{ name, value: search[name] === 'newest' ? '' : search[name] }],
  )
  return (
    <>
      {kept
        .filter(({ value }) => value !== '')
        .map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
    </>
  )
}
