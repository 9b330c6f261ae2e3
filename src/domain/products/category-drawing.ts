import * as paths from '#paths.ts'

/**
 * What the words of a category begin with, for each drawing: the first one with such a word is shown. Coil
 * springs come before coils, fuel filters before fuel, brake light bulbs before brakes.
 */
const DRAWINGS = {
  filters: ['filter'],
  suspension: [
    'suspension',
    'strut',
    'shock',
    'spring',
    'steering',
    'control arm',
    'tie rod',
    'ball joint',
    'sway',
  ],
  lighting: ['light', 'headlight', 'taillight', 'lamp', 'headlamp', 'bulb', 'led'],
  belts: ['belt', 'hose', 'pulley', 'tensioner', 'idler'],
  brakes: ['brake', 'braking', 'rotor', 'caliper'],
  drivetrain: [
    'drivetrain',
    'driveline',
    'transmission',
    'clutch',
    'axle',
    'cv',
    'differential',
    'driveshaft',
    'transfer case',
  ],
  ignition: ['ignition', 'spark', 'coil', 'glow plug', 'distributor'],
  cooling: ['cooling', 'coolant', 'radiator', 'thermostat', 'water pump', 'fan', 'heater', 'heating'],
  fuel: ['fuel', 'injector', 'injection'],
  electrical: [
    'electric',
    'electronic',
    'batter',
    'alternator',
    'starter',
    'sensor',
    'switch',
    'relay',
    'fuse',
    'wiring',
  ],
  wheels: ['wheel', 'tire', 'rim', 'hub', 'lug'],
  engine: [
    'engine',
    'piston',
    'gasket',
    'timing',
    'valve',
    'camshaft',
    'crankshaft',
    'cylinder',
    'exhaust',
    'turbo',
  ],
} as const

type Drawing = keyof typeof DRAWINGS

const WORDS = Object.entries(DRAWINGS).map(
  ([drawing, words]) => [drawing as Drawing, words.map((word) => ` ${word}`)] as const,
)

/** The names of all drawings of categories. */
export const CATEGORY_DRAWINGS = Object.keys(DRAWINGS) as readonly Drawing[]

/**
 * The picture of a part as it is shown: its own, otherwise the drawing that stands in for it: of its
 * category, by the words in its name, or of a part in general.
 */
export function pictureOrDrawing({
  picture,
  category,
}: {
  picture: string
  category?: string | undefined
}): string {
  if (picture !== '') return picture
  const text = ` ${(category ?? '').toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')}`
  const drawing = WORDS.find(([, words]) => words.some((word) => text.includes(word)))?.[0]
  return drawing ? paths.noPictureOf(drawing) : paths.noPicture
}
