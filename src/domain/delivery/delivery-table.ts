// The store's delivery as its tables have it. Does not import the schema library: quotes run on public pages.

/** A way of delivery, such as "Ground". */
export type DeliveryMethod = {
  id: string
  name: string
  /** Days from the payment to the door. */
  daysMin: number
  daysMax: number
  carriesOversize: boolean
  carriesDangerous: boolean
  toPoBox: boolean
  /** Others are kept, but not offered. */
  active: boolean
}

/** A part of a zone: a country, a region of it, or the postal codes with this prefix. */
export type DeliveryArea = {
  /** ISO 3166-1, two capital letters. */
  country: string
  /** A state's code, such as IL; null: all regions. */
  region: string | null
  /** As `postalKey` writes it; null: all postal codes. */
  postalPrefix: string | null
}

export type DeliveryZone = { id: string; name: string; areas: readonly DeliveryArea[] }

/** What a method costs to a zone, up to a weight. A method without steps does not go to the zone. */
export type DeliveryPrice = { methodId: string; zoneId: string; upToGrams: number; priceCents: number }

/** More about a method to a zone: what the parts must cost for it to be free, and per oversize piece. */
export type DeliveryTerm = {
  methodId: string
  zoneId: string
  freeFromCents: number | null
  oversizeCents: number
}

/** Methods and zones in the order of the screens; the steps of a method and zone by weight. */
export type DeliveryTable = {
  methods: readonly DeliveryMethod[]
  zones: readonly DeliveryZone[]
  prices: readonly DeliveryPrice[]
  terms: readonly DeliveryTerm[]
}

/** Where zones are looked up. `region`: a state's code; for a ZIP alone, that of `regionOfZip`. */
export type Place = { country: string; region: string | null; postalCode: string }
