import { SearchIcon } from '../ui/icons.tsx'
import { OverlayDetails } from './overlay-details.tsx'
import { ProductSearchForm } from './product-search-form.tsx'

/** The product search of a narrow header: the field where there is room, otherwise an icon that opens it. */
export function HeaderSearch() {
  return (
    <OverlayDetails
      label="Search"
      icon={<SearchIcon />}
      className="shrink-0 sm:details-content:[content-visibility:visible]"
      summaryClassName="-mr-3 supports-[selector(::details-content)]:sm:hidden"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) currentTarget.querySelector('input')?.focus()
      }}
    >
      <ProductSearchForm className="max-sm:not-group-open:hidden max-sm:absolute max-sm:inset-x-0 max-sm:z-40 max-sm:border-y max-sm:border-line max-sm:bg-paper max-sm:px-gutter max-sm:py-3 max-sm:shadow-high sm:w-64 sm:py-1" />
    </OverlayDetails>
  )
}
