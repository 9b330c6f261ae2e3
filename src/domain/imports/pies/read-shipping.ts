import { poundsOf } from '../../shared/weight.ts'
import { childOf, type XmlElement } from '../xml/read-elements.ts'
import type { LeftOut } from './usable-values.ts'

/** The units of weights, also as X12 calls them: gross pounds, gross kilograms. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...['PG', 'LB', 'LBS'].map((unit) => [unit, 'lb'] as const),
  ...['GT', 'KG'].map((unit) => [unit, 'kg'] as const),
  ...['GR', 'GM'].map((unit) => [unit, 'g'] as const),
  ['OZ', 'oz'],
])

/**
 * The weight of a part as a file of parts has it ("2.5 lb"): that of its package with one piece. Blank if the
 * item states none; in a unit that the store does not know, it is left out.
 * @param packages those that the file does not withdraw.
 */
export function readPackedWeight(packages: readonly XmlElement[], leftOut: LeftOut[]): string {
  const single = packages.find((one) => {
    const pieces = childOf(one, 'QuantityofEaches')?.text ?? ''
    return pieces === '' ? childOf(one, 'PackageUOM')?.text === 'EA' : Number(pieces) === 1
  })
  const weights = single && childOf(single, 'Weights')
  const weight = weights && childOf(weights, 'Weight')?.text
  // Suppliers write zeros for weights that they do not know.
  if (!weight || Number(weight) === 0) return ''
  const given = (weights.attributes['UOM'] ?? '').toUpperCase()
  const unit = UNITS.get(given)
  if (unit !== undefined) return `${weight} ${unit}`
  leftOut.push({
    line: weights.line,
    code: 'weight_left_out',
    message: `A weight in ${given.slice(0, 10) || 'no unit'} is left out: the store knows PG, LB, GT, KG and OZ.`,
  })
  return ''
}

/**
 * Whether the part is dangerous goods, as a file of parts says it: by the item's code, or else by the
 * regulated material in a package. Blank if the item says neither.
 */
export function readDangerous(item: XmlElement, packages: readonly XmlElement[]): '' | 'yes' | 'no' {
  const code = childOf(item, 'HazardousMaterialCode')?.text.toUpperCase()
  if (code === 'Y') return 'yes'
  const materials = packages.flatMap(({ children }) =>
    children.filter(
      ({ name, attributes }) => name === 'HazardousMaterial' && attributes['MaintenanceType'] !== 'D',
    ),
  )
  if (materials.some((material) => childOf(material, 'Regulated')?.text.toUpperCase() !== 'N')) return 'yes'
  return code === 'N' || materials.length > 0 ? 'no' : ''
}

/** The package of one piece, with its weight. */
export const packageOf = (weightGrams: number) =>
  `<Packages><Package MaintenanceType="A"><PackageUOM>EA</PackageUOM><QuantityofEaches>1</QuantityofEaches><Weights UOM="PG"><Weight>${poundsOf(weightGrams)}</Weight></Weights></Package></Packages>`
