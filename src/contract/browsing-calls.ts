import { type CallName, allCalls } from './calls.ts'

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

/**
 * The calls that may be answered by what was there before, or by a replica that is not known to be up to date, while the database is away. Such an
 * answer has the headers `Age` and `Cache-Status` (docs/decisions/109).
 */
export const CALLS_IN_AN_OUTAGE: ReadonlySet<CallName> = new Set([
  ...BROWSING_CALLS,
  ...allCalls.flatMap(([name, { cache }]) => (cache?.audience === 'everyone' ? [name] : [])),
])
