import { useState } from 'react'
import type { ProductField, ProductTexts } from '../../components/product-form/product-texts.ts'
import type { ProductForm } from '../../components/product-form/use-product-form.ts'

/** Fields that two admins changed at once. `other` has the values that are not in the form now: theirs, or one's own after a swap. */
type Conflict = { fields: readonly ProductField[]; other: ProductTexts; shown: 'mine' | 'theirs' }

/** What to do about values that somebody else changed while this form was open. Nothing of either is lost before one of them is saved. */
export function useEditConflict(form: ProductForm) {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  return {
    /** Which of the two values the form shows; null when there is nothing to choose. */
    shown: conflict?.shown ?? null,
    /** These fields are refused, and this is stored by now: the fields that nobody typed in follow it. */
    meet: (fields: readonly ProductField[], stored: ProductTexts) => {
      form.rebase(stored)
      setConflict({ fields, other: stored, shown: 'mine' })
    },
    /** Puts the other values into the form, and keeps those that were in it. */
    swap: () => {
      if (!conflict) return
      const { fields, other, shown } = conflict
      // The file on the screen would hide the other picture.
      if (fields.includes('picture')) form.picture.cancel()
      for (const field of fields) form.set(field, other[field])
      setConflict({ fields, other: form.values, shown: shown === 'mine' ? 'theirs' : 'mine' })
    },
    /** Before the next attempt. */
    clear: () => setConflict(null),
  }
}
