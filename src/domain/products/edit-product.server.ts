import type { Viewer } from '../accounts/viewer.ts'
import { type UpdateResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { MAX_FITMENTS } from '../vehicles/fitment.ts'
import {
  columnsOf,
  picturesOf,
  refuseForeign,
  refuseUnknownVehicles,
  withSpelledVehicles,
} from './add-product.server.ts'
import { withKnownNames } from './brands-and-categories.server.ts'
import { changeProduct } from './change-product.server.ts'
import { blankText, withoutHtml } from './html-texts.server.ts'
import { fitmentsOf } from './list-fitments.server.ts'
import { changedFields, mergeEdit } from './merge-edit.ts'
import { readPartFacts, refuseSpecifications, writeReplacedNumbers } from './part-facts.server.ts'
import { toProduct } from './product-queries.server.ts'
import type { EditProductInput, ProductValues } from './product.ts'
import { NUMBER_FIELDS } from './replaced-numbers.ts'
import { PLAIN_FACTS, SALE_FIELDS } from './sale-facts.ts'
import { readSpecificationFields } from './specification-fields.server.ts'
import { storedValues } from './specification.ts'
import { writeFitments } from './write-fitments.server.ts'

/**
 * Changes a product. Access: admins. Stock is changed by restockProduct only; open orders retain their
 * snapshot. Without `fits` the vehicles it fits stay. With `was`, concurrent changes are not overwritten (see
 * mergeEdit). HTML in changed texts becomes plain text. An edit that changes nothing returns 0.
 * Refusals: not_found; product_changed when another admin changed the same values; foreign_picture when a new
 * picture is not one of our own uploads; invalid_input for an unknown vehicle or specification, a value that
 * is not of its type, vehicles in place of more than MAX_FITMENTS, and HTML without text.
 */
export async function editProduct(
  shop: Pick<Shop, 'db' | 'images' | 'vehicles' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  given: EditProductInput,
): Promise<Outcome<UpdateResult>> {
  const input = await withSpelledVehicles(shop, given)
  const ownPictures = await shop.images.filterOwned(picturesOf(input))
  return changeProduct(shop, viewer, { id }, async (trx, row, audit) => {
    const fitsBefore = input.fits ? await fitmentsOf(trx, id, { limit: MAX_FITMENTS + 1 }) : []
    if (fitsBefore.length > MAX_FITMENTS)
      return refusedField('fits', 'invalid_input', TOO_MANY_VEHICLES, 'too_many_vehicles')
    const stored = toProduct(row)
    const fields = await readSpecificationFields(trx)
    const facts = await readPartFacts(trx, row, fields)
    const before = { ...stored, ...facts, listPrice: stored.listPrice ?? null, fits: fitsBefore }
    const merged = mergeEdit(input, before)
    if ('problems' in merged) return refused('product_changed', merged.detail, { fields: merged.problems })
    const values = withoutHtml(merged.values, before)
    const blank = blankText(values)
    if (blank) return blank
    const after = await withKnownNames(trx, values, before)
    const changed = changedFields(before, after)
    if (changed.length === 0) return ok({ modifiedCount: 0 })
    const foreign = refuseForeign(ownPictures, after, changed)
    if (foreign) return foreign
    const newFits = changed.includes('fits') ? after.fits : undefined
    const unknown = await refuseUnknownVehicles(trx, newFits)
    if (unknown) return unknown
    const wrong = changed.includes('specifications')
      ? refuseSpecifications(fields, after.specifications)
      : null
    if (wrong) return wrong
    const specifications = JSON.stringify(storedValues(after.specifications ?? []))
    await trx
      .updateTable('products')
      .set({ ...columnsOf(after), specifications })
      .where('id', '=', id)
      .execute()
    const numbers = NUMBER_FIELDS.filter((field) => changed.includes(field))
    await writeReplacedNumbers(trx, [
      { id, ...Object.fromEntries(numbers.map((field) => [field, after[field]])) },
    ])
    const fits = newFits && (await writeFitments(trx, id, newFits))
    await audit('edit_product', {
      before: { ...auditFactsBefore(before, changed), ...(fits && { vehicles: fits.before }) },
      after: { ...auditFactsAfter(after, changed), ...(fits && { vehicles: fits.after }) },
    })
    return ok({ modifiedCount: 1 })
  })
}

/** The form has only the first vehicles, and would replace the others by them. */
const TOO_MANY_VEHICLES = `This part names more than ${MAX_FITMENTS} vehicles. Change them by importing a file; leave them out here.`

/**
 * A product before an edit, for the audit: price and minimum always, which `npm run verify` compares, and
 * changed short texts and sale facts.
 */
export function auditFactsBefore(product: ProductValues, changed: readonly (keyof ProductValues)[]) {
  const texts = (['name', 'unit', 'brand', 'category', 'partNumber', 'condition', 'gtin'] as const).filter(
    (text) => changed.includes(text),
  )
  return {
    price: product.price,
    minOrder: product.minOrder,
    ...(changed.includes('listPrice') && { listPrice: product.listPrice ?? '' }),
    ...Object.fromEntries(texts.map((text) => [text, product[text] ?? ''])),
    ...Object.fromEntries(
      SALE_FIELDS.filter((field) => changed.includes(field)).map((field) => [
        field,
        product[field] ?? PLAIN_FACTS[field] ?? '',
      ]),
    ),
  }
}

/** The product after the edit, for the audit: also says that long texts changed, without the texts. */
export function auditFactsAfter(product: ProductValues, changed: readonly (keyof ProductValues)[]) {
  return {
    ...auditFactsBefore(product, changed),
    ...(changed.includes('about') && { about: 'changed' }),
    ...(changed.includes('picture') && { picture: 'changed' }),
    ...(changed.includes('morePictures') && { morePictures: 'changed' }),
    ...(changed.includes('specifications') && { specifications: 'changed' }),
    ...(NUMBER_FIELDS.some((field) => changed.includes(field)) && { replacedNumbers: 'changed' }),
  }
}
