// Without the schema library, which public pages do not load.

/** The makes most often seen on US roads; the finder lists them first. */
export const COMMON_MAKES: readonly string[] = [
  'Acura',
  'BMW',
  'Buick',
  'Chevrolet',
  'Chrysler',
  'Dodge',
  'Ford',
  'GMC',
  'Honda',
  'Hyundai',
  'Jeep',
  'Kia',
  'Lexus',
  'Mazda',
  'Mercedes-Benz',
  'Nissan',
  'Ram',
  'Subaru',
  'Toyota',
  'Volkswagen',
]

/** What people write for a make, as `plainName` has it → the make. */
export const MAKE_ALIASES: Readonly<Record<string, string>> = {
  alfa: 'Alfa Romeo',
  aston: 'Aston Martin',
  benz: 'Mercedes-Benz',
  caddy: 'Cadillac',
  chevy: 'Chevrolet',
  chev: 'Chevrolet',
  // What Ram was until it became a make of its own; where Dodge had the model in that year, it is Dodge's.
  dodgeram: 'Ram',
  datsun: 'Nissan',
  lambo: 'Lamborghini',
  landrover: 'Land Rover',
  lr: 'Land Rover',
  mb: 'Mercedes-Benz',
  merc: 'Mercedes-Benz',
  mercedes: 'Mercedes-Benz',
  mercedesbenz: 'Mercedes-Benz',
  mitsu: 'Mitsubishi',
  olds: 'Oldsmobile',
  rolls: 'Rolls-Royce',
  rollsroyce: 'Rolls-Royce',
  vw: 'Volkswagen',
  volkswagon: 'Volkswagen',
}

/** A name as it is compared: lower-case letters and digits without accents. "F-150" and "f 150" are the same. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** The make of this list that a typed text names, by its name or an alias; undefined when there is none. */
export function findMake(typed: string, makes: readonly string[]): string | undefined {
  const plain = plainName(typed)
  if (plain === '') return undefined
  const named = plainName(MAKE_ALIASES[plain] ?? typed)
  return makes.find((make) => plainName(make) === named)
}
