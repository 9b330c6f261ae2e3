import type { Offers } from '#domain/search/count-offers.server.ts'
import { hasFilters, NO_FILTERS } from '#domain/search/facets.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import * as paths from '#paths.ts'
import { type ProductSearch, partsPath } from '../../components/listing/parts-url.ts'
import type { SearchedVehicle } from '../../components/listing/vehicle-panel.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

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
  const car = search.fit === 'all' ? '' : vehicle.name
  if (search.q === '' && !isFiltered && !car) {
    return <EmptyState title="No parts yet" text="New parts appear here as soon as they’re added." />
  }
  const isAboutVehicle = car !== '' && search.q === '' && !isFiltered
  // Spelled right, then.
  const isForOthers = offers !== null && offers.withoutVehicle > 0
  const parts = search.q === '' ? 'such parts' : `“${search.q}”`
  return (
    <EmptyState
      title={
        isAboutVehicle
          ? `We have no fitment data for ${car} yet`
          : isForOthers
            ? `We don’t list ${parts} for the ${car} yet`
            : `No parts ${search.q === '' ? 'match' : `match “${search.q}”`}${car ? ` for ${car}` : ''}${isFiltered ? ' with these filters' : ''}`
      }
      text={
        isAboutVehicle
          ? 'We haven’t checked parts for this car yet. Ask us, and we’ll look it up.'
          : isForOthers
            ? 'We list them for other vehicles. Ask us, and we’ll look for yours.'
            : 'Check the spelling, use fewer words, or search by part number.'
      }
    >
      {offers !== null && offers.withoutFilters > 0 && (
        <LinkButton to={partsPath(search, NO_FILTERS)}>
          Clear filters ({formatCount(offers.withoutFilters)})
        </LinkButton>
      )}
      {offers !== null && offers.withoutVehicle > 0 && (
        <LinkButton to={partsPath(search, { fit: 'all' })}>
          All vehicles ({formatCount(offers.withoutVehicle)})
        </LinkButton>
      )}
      {offers?.words.map(({ word, total }) => (
        <LinkButton key={word} to={partsPath(search, { q: word, ...NO_FILTERS })}>
          Only “{word}” ({formatCount(total)})
        </LinkButton>
      ))}
      {(isAboutVehicle || isForOthers) && <LinkButton to={paths.contact}>Contact us</LinkButton>}
      {!isAboutVehicle && (
        <LinkButton to={partsPath(search, { q: '', ...NO_FILTERS })}>
          {car ? 'All parts for this car' : 'Browse all parts'}
        </LinkButton>
      )}
    </EmptyState>
  )
}
