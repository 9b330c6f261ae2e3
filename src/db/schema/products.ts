import type { Generated, GeneratedAlways } from 'kysely'

export type ProductsTable = {
  id: Generated<string>
  picture: string
  name: string
  about: string
  brand: Generated<string>
  category: Generated<string>
  part_number: Generated<string>
  price_cents: number
  available: number
  min_order: number
  created_at: Generated<Date>
  deleted_at: Date | null
}

export type StockMovementsTable = {
  id: GeneratedAlways<string>
  product_id: string
  order_id: string | null
  kind: 'received' | 'corrected' | 'held' | 'released' | 'sold'
  quantity: number
  at: Generated<Date>
}

export type ImagesTable = {
  key: string
  width: number
  height: number
  uploaded_by: string | null
  created_at: Generated<Date>
}
