import { restockProduct } from '#contract/products.ts'
import { useOnce } from '../../api-client/use-once.ts'

/**
 * Changes a product's stock by a quantity; resolves to the new stock.
 * @throws an ApiProblem.
 */
export type Restock = (id: string, quantity: number) => Promise<{ available: number }>

/** Restocking for all dialogs of a list: a retry of the same change has one effect (useOnce). */
export function useRestock(): Restock {
  const once = useOnce()
  return (id, quantity) => once(restockProduct, { params: { id }, body: { quantity } })
}
