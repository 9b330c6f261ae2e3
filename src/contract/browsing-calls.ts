import type { CallName } from './calls.ts'

/**
 * The calls that read only what everyone may see. Beside public pages, sitemaps and the feed they are all that may be answered from a replica;
 * whatever else is read, such as the access token of `showProduct`, is read from the primary. While the database is away they may be answered by
 * what was there before, or by a replica that is not known to be up to date: with the headers `Age` and `Cache-Status` (docs/decisions/109).
 */
const BROWSING_CALLS = [
  'listProducts',
  'showProduct',
  'listFitments',
  'showFit',
  'searchCatalogue',
  'findListedParts',
  'suggest',
  'listReviews',
  'listVehicleChoices',
] as const satisfies readonly CallName[]

export type BrowsingCallName = (typeof BROWSING_CALLS)[number]

/** Whether it is one of these. */
export function isBrowsingCall(name: CallName): name is BrowsingCallName {
  return BROWSING_CALLS.some((one) => one === name)
}
