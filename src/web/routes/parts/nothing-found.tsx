import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ProductSearch, partsPath } from './product-search.ts'
import type { SearchedVehicle } from './vehicle-panel.tsx'

/** No results: says whether the filters or missing fitment data are the reason. */
export function NothingFound({ search, vehicle }: { search: ProductSearch; vehicle: SearchedVehicle }) {
  const filtered = search.q !== '' || search.category !== '' || search.brand !== ''
  if (filtered) {
    return (
      <EmptyState
        title={
          vehicle.name ? `Nothing for ${vehicle.name} with these filters` : 'Nothing on the shelf matches'
        }
        text="Try fewer or other words, or take a filter off."
      >
        <LinkButton to={partsPath(search, { q: '', category: '', brand: '' })}>
          Take all filters off
        </LinkButton>
      </EmptyState>
    )
  }
  if (vehicle.name) {
    return (
      <EmptyState
        title={`We have no fitment data for ${vehicle.name} yet`}
        text="That does not mean that nothing fits: we only claim what we have checked. The counter can look it up for you."
      >
        <LinkButton to="/contactUs">Ask the counter</LinkButton>
        <LinkButton to={partsPath(search, { vehicle: {} })}>Browse all parts</LinkButton>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="The shelf is empty just now"
      text="New parts appear here as soon as they are booked in."
    />
  )
}
