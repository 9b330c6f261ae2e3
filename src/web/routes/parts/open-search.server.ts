import { redirect, type RouterContextProvider } from 'react-router'
import { searchProducts } from '#domain/search/search-products.server.ts'
import { findVin, normalizeVin, vinProblem } from '#domain/vehicles/vin.ts'
import * as paths from '#paths.ts'
import { limitSearches } from '../../limit-searches.server.ts'
import { shopFrom, visitorContext } from '../../page-context.ts'

/** Characters of a search that are used. */
const MAX_LENGTH = 100

/**
 * Handles the posted search of the header. A VIN, which must not get into a URL, becomes the input of the
 * vehicle field; so does a mistyped one, unless it is a part's number.
 * @throws a redirect to the search for the words.
 */
export async function openSearch(context: Readonly<RouterContextProvider>): Promise<void> {
  const visitor = context.get(visitorContext)
  const q = 'fields' in visitor.form ? visitor.form.fields.q?.slice(0, MAX_LENGTH) : undefined
  if (q === undefined) return
  const found = findVin(q)
  const isVin = found !== null && (isValid(found.vin) || !(await isOnParts(context, q)))
  if (!isVin) throw redirect(paths.search({ q }), 303)
  context.set(visitorContext, { ...visitor, form: { fields: { vehicle: q } } })
}

const isValid = (vin: string) => vinProblem(normalizeVin(vin)) === null

/** Whether parts have the text as it was typed. */
async function isOnParts(context: Readonly<RouterContextProvider>, q: string): Promise<boolean> {
  await limitSearches(context, 'search')
  const { total, corrected } = await searchProducts(shopFrom(context), { q, isExact: true, limit: 1 })
  return total > 0 && corrected === undefined
}
