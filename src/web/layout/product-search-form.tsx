import { useRef } from 'react'
import { Form } from 'react-router'
import * as paths from '#paths.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'

/**
 * Product search in the navbar and on pages that found nothing; `name` tells the two apart. Works without
 * JavaScript.
 */
export function ProductSearchForm({ name = 'All parts', className }: { name?: string; className?: string }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <Form action={paths.parts} role="search" aria-label={name} className={className}>
      <div className="relative">
        <SearchBox ref={field} label="Find a part" name="q" placeholder="Find a part" />
        <SearchSuggestions field={field} />
      </div>
    </Form>
  )
}
