import { nameKey } from '../../products/brand-and-category.ts'
import type { ProductRow } from '../../products/product-queries.server.ts'
import type { SpecificationField } from '../../products/specification.ts'
import { type SpecificationColumn, specificationColumn } from '../csv-product-columns.ts'
import type { ProblemList } from '../problem-list.ts'
import {
  hasTooMany,
  isSameUnit,
  problemOfValue,
  type SpecificationColumns,
  TOO_MANY_SPECIFICATIONS,
} from '../specification-columns.ts'
import type { PiesItem } from './read-pies.ts'
import { isPieces } from './usable-values.ts'

/** Characters of an attribute's name and unit in a message. */
const MAX_SHOWN = 60

/**
 * The attributes of an item as cells: those that have the name and unit of a specification of the part's
 * category. Several of one name are one text. The others are warnings.
 */
export function specificationCells(
  { line, attributes }: PiesItem,
  { category, specifications: stored }: Pick<ProductRow, 'category' | 'specifications'>,
  specifications: SpecificationColumns,
  problems: ProblemList,
): Record<SpecificationColumn, string> {
  const leaveOut = (at: number, name: string, why: string) =>
    problems.add(`${name} ${why}`, {
      line: at,
      code: 'attribute_left_out',
      field: 'ProductAttribute',
      message: `The attribute ${name} is left out: ${why}.`,
      warning: true,
    })
  const fieldOf = specifications.fieldsOf(category)
  const found = new Map<SpecificationField, string>()
  for (const [, same] of Map.groupBy(attributes, ({ name }) => nameKey(name.slice(0, MAX_READ)))) {
    const [{ name, line: at } = { name: '', line }] = same
    const shown = name.slice(0, MAX_SHOWN)
    const field = fieldOf(specificationColumn(name.slice(0, MAX_READ)))
    const value = same.map((one) => one.value).join(', ')
    const why = typeof field === 'string' ? noField(category) : whyNot(field, same, value)
    if (why !== null) leaveOut(at, shown, why)
    else if (typeof field !== 'string') found.set(field, value)
  }
  const values = [...found].map(([{ _id: field }, value]) => ({ field, value }))
  if (hasTooMany(stored, values, specifications)) {
    problems.add('', {
      line,
      code: 'attribute_left_out',
      message: `${TOO_MANY_SPECIFICATIONS} Its attributes are left out.`,
      warning: true,
    })
    return {}
  }
  return Object.fromEntries([...found].map(([{ name }, value]) => [specificationColumn(name), value]))
}

/** Characters of a name that are compared: specifications have shorter ones. */
const MAX_READ = 100

const noField = (category: string) =>
  category === '' ? 'the part has no category' : `${category} has no specification with this name`

/** Why these cannot be the value of a specification; null if they can. Nothing is converted. */
function whyNot(field: SpecificationField, attributes: PiesItem['attributes'], value: string): string | null {
  const other = attributes.find(({ unit }) => !isSameUnit(isPieces(unit) ? '' : unit, field.unit))
  if (!other) return problemOfValue(field, value)
  const unit = other.unit === '' ? 'has no unit' : `is in ${other.unit.slice(0, MAX_SHOWN)}`
  return `it ${unit}, and the specification ${field.unit === '' ? 'has none' : `is in ${field.unit}`}`
}
