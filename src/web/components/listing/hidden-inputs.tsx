import { type ProductSearch, partsPath } from './parts-url.ts'

/** Preserves a search when a form is submitted: `search` is without the form's own fields. */
export function HiddenInputs({ search }: { search: ProductSearch }) {
  const parameters = new URLSearchParams(partsPath(search).split('?')[1])
  return Array.from(parameters, ([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
