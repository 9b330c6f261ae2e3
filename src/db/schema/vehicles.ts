import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export type VehiclesTable = {
  id: GeneratedAlways<number>
  year: number
  make: string
  /** The common name: "F-150". */
  model: string
  /** The rest of EPA's longer name: "Pickup 4WD". */
  variant: Generated<string | null>
  /** numeric(3,1): pg returns it as text, such as '2.5' */
  displacement_l: string | null
  cylinders: number | null
  fuel: string
  drive: string
  /** Whose row it is; an import of EPA's list leaves the shop's own alone. */
  source: Generated<'epa' | 'vpic' | 'shop'>
}

type Side = 'left' | 'right' | 'upper' | 'lower'
type Position = 'front' | 'rear' | 'inner' | 'outer' | Side | `${'front' | 'rear'} ${Side}`

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
  /** Units per vehicle. */
  quantity: Generated<number | null>
  position: Generated<Position | null>
  drive: Generated<'FWD' | 'RWD' | 'AWD' | '4WD' | null>
  body: Generated<string | null>
  /**
   * Written as text ("2011-03-01"); pg would return it at midnight of the server's time zone, so select it as
   * text.
   */
  built_from: ColumnType<Date | null, string | null | undefined, string | null>
  built_to: ColumnType<Date | null, string | null | undefined, string | null>
  option: Generated<string | null>
  note: Generated<string | null>
  source: Generated<'shop' | 'aces'>
  /** The category of the part, written by triggers; null while the part is not on sale. */
  category: GeneratedAlways<string | null>
}
