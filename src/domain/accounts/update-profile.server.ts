import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { UpdateProfileInput } from './account.ts'
import { lockViewer } from './lock-viewer.server.ts'
import { LOG_IN_FIRST, type Viewer } from './viewer.ts'

/**
 * Changes education, address, phone and LinkedIn of the viewer's own account. Access: the owner. Nothing else
 * changes; orders keep the address they were placed with. Refusals: unauthenticated when the token has just
 * ended.
 */
export async function updateProfile(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  input: UpdateProfileInput,
): Promise<Outcome<UpdateResult>> {
  const { education, address, phone, linkedIn } = input
  return shop.db.transaction().execute(async (trx) => {
    if (!(await lockViewer(trx, viewer))) return refused('unauthenticated', LOG_IN_FIRST)
    const result = await trx
      .updateTable('accounts')
      .set({ education, address, phone, linkedin: linkedIn })
      .where('id', '=', viewer.id)
      .executeTakeFirst()
    return ok({ modifiedCount: Number(result.numUpdatedRows) })
  })
}
