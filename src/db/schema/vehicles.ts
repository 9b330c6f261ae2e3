import type { Generated, GeneratedAlways } from 'kysely'

export type VehiclesTable = {
  id: GeneratedAlways<number>
  year: number
  make: string
  /** What people call it: "F-150". */
  model: string
  /** What EPA's longer name adds: "Pickup 4WD". */
  variant: Generated<string | null>
  /** numeric(3,1): pg returns it as text, such as '2.5' */
  displacement_l: string | null
  cylinders: number | null
  fuel: string
  drive: string
  /** Whose row it is; an import of EPA's list leaves the shop's own alone. */
  source: Generated<'epa' | 'vpic' | 'shop'>
}

export type FitmentsTable = {
  id: GeneratedAlways<number>
  product_id: string
  make: string
  model: string
  /** Null: every variant. */
  variant: string | null
  year_from: number
  year_to: number
  displacement_l: string | null
  cylinders: number | null
}
