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
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]
