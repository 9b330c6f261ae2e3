import { showManagedProduct } from '#contract/products.ts'
import { api } from '../../api-client/api-client.ts'
import { formDraft } from '../../session/form-drafts.ts'
import type { DraftStore } from '../../ui/use-form.ts'
import { fitsText, type ProductField, productTexts, type ProductTexts } from './product-texts.ts'

/** What a new product begins with: another one without its part number and stock, and without its vehicles where the form cannot hold them. */
type ProductCopy = { id: string; name: string; texts: Partial<ProductTexts>; hasVehicles: boolean }

/** The path of the form for a copy of this product. */
export function copyPath(id: string): string {
  return `/dashboard/addProduct?${new URLSearchParams({ copy: id })}`
}

/** Loads the product that the form's query names; null for none. @throws ApiProblem when there is none with this id. */
export async function loadProductCopy(query: URLSearchParams): Promise<ProductCopy | null> {
  const id = query.get('copy')
  if (!id) return null
  const { fits, fitsTotal, ...product } = await api(showManagedProduct, { params: { id } })
  const { available: _stock, partNumber: _number, ...texts } = productTexts(product)
  const hasVehicles = fits.length === fitsTotal
  return { id, name: product.name, texts: { ...texts, fits: fitsText(hasVehicles ? fits : []) }, hasVehicles }
}

/** The draft of a new product, which begins as the copy: what differs from an empty form is not saved yet. */
export function newProductDraft(copy: ProductCopy | null): DraftStore<ProductField> {
  if (!copy) return formDraft('new product')
  const draft = formDraft<ProductField>(`copy of ${copy.id}`)
  return { ...draft, saved: () => draft.saved() ?? copy.texts }
}
