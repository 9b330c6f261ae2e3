import { useState } from 'react'
import type { ProductField, ProductTexts } from '../../components/product-form/product-texts.ts'
import type { ProductForm } from '../../components/product-form/use-product-form.ts'

/**
 * Fields that two admins edited concurrently. `other` has the values that the form does not show: the other
 * admin's, or one's own after a swap.
 */
type Conflict = { fields: readonly ProductField[]; other: ProductTexts; shown: 'mine' | 'theirs' }

/** Resolves concurrent edits of a product. Neither version is lost before one of them is saved. */
export function useEditConflict(form: ProductForm) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  return {
    /** Which version the form shows; null without a conflict. */
    shown: conflict?.shown ?? null,
    /** These fields were refused, and `stored` is the current product: unedited fields adopt its values. */
    show: (fields: readonly ProductField[], stored: ProductTexts) => {
      form.rebaseOn(stored)
      setConflict({ fields, other: stored, shown: 'mine' })
    },
    /** Swaps the form's values with the other version. */
    swap: () => {
      if (!conflict) return
      const { fields, other, shown } = conflict
      // The preview of the uploaded file would hide the other picture.
      if (fields.includes('picture')) form.picture.cancel()
      for (const field of fields) form.set(field, other[field])
      setConflict({ fields, other: form.values, shown: shown === 'mine' ? 'theirs' : 'mine' })
    },
    /** Clears the conflict before the next attempt. */
    clear: () => setConflict(null),
  }
}
