/** The columns of a products file: the API's field names. */
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
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]

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

/** A part's value in a column: the API leaves out the condition of a new part, and what it has not. */
export function columnValue(
  product: { [Column in ProductColumn]?: string | number | undefined },
  column: ProductColumn,
): string | number {
  return product[column] ?? (column === 'condition' ? 'new' : '')
}
