import { useEffect, useEffectEvent, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import * as paths from '#paths.ts'
import { SearchSuggestions } from '../../layout/search-suggestions.tsx'
import { Button } from '../../ui/button.tsx'
import { Options, Select, TextField } from '../../ui/field.tsx'
import { FiltersButton } from './filter-panel.tsx'
import { HiddenInputs } from './hidden-inputs.tsx'
import { type ProductSearch, partsPath, sorts } from './parts-url.ts'

const names = ['q', 'sort'] as const

/** Labels are hidden on a small screen, so that a list's first part is on the first screen. */
const LABEL_CLASS = 'max-lg:[&_label]:sr-only'

/** The words of a search and its order: a GET form that keeps the filters. Choosing an order submits it. */
export function ProductSearchField({ search }: { search: ProductSearch }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const path = partsPath(search)
  const shownPath = useRef(path)
  const follow = useEffectEvent(() => {
    const field = (name: string) =>
      form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement
    if (shownPath.current === path) {
      // Chosen before hydration.
      if (field('sort').value !== search.sort) void submit(form.current)
      return
    }
    shownPath.current = path
    for (const name of names) field(name).value = search[name]
  })
  // The fields follow the URL even when it changes elsewhere (Back, a removed filter).
  useEffect(() => follow(), [path])
  return (
    <Form
      ref={form}
      action={paths.parts}
      role="search"
      autoComplete="off"
      aria-label="Parts"
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 lg:grid-cols-[minmax(0,1fr)_minmax(6rem,auto)_minmax(0,14rem)] lg:gap-x-4"
    >
      <HiddenInputs search={{ ...search, q: '', sort: 'best' }} />
      <div className={`relative min-w-0 ${LABEL_CLASS}`}>
        <TextField
          ref={words}
          label="Search"
          type="search"
          name="q"
          defaultValue={search.q}
          placeholder="Name or part number"
        />
        <SearchSuggestions field={words} />
      </div>
      <div className="flex items-end">
        <Button type="submit" className="min-h-11.5 w-full">
          Search
        </Button>
      </div>
      <div className="col-span-full grid grid-cols-2 gap-3 lg:contents">
        <FiltersButton search={search} />
        <Select
          label="Sort by"
          name="sort"
          fieldClassName={LABEL_CLASS}
          defaultValue={search.sort}
          onChange={({ currentTarget }) => void submit(currentTarget.form)}
        >
          <Options of={sorts} />
        </Select>
      </div>
    </Form>
  )
}
