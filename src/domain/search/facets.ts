import { readTextParam } from '../shared/url-params.ts'
import { POSITIONS } from '../vehicles/position.ts'

/**
 * Price ranges to choose from, in dollars: `from` included, `to` excluded. The same as the SQL function
 * price_band.
 */
export const PRICE_BANDS = [
  { key: '0-25', from: 0, to: 25 },
  { key: '25-50', from: 25, to: 50 },
  { key: '50-100', from: 50, to: 100 },
  { key: '100-250', from: 100, to: 250 },
  { key: '250-500', from: 250, to: 500 },
  { key: '500-', from: 500, to: null },
] as const
export const PRICE_BAND_KEYS = PRICE_BANDS.map(({ key }) => key)

type FacetDefinition = {
  /** Its choices in a response: `facets.categories`. */
  list: string
  title: string
  /** The column of product_search and product_counts. */
  column: string
  /**
   * What the column has: the value itself, its index in `values`, true for the only value, or an array of
   * them.
   */
  kind: 'text' | 'index' | 'flag' | 'array'
  /** All values; null for any text. */
  values: readonly string[] | null
  /** A value as pages show it. */
  label: (value: string) => string
}

/**
 * The filters of a search, in the order in which pages show them. Everything else about them is derived from
 * this table: the input and response of the call, conditions and counts in SQL, the URL, and the panel.
 */
export const FACETS = {
  category: {
    list: 'categories',
    title: 'Category',
    column: 'category',
    kind: 'text',
    values: null,
    label: String,
  },
  /** The part's position on some vehicle; `front` includes "front left". */
  position: {
    list: 'positions',
    title: 'Position on the vehicle',
    column: 'positions',
    kind: 'array',
    values: POSITIONS,
    label: (value) => value.charAt(0).toUpperCase() + value.slice(1),
  },
  brand: { list: 'brands', title: 'Brand', column: 'brand', kind: 'text', values: null, label: String },
  price: {
    list: 'prices',
    title: 'Price',
    column: 'price_band',
    kind: 'index',
    values: PRICE_BAND_KEYS,
    label: priceLabel,
  },
  /** `in`: at least the minimum order is in stock. */
  stock: {
    list: 'stock',
    title: 'Availability',
    column: 'in_stock',
    kind: 'flag',
    values: ['in'],
    label: () => 'In stock',
  },
} as const satisfies Record<string, FacetDefinition>

export type FacetName = keyof typeof FACETS
type ValueOf<Name extends FacetName> = (typeof FACETS)[Name] extends {
  values: readonly (infer Value extends string)[]
}
  ? Value
  : string

/** The filters of a search. Empty texts do not filter. */
export type ProductFilters = { [Name in FacetName]?: ValueOf<Name> | '' | undefined }
type AllFilters = { [Name in FacetName]: ValueOf<Name> | '' }
/** `count` is null if there are too many matches to count. */
export type Facet = { name: string; count: number | null }
/** The choices of each filter, and how many parts each would show with the other filters unchanged. */
export type Facets = Record<(typeof FACETS)[FacetName]['list'], Facet[]>

export const FACET_NAMES = Object.keys(FACETS) as FacetName[]
/** Every facet with its name. */
export const facetList: readonly (FacetDefinition & { name: FacetName })[] = FACET_NAMES.map((name) => ({
  name,
  ...FACETS[name],
}))

/** An object with a value per facet. */
export function byFacet<Value>(valueOf: (facet: FacetDefinition & { name: FacetName }) => Value) {
  return Object.fromEntries(facetList.map((facet) => [facet.name, valueOf(facet)])) as Record<
    FacetName,
    Value
  >
}

/** No filter. */
export const NO_FILTERS = byFacet(() => '' as const)

/** The filters in a URL; invalid values are ignored. */
export function readFilters(search: URLSearchParams): AllFilters {
  const read = byFacet(({ name, values }) => {
    const text = readTextParam(search, name)
    return values === null || values.includes(text) ? text : ''
  })
  return read as AllFilters
}

export const hasFilters = (search: ProductFilters) => FACET_NAMES.some((name) => search[name])

function priceLabel(value: string): string {
  const band = PRICE_BANDS.find(({ key }) => key === value)
  if (!band) return value
  if (band.to === null) return `$${band.from} and up`
  return band.from === 0 ? `Under $${band.to}` : `$${band.from} to $${band.to}`
}
