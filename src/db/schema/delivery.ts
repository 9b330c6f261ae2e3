import type { Generated } from 'kysely'

/** No row before the owner has entered anything. */
export type DeliverySettingsTable = {
  is_only: Generated<boolean>
  revision: number
  /** Null: the store itself, in a demo. */
  changed_by: string | null
  changed_at: Generated<Date>
}

export type DeliveryMethodsTable = {
  id: string
  name: string
  days_min: number
  days_max: number
  carries_oversize: boolean
  carries_dangerous: boolean
  to_po_box: boolean
  active: boolean
  position: number
}

export type DeliveryZonesTable = { id: string; name: string; position: number }

export type DeliveryAreasTable = {
  zone_id: string
  country: string
  region: string | null
  postal_prefix: string | null
}

export type DeliveryPricesTable = { method_id: string; zone_id: string; up_to_grams: number; cents: number }

export type DeliveryTermsTable = {
  method_id: string
  zone_id: string
  free_from_cents: number | null
  oversize_cents: Generated<number>
}
