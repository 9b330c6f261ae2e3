import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type ProductsTable = {
  id: Generated<string>
  picture: string
  /** URLs apart by spaces; as `picture`. */
  more_pictures: Generated<string>
  name: string
  about: string
  brand: Generated<string>
  category: Generated<string>
  part_number: Generated<string>
  /** URL slug, set by a trigger. */
  slug: GeneratedAlways<string>
  price_cents: number
  /** Price before the sale; null without a sale. */
  list_price_cents: number | null
  available: number
  min_order: number
  /** The unit, such as "set of 4"; `available` and `min_order` count units. */
  unit: Generated<string>
  condition: Generated<'new' | 'remanufactured' | 'used'>
  /** Blank: none. As canonicalGtin writes it. */
  gtin: Generated<string>
  /** Of one unit of sale, packed; null: not known. */
  weight_grams: Generated<number | null>
  /** Needs a large parcel, or freight. */
  oversize: Generated<boolean>
  /** Dangerous goods: goes by ground only. */
  dangerous: Generated<boolean>
  /** The deposit for the old part, of each unit; 0: none. */
  core_cents: Generated<number>
  taxed: Generated<boolean>
  returnable: Generated<boolean>
  /** Where it is in the store's shelves, for picking; only admins see it. */
  bin: Generated<string>
  /** Values by the ids of their fields. */
  specifications: ColumnType<Record<string, string>, Record<string, string> | undefined, string>
  /** Only admins see the product. */
  hidden: Generated<boolean>
  created_at: Generated<Date>
  /** Set by a trigger: when anything but the stock last changed. */
  changed_at: GeneratedAlways<Date>
  deleted_at: Date | null
}

/** What the parts of a category are compared by. */
export type SpecificationFieldsTable = {
  id: GeneratedAlways<number>
  category: string
  name: string
  unit: Generated<string>
  type: Generated<'text' | 'number'>
  position: number
}

/**
 * Written by triggers only: every category and brand that a product on sale has or had, by the slug of its
 * page.
 */
export type ListingSlugsTable = { kind: 'category' | 'brand'; slug: string; name: string; words: string }

/** Written by triggers only: every slug that a product has or had. */
export type ProductSlugsTable = { slug: string; product_id: string }

export type StockMovementsTable = {
  id: GeneratedAlways<string>
  product_id: string
  order_id: string | null
  kind: 'received' | 'corrected' | 'held' | 'released' | 'sold' | 'canceled' | 'returned'
  quantity: number
  at: Generated<Date>
}

export type ImagesTable = {
  key: string
  width: number
  height: number
  uploaded_by: string | null
  created_at: Generated<Date>
  place: Generated<'disk' | 's3' | 'host'>
  moved_to: string | null
}

export type PictureUploadsTable = { key: string; started_at: Generated<Date> }
