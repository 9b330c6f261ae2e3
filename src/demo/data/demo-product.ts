import type { DemoFitment } from './demo-fitment.ts'

/** The categories of the demo store. */
export type DemoCategory =
  | 'Brakes'
  | 'Engine'
  | 'Ignition'
  | 'Filters'
  | 'Cooling'
  | 'Suspension'
  | 'Electrical'
  | 'Drivetrain'
  | 'Lighting'
  | 'Wheels'
  | 'Fuel'

export type DemoProduct = {
  /** 'DL-' + category + number, such as 'DL-BRK-1042'; unique. */
  partNumber: string
  name: string
  /** Two to four sentences of plain text. */
  about: string
  /** One of the invented brands that the home page shows. */
  brand: string
  category: DemoCategory
  /** File name without extension in the folder `pictures`. The parts of a category all have their own. */
  picture: string
  /** What one piece is; left out, a piece. */
  unit?: 'set of 4' | 'kit'
  /** Price per unit in cents. */
  priceCents: number
  /** Available units besides those of the demo orders; 0 is sold out. */
  available: number
  /** The minimum order, 1 to 50 units. */
  minOrder: number
  fitments: readonly DemoFitment[]
}
