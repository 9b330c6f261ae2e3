// Does not import the schema library, which public pages do not load.

import { normalizeText } from '../shared/normalize-text.ts'

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

/** Common names of a make, as `vehicleNameKey` returns them → the make. */
export const MAKE_ALIASES: ReadonlyMap<string, string> = new Map([
  ['alfa', 'Alfa Romeo'],
  ['aston', 'Aston Martin'],
  ['beamer', 'BMW'],
  ['beemer', 'BMW'],
  ['benz', 'Mercedes-Benz'],
  ['bimmer', 'BMW'],
  ['caddy', 'Cadillac'],
  ['chevy', 'Chevrolet'],
  ['chev', 'Chevrolet'],
  ['chevrolett', 'Chevrolet'],
  // Ram was a Dodge model until it became its own make; if Dodge had the model in that year, it is Dodge's.
  ['dodgeram', 'Ram'],
  ['datsun', 'Nissan'],
  ['hyundi', 'Hyundai'],
  ['infinity', 'Infiniti'],
  ['jag', 'Jaguar'],
  ['lambo', 'Lamborghini'],
  ['landrover', 'Land Rover'],
  ['lr', 'Land Rover'],
  ['mb', 'Mercedes-Benz'],
  ['merc', 'Mercedes-Benz'],
  ['mercedes', 'Mercedes-Benz'],
  ['mercedesbenz', 'Mercedes-Benz'],
  ['mitsu', 'Mitsubishi'],
  ['olds', 'Oldsmobile'],
  ['porche', 'Porsche'],
  ['rolls', 'Rolls-Royce'],
  ['rollsroyce', 'Rolls-Royce'],
  ['subie', 'Subaru'],
  ['toyta', 'Toyota'],
  ['vdub', 'Volkswagen'],
  ['vw', 'Volkswagen'],
  ['volkswagon', 'Volkswagen'],
])

/**
 * Other names of a model that people and catalogs use: "F-250 Super Duty" is our F-250, and "Silverado 2500"
 * often a 2500 HD.
 */
export function modelAliases(model: string): string[] {
  const [, ford, number] = /^([EF])-([2-5]50)$/.exec(model) ?? []
  if (ford === 'F') return ['Super Duty', 'SD', 'HD'].map((more) => `${model} ${more}`)
  if (ford === 'E')
    return [`${model} Super Duty`, `${model} Econoline`, `Econoline ${model}`, `Econoline ${number}`]
  const [, truck, heavy] = /^(\D+) (\d500) HD$/.exec(model) ?? []
  if (truck !== undefined) return [`${truck} ${heavy}`, `${truck} HD ${heavy}`]
  return /^NV\d500$/.test(model) ? [`${model} HD`] : []
}

/** Names of a model that people use, but catalogs do not. */
export const SPOKEN_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['Silverado 1500', ['Silverado']],
  ['Sierra 1500', ['Sierra']],
  ['Corvette', ['Vette']],
  ['Mustang', ['Stang']],
  ['Tacoma', ['Taco']],
])

/** A name for comparisons: lower-case letters and digits without accents, such as "f150" for "F-150". */
export function vehicleNameKey(name: string): string {
  return normalizeText('NFKD', name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
}

/** The make in this list that a typed text means, by its name or an alias; undefined if there is none. */
export function findMake(typed: string, makes: readonly string[]): string | undefined {
  const plain = vehicleNameKey(typed)
  if (plain === '') return undefined
  const named = vehicleNameKey(MAKE_ALIASES.get(plain) ?? typed)
  return makes.find((make) => vehicleNameKey(make) === named)
}
