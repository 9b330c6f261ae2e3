import { Form } from 'react-router'
import { SearchBox } from '../ui/search-box.tsx'

/** Product search in the navbar; works without JavaScript. The Parts page has its own, with filters. */
export function ProductSearchForm({ className }: { className?: string }) {
  return (
    <Form action="/parts" role="search" aria-label="All parts" className={className}>
      <SearchBox label="Find a part" name="q" placeholder="Find a part" />
    </Form>
  )
}
