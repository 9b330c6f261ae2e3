import { PLAIN_FACTS } from '../products/sale-facts.ts'
import { weightText } from '../shared/weight.ts'

/** The columns of a products file: the API's field names; the weight has its unit in the cell. */
export const PRODUCT_COLUMNS = [
  'partNumber',
  'name',
  'brand',
  'category',
  'about',
  'price',
  'available',
  'minOrder',
  'picture',
  'morePictures',
  'condition',
  'gtin',
  'oeNumbers',
  'otherNumbers',
  'oldNumbers',
  'weight',
  'oversize',
  'dangerous',
  'coreDeposit',
  'taxed',
  'returnable',
  'bin',
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]
/** The API's field of a column. */
export type ProductField = Exclude<ProductColumn, 'weight'> | 'weightGrams'

export const fieldOf = (column: ProductColumn): ProductField => (column === 'weight' ? 'weightGrams' : column)
export const columnOf = (field: ProductField): ProductColumn => (field === 'weightGrams' ? 'weight' : field)
export const PRODUCT_FIELDS: readonly ProductField[] = PRODUCT_COLUMNS.map(fieldOf)

/** The column of a specification: "spec: Thickness (mm)", or without its unit. */
export type SpecificationColumn = `spec: ${string}`
export type FileColumn = ProductColumn | SpecificationColumn

const PREFIX = 'spec: '
/** Characters of the name of a column. */
export const MAX_COLUMN_LENGTH = 210

export const specificationColumn = (label: string): SpecificationColumn => `${PREFIX}${label}`
/** The specification of a column: "Thickness (mm)". */
export const labelOfColumn = (column: SpecificationColumn) => column.slice(PREFIX.length)

export function isSpecificationColumn(column: string): column is SpecificationColumn {
  return column.startsWith(PREFIX) && column.length > PREFIX.length && column.length <= MAX_COLUMN_LENGTH
}

/** The column with this name; undefined if there is none. */
export const findColumn = (name: string): FileColumn | undefined =>
  isSpecificationColumn(name) ? name : PRODUCT_COLUMNS.find((column) => column === name)

type FieldValue = string | number | boolean | null

/** What a part has where the API leaves a field out. */
const ABSENT: { [Field in ProductField]?: FieldValue } = { condition: 'new', ...PLAIN_FACTS }

/** What a part has in a field of which nothing is said. */
export const absentValue = (field: ProductField): FieldValue => ABSENT[field] ?? (field in ABSENT ? null : '')

/** A part's value in a field: the API leaves out the condition of a new part, and what it has not. */
export function fieldValue(
  product: { [Field in ProductField]?: FieldValue | undefined },
  field: ProductField,
): FieldValue {
  return product[field] ?? absentValue(field)
}

/** A value as a cell has it: "2.5 lb", "yes". */
export function cellText(field: ProductField, value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return field === 'weightGrams' ? weightText(Number(value)) : String(value)
}
