import type { Generated } from 'kysely'

export type GarageVehiclesTable = {
  id: Generated<string>
  account_id: string
  /** 1 to 10. */
  place: number
  make: string
  model: string
  year: number
  /** The finder's key; null: not known. */
  engine: string | null
  /** One of an account's cars at most. */
  chosen: Generated<boolean>
}
