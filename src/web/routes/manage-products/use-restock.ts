import { useRef } from 'react'
import { restockProduct } from '#contract/products.ts'
import { api } from '../../api-client/api-client.ts'
import { isFinalRefusal, newKey } from '../../api-client/use-idempotency-key.ts'

/** Changes a part's stock by so many pieces; answers what is available then. Throws an ApiProblem. */
export type Restock = (id: string, quantity: number) => Promise<{ available: number }>

/**
 * Restocking for all dialogs of a list. The same change of the same part, sent again because it failed or its answer was lost,
 * carries the same key, so that the store counts it once; after any success with the part it is meant anew.
 */
export function useRestock(): Restock {
  const keys = useRef(new Map<string, Map<number, string>>())
  return async (id, quantity) => {
    const ofPart = keys.current.get(id) ?? new Map<number, string>()
    const key = ofPart.get(quantity) ?? newKey()
    keys.current.set(id, ofPart.set(quantity, key))
    try {
      const answer = await api(restockProduct, { params: { id }, body: { quantity }, idempotencyKey: key })
      keys.current.delete(id)
      return answer
    } catch (error) {
      if (isFinalRefusal(error)) ofPart.delete(quantity)
      throw error
    }
  }
}
