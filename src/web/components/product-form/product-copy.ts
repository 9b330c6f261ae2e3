import { showManagedProduct } from '#contract/products.ts'
import { api } from '../../api-client/api-client.ts'
import { formDraft } from '../../session/form-drafts.ts'
import type { DraftStore } from '../../ui/use-form.ts'
import { fitsText, type ProductField, productTexts, type ProductTexts } from './product-texts.ts'

/**
 * The initial values of a copied product: without part number and stock, and without vehicles when there are
 * more than the form can hold.
 */
type ProductCopy = { id: string; name: string; texts: Partial<ProductTexts>; hasVehicles: boolean }

/**
 * Loads the product in the form's query; null without one.
 * @throws ApiProblem when it does not exist.
 */
export async function loadProductCopy(query: URLSearchParams): Promise<ProductCopy | null> {
  const id = query.get('copy')
  if (!id) return null
  const { fits, fitsTotal, ...product } = await api(showManagedProduct, { params: { id } })
  const { available: _stock, partNumber: _number, ...texts } = productTexts(product)
  const hasVehicles = fits.length === fitsTotal
  return { id, name: product.name, texts: { ...texts, fits: fitsText(hasVehicles ? fits : []) }, hasVehicles }
}

/**
 * The draft of a new product that starts as a copy: every value that differs from an empty form is unsaved.
 */
export function newProductDraft(copy: ProductCopy | null): DraftStore<ProductField> {
  if (!copy) return formDraft('new product')
  const draft = formDraft<ProductField>(`copy of ${copy.id}`)
  return { ...draft, saved: () => draft.saved() ?? copy.texts }
}
