import { useRef } from 'react'
import { restockProduct } from '#contract/products.ts'
import { api } from '../../api-client/api-client.ts'
import { isFinalRefusal, newKey } from '../../api-client/use-idempotency-key.ts'

/**
 * Changes a product's stock by a quantity; resolves to the new stock.
 * @throws an ApiProblem.
 */
export type Restock = (id: string, quantity: number) => Promise<{ available: number }>

/**
 * Restocking for all dialogs of a list. A retry of the same change after a failure or lost response uses the
 * same idempotency key, so that the store applies it once; after a success the same change is a new one.
 */
export function useRestock(): Restock {
  const keys = useRef(new Map<string, Map<number, string>>())
  return async (id, quantity) => {
    const keysByQuantity = keys.current.get(id) ?? new Map<number, string>()
    const key = keysByQuantity.get(quantity) ?? newKey()
    keys.current.set(id, keysByQuantity.set(quantity, key))
    try {
      const response = await api(restockProduct, { params: { id }, body: { quantity }, idempotencyKey: key })
      keys.current.delete(id)
      return response
    } catch (error) {
      if (isFinalRefusal(error)) keysByQuantity.delete(quantity)
      throw error
    }
  }
}
