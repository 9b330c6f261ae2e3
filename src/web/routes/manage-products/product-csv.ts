import type { ManagedProduct } from '#domain/products/product.ts'
import type { CsvColumn } from '../../components/admin-list/csv.ts'
import { STOCK_LABELS, stockFilterOf } from './product-list.ts'

/** Prices in dollars. */
export const productCsv: readonly CsvColumn<ManagedProduct>[] = [
  { heading: 'Part number', value: ({ partNumber }) => partNumber },
  { heading: 'Product', value: ({ name }) => name },
  { heading: 'Brand', value: ({ brand }) => brand },
  { heading: 'Category', value: ({ category }) => category },
  { heading: 'Price', value: ({ price }) => price },
  { heading: 'Available', value: ({ available }) => available },
  { heading: 'Minimum', value: ({ minOrder }) => minOrder },
  { heading: 'Stock', value: (product) => STOCK_LABELS[stockFilterOf(product)] },
]
