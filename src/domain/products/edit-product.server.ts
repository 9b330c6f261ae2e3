import { recordChange } from '../audit.server.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { dollarsFromCents } from '../money.ts'
import { ok, type Outcome, refused } from '../outcome.ts'
import type { Shop } from '../shop.ts'
import { columnsOf, FOREIGN_PICTURE, refuseUnknownVehicles } from './add-product.server.ts'
import type { EditProductInput } from './product.ts'
import { isId } from './product-queries.server.ts'
import { NO_SUCH_PART } from './show-product.server.ts'
import { writeFitments } from './write-fitments.server.ts'

/**
 * Changes a part. Who may: admins. Stock is not changed here (see restockProduct); open orders keep their snapshot. Without `fits` the
 * vehicles it fits stay. Refused: not_found; foreign_picture when a new picture is not one of our own uploads; invalid_input for a vehicle that
 * the store does not know.
 */
export async function editProduct(
  shop: Shop,
  viewer: Viewer,
  id: string,
  input: EditProductInput,
): Promise<Outcome<{ modifiedCount: number }>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_PART)
  const pictureIsOurs = await shop.images.owns(input.picture)
  const outcome = await shop.db
    .transaction()
    .execute(async (trx): Promise<Outcome<{ modifiedCount: number }>> => {
      const before = await trx
        .selectFrom('products')
        .select(['picture', 'price_cents', 'min_order'])
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!before) return refused('not_found', NO_SUCH_PART)
      if (!pictureIsOurs && before.picture !== input.picture) {
        return refused('foreign_picture', FOREIGN_PICTURE, [
          { field: 'picture', code: 'foreign_picture', message: FOREIGN_PICTURE },
        ])
      }
      const unknown = await refuseUnknownVehicles(trx, input.fits)
      if (unknown) return unknown
      await trx.updateTable('products').set(columnsOf(input)).where('id', '=', id).execute()
      const fits = input.fits && (await writeFitments(trx, id, input.fits))
      await recordChange(trx, {
        actorId: viewer.id,
        action: 'edit_product',
        subject: `product:${id}`,
        before: {
          price: dollarsFromCents(before.price_cents),
          minOrder: before.min_order,
          ...(fits && { vehicles: fits.before }),
        },
        after: { price: input.price, minOrder: input.minOrder, ...(fits && { vehicles: fits.after }) },
      })
      return ok({ modifiedCount: 1 })
    })
  shop.announce('products')
  return outcome
}
