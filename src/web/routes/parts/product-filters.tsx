import { type ChangeEvent, useState } from 'react'
import { Form, useSubmit } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { HiddenInputs } from './hidden-inputs.tsx'
import { type ProductSearch, partsPath, sorts } from './product-search.ts'

type Choice = { name: string; count: number }

/** Search, category, brand and sort order: a GET form. With JavaScript a change submits immediately. */
export function ProductFilters({
  search,
  categories,
  brands,
}: {
  search: ProductSearch
  categories: readonly Choice[]
  brands: readonly Choice[]
}) {
  const submit = useSubmit()
  const { q, category, brand, sort } = search
  const [typed, setTyped] = useState({ q, category, brand, sort })
  // The fields follow URL changes from elsewhere (Back, a removed filter).
  const path = partsPath(search)
  const [shownPath, setShownPath] = useState(path)
  if (shownPath !== path) {
    setShownPath(path)
    setTyped({ q, category, brand, sort })
  }
  const field = <Name extends keyof typeof typed>(name: Name) => ({
    name,
    value: typed[name],
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      setTyped({ ...typed, [name]: currentTarget.value })
      if (currentTarget instanceof HTMLSelectElement) void submit(currentTarget.form)
    },
  })
  return (
    <Form
      action="/parts"
      role="search"
      aria-label="Parts"
      className="grid grid-cols-2 gap-x-3 gap-y-2 sm:gap-x-4 lg:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))_minmax(6rem,auto)]"
    >
      <HiddenInputs search={search} names={['vehicle']} />
      <TextField
        label="Search"
        type="search"
        {...field('q')}
        placeholder="Name, brand or part number"
        fieldClassName="max-lg:col-span-full"
      />
      <Choose label="Category" all="All categories" choices={categories} {...field('category')} />
      <Choose label="Brand" all="All brands" choices={brands} {...field('brand')} />
      <Select label="Sort by" {...field('sort')}>
        {sorts.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
      <div className="flex items-end max-lg:pt-2">
        <Button type="submit" className="min-h-11.5 w-full">
          Search
        </Button>
      </div>
    </Form>
  )
}

function Choose({
  label,
  name,
  all,
  value,
  choices,
  onChange,
}: {
  label: string
  name: string
  /** The option for no filter. */
  all: string
  value: string
  choices: readonly Choice[]
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}) {
  // The selected value stays in the list even without matches.
  const listed = value === '' || choices.some((choice) => choice.name === value)
  return (
    <Select label={label} name={name} value={value} onChange={onChange}>
      <option value="">{all}</option>
      {!listed && <option value={value}>{value} (0)</option>}
      {choices.map((choice) => (
        <option key={choice.name} value={choice.name}>
          {choice.name} ({choice.count})
        </option>
      ))}
    </Select>
  )
}
