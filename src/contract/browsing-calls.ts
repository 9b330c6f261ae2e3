import type { CallName } from './calls.ts'

/**
 * The calls that read only what everyone may see. Beside public pages, sitemaps and the feed they are all that may be answered from a replica;
 * whatever else is read, such as the access token of `showProduct`, is read from the primary.
 */
export const BROWSING_CALLS = [
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
