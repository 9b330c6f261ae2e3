import { nameKey } from './brand-and-category.ts'
import type { ShownSpecification } from './specification.ts'

/** A length as drawn (`mm`) and as labeled: "16.8" of "mm", "cm" or "in.". */
export type Length = { mm: number; value: string; unit: keyof typeof MM_PER_UNIT }

/** What can be drawn of a part. */
export type Dimensions =
  | {
      shape: 'disc'
      diameter: Length
      thickness?: Length | undefined
      bolts?: { count: number; circle: Length } | undefined
      bore?: Length | undefined
    }
  /** Standing if its height is stated, lying if its length is. */
  | { shape: 'cylinder'; diameter: Length; length: Length; standing: boolean }
  | { shape: 'box'; length: Length; width: Length; height: Length }

const MM_PER_UNIT = { mm: 1, cm: 10, 'in.': 25.4 }

const UNITS: ReadonlyMap<string, Length['unit']> = new Map(
  Object.entries({
    mm: 'mm',
    millimeter: 'mm',
    millimeters: 'mm',
    cm: 'cm',
    centimeter: 'cm',
    centimeters: 'cm',
    in: 'in.',
    'in.': 'in.',
    inch: 'in.',
    inches: 'in.',
    '"': 'in.',
    '″': 'in.',
  } as const),
)

const MIN_MM = 0.01
const MAX_MM = 5000
/** Characters of a number: a longer one is no dimension, and has no room in a drawing. */
const MAX_DIGITS = 7

const NAMES = {
  diameter: ['diameter', 'disc diameter', 'rotor diameter', 'disk diameter'],
  thickness: ['thickness', 'nominal thickness', 'disc thickness', 'rotor thickness'],
  bolts: ['bolt pattern', 'lug pattern', 'stud pattern', 'bolt circle'],
  bore: ['center bore', 'centre bore', 'hub bore', 'center hole', 'inner diameter', 'inside diameter'],
  length: ['length'],
  width: ['width'],
  height: ['height'],
  box: ['dimensions', 'size', 'dimensions (l × w × h)', 'l × w × h'],
  core: ['core size', 'core dimensions'],
  coreThickness: ['core thickness', 'core depth'],
}

/** What the specifications state of a part's shape, by their names; null if that is not enough to draw it. */
export function dimensionsOf(facts: readonly ShownSpecification[]): Dimensions | null {
  const known = new Map(
    facts
      .toReversed()
      .map((fact) => [nameKey(fact.name).replace(/^(?:overall|outer|outside|total) (?=\w)/, ''), fact]),
  )
  const find = (name: keyof typeof NAMES) => NAMES[name].map((one) => known.get(one)).find(Boolean)
  const lengthOf = (name: keyof typeof NAMES) => readLengths(find(name), 1)?.[0]
  const diameter = lengthOf('diameter')
  const height = lengthOf('height')
  const length = lengthOf('length')
  if (diameter) {
    const thickness = lengthOf('thickness')
    const bolts = readBolts(find('bolts'), diameter)
    if (thickness || bolts) {
      const bore = lengthOf('bore')
      const fits = bore && bore.mm < (bolts?.circle ?? diameter).mm
      return { shape: 'disc', diameter, thickness, bolts, bore: fits ? bore : undefined }
    }
    const along = height ?? length
    if (along) return { shape: 'cylinder', diameter, length: along, standing: height !== undefined }
  }
  const width = lengthOf('width')
  const box =
    (length && width && height && [length, width, height]) ?? readLengths(find('box'), 3) ?? readCore()
  if (!box) return null
  const [l, w, h] = box
  return l && w && h ? { shape: 'box', length: l, width: w, height: h } : null

  function readCore(): (Length | undefined)[] | null {
    const [w, h] = readLengths(find('core'), 2) ?? []
    return w && h ? [w, lengthOf('coreThickness'), h] : null
  }
}

/** "207 × 175 × 190" as `count` lengths in the field's unit or that at its end; null for anything else. */
function readLengths(fact: ShownSpecification | undefined, count: number): Length[] | null {
  if (!fact) return null
  const text = fact.value.trim()
  const [numbers = ''] = /^[^a-wyz″"]*/i.exec(text) ?? []
  const ending = text.slice(numbers.length)
  const unit = UNITS.get((fact.unit.trim() || ending).toLowerCase())
  // "300 cm" in a field of mm: one of both is wrong.
  if (!unit || (ending !== '' && UNITS.get(ending.toLowerCase()) !== unit)) return null
  const lengths = numbers.split(/[×x*]/i).map((number) => readLength(number, unit))
  return lengths.length === count && lengths.every((length) => length !== null) ? lengths : null
}

function readLength(text: string, unit: Length['unit']): Length | null {
  if (!/^\s*(?:\d+(?:\.\d+)?|\.\d+)\s*$/.test(text)) return null
  const value = String(Number(text))
  const mm = Number(value) * MM_PER_UNIT[unit]
  return mm >= MIN_MM && mm <= MAX_MM && value.length <= MAX_DIGITS ? { mm, value, unit } : null
}

/** Diameters of bolt circles below this are in inches: "5 × 4.5". */
const MIN_CIRCLE_MM = 20

/** "5 × 114.3": bolts and the diameter of their circle, which has to be on the disc. */
function readBolts(
  fact: ShownSpecification | undefined,
  { mm: outside }: Length,
): { count: number; circle: Length } | undefined {
  const [, count = '', circle = ''] = /^(\d{1,2})\s*[×x*]\s*(\S.*)$/i.exec(fact?.value.trim() ?? '') ?? []
  const unit = fact?.unit || (/^[\d.]+$/.test(circle) ? (Number(circle) < MIN_CIRCLE_MM ? 'in.' : 'mm') : '')
  const [read] = readLengths({ name: '', unit, value: circle }, 1) ?? []
  return read && read.mm < outside && Number(count) >= 3 && Number(count) <= 12
    ? { count: Number(count), circle: read }
    : undefined
}
