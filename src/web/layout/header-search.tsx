import { CloseIcon, SearchIcon } from '../ui/icons.tsx'
import { ProductSearchForm } from './product-search-form.tsx'
import { closeOnEscape, useClosingDetails } from './use-closing-details.ts'

/**
 * The product search of a narrow header: the field where there is room, otherwise an icon that opens it, even
 * without JavaScript.
 */
export function HeaderSearch() {
  const details = useClosingDetails()
  return (
    <details
      ref={details}
      className="group/search shrink-0 sm:details-content:[content-visibility:visible]"
      onKeyDown={closeOnEscape}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.querySelector('input')?.focus()
      }}
    >
      <summary
        aria-label="Search"
        className="-mr-3 flex size-11 list-none items-center justify-center rounded-md hover:bg-ink/10 supports-[selector(::details-content)]:sm:hidden [&::-webkit-details-marker]:hidden"
      >
        <span className="group-open/search:hidden">
          <SearchIcon />
        </span>
        <span className="hidden group-open/search:block">
          <CloseIcon />
        </span>
      </summary>
      <ProductSearchForm className="max-sm:not-group-open/search:hidden max-sm:absolute max-sm:inset-x-0 max-sm:z-40 max-sm:border-y max-sm:border-line max-sm:bg-paper max-sm:px-gutter max-sm:py-3 max-sm:shadow-high sm:w-64 sm:py-1" />
    </details>
  )
}
