import { type UpdateResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { UpdateProfileInput } from './account.ts'
import type { Viewer } from './viewer.ts'

/**
 * Changes education, address, phone and LinkedIn of the viewer's own account. Access: the owner. Nothing else
 * changes; orders keep the address they were placed with.
 */
export async function updateProfile(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  input: UpdateProfileInput,
): Promise<Outcome<UpdateResult>> {
  const { education, address, phone, linkedIn } = input
  const result = await shop.db
    .updateTable('accounts')
    .set({ education, address, phone, linkedin: linkedIn })
    .where('id', '=', viewer.id)
    // It may have been closed at this moment.
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return ok({ modifiedCount: Number(result.numUpdatedRows) })
}
