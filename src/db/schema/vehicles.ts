import type { GeneratedAlways } from 'kysely'

export type VehiclesTable = {
  id: GeneratedAlways<number>
  year: number
  make: string
  model: string
  /** numeric(3,1): pg returns it as text, such as '2.5' */
  displacement_l: string | null
  cylinders: number | null
  fuel: string
  drive: string
}

export type FitmentsTable = {
  id: GeneratedAlways<number>
  product_id: string
  make: string
  model: string
  year_from: number
  year_to: number
  displacement_l: string | null
  cylinders: number | null
}
