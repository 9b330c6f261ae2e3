import { type SubmitEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { findVin } from '#domain/vehicles/vin.ts'
import * as paths from '#paths.ts'
import { FORM_PATH } from '../session/my-vehicle.ts'
import { SearchBox } from '../ui/search-box.tsx'
import { SearchSuggestions } from './search-suggestions.tsx'

/**
 * Product search in the navbar and on pages that found nothing; `name` tells the two apart. The browser posts
 * it, so that no URL contains a VIN, and the store redirects to the search; with scripts, words go there
 * directly.
 */
export function ProductSearchForm({ name = 'All parts', className }: { name?: string; className?: string }) {
  const field = useRef<HTMLInputElement>(null)
  const { pathname, search } = useLocation()
  const words = pathname === paths.parts ? (new URLSearchParams(search).get('q') ?? '') : ''
  const navigate = useNavigate()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const q = field.current?.value ?? ''
    if (findVin(q)) return
    event.preventDefault()
    void navigate(paths.search({ q }))
  }
  return (
    <form
      method="post"
      action={FORM_PATH}
      onSubmit={submit}
      role="search"
      aria-label={name}
      className={className}
    >
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
    </form>
  )
}
