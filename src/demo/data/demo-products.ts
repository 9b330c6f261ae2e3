import { fullFitments } from './common-cars.ts'
import type { DemoProduct } from './demo-product.ts'
import { brakes } from './products/brakes.ts'
import { coolingAndFuel } from './products/cooling-and-fuel.ts'
import { drivetrain } from './products/drivetrain.ts'
import { electricalAndLighting } from './products/electrical-and-lighting.ts'
import { engine } from './products/engine.ts'
import { filters } from './products/filters.ts'
import { ignition } from './products/ignition.ts'
import { suspensionAndWheels } from './products/suspension-and-wheels.ts'

const shelves: readonly (readonly DemoProduct[])[] = [
  filters,
  ignition,
  coolingAndFuel,
  engine,
  drivetrain,
  electricalAndLighting,
  suspensionAndWheels,
  brakes,
]

/**
 * The demo catalog, oldest first: seeded in this order, the newest products, which the home page shows first,
 * are one of each category rather than six filters.
 */
export const demoProducts: readonly DemoProduct[] = oneOfEachInTurn(shelves).map((product) => ({
  ...product,
  fitments: fullFitments(product.partNumber, product.fitments),
}))

// The first part of every category comes last (newest), the second parts before them, and so on.
function oneOfEachInTurn(lists: readonly (readonly DemoProduct[])[]): DemoProduct[] {
  const longest = Math.max(...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, index) => longest - 1 - index)
  return rounds.flatMap((round) => lists.flatMap((list) => list.slice(round, round + 1)))
}
