import { useRef } from 'react'
import { Form, useLocation } from 'react-router'
import * as paths from '#paths.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'

/**
 * Product search in the navbar and on pages that found nothing; `name` tells the two apart. Works without
 * JavaScript.
 */
export function ProductSearchForm({ name = 'All parts', className }: { name?: string; className?: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const words = pathname === paths.parts ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <Form action={paths.parts} role="search" aria-label={name} className={className}>
      {/* The field follows the URL. */}
      <div key={`${pathname} ${words}`} className="relative">
        <SearchBox
          ref={field}
          label="Find a part"
          name="q"
          placeholder="Part, number or VIN"
          defaultValue={words}
        />
        <SearchSuggestions field={field} />
      </div>
    </Form>
  )
}
