import type { DemoFitment } from './demo-fitment.ts'

/** The shelves of the demo store. */
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

/** One part of the demo catalogue. */
export type DemoProduct = {
  /** 'DL-' + shelf + number, e.g. 'DL-BRK-1042'; unique. */
  partNumber: string
  name: string
  /** Two to four sentences of plain text. */
  about: string
  /** One of the invented brands that the home page shows. */
  brand: string
  category: DemoCategory
  /** File name without extension in the folder `pictures`. Several parts share a picture. */
  picture: string
  /** Price per piece in cents. */
  priceCents: number
  /** Pieces free to order once the demo orders have been counted; 0 is sold out. */
  available: number
  /** Fewest pieces one order may hold, 1 to 50. */
  minOrder: number
  fitments: readonly DemoFitment[]
}
