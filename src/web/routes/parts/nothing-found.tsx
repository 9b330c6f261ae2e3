import type { Offers } from '#domain/search/count-offers.server.ts'
import { hasFilters, NO_FILTERS } from '#domain/search/facets.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { type ProductSearch, partsPath } from './parts-url.ts'
import type { SearchedVehicle } from './vehicle-panel.tsx'

/**
 * The empty search result: says why, and offers the results without a filter, without the vehicle or with
 * fewer words.
 */
export function NothingFound({
  search,
  vehicle,
  offers,
}: {
  search: ProductSearch
  vehicle: SearchedVehicle
  offers: Offers | null
}) {
  const isFiltered = hasFilters(search)
  if (search.q === '' && !isFiltered && !vehicle.name) {
    return <EmptyState title="No parts yet" text="New parts appear here as soon as they’re added." />
  }
  const isAboutVehicle = vehicle.name !== '' && search.q === '' && !isFiltered
  return (
    <EmptyState
      title={
        isAboutVehicle
          ? `We have no fitment data for ${vehicle.name} yet`
          : `No parts ${search.q === '' ? 'match' : `match “${search.q}”`}${vehicle.name ? ` for ${vehicle.name}` : ''}${isFiltered ? ' with these filters' : ''}`
      }
      text={
        isAboutVehicle
          ? 'We haven’t checked parts for this car yet. Ask the counter, and we’ll look it up.'
          : 'Check the spelling, use fewer words, or search by part number.'
      }
    >
      {offers !== null && offers.withoutFilters > 0 && (
        <LinkButton to={partsPath(search, NO_FILTERS)}>
          Clear filters ({formatCount(offers.withoutFilters)})
        </LinkButton>
      )}
      {offers !== null && offers.withoutVehicle > 0 && (
        <LinkButton to={partsPath(search, { vehicle: {} })}>
          {isAboutVehicle ? 'Browse all parts' : 'Search for all vehicles'} (
          {formatCount(offers.withoutVehicle)})
        </LinkButton>
      )}
      {offers?.words.map(({ word, total }) => (
        <LinkButton key={word} to={partsPath(search, { q: word, ...NO_FILTERS })}>
          Only “{word}” ({formatCount(total)})
        </LinkButton>
      ))}
      {isAboutVehicle ? (
        <LinkButton to={paths.contact}>Ask the counter</LinkButton>
      ) : (
        <LinkButton to={paths.parts}>Browse all parts</LinkButton>
      )}
    </EmptyState>
  )
}
