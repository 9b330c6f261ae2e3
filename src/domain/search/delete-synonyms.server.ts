import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type DeleteResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { changeSynonyms, synonymFacts } from './change-synonyms.server.ts'

/** Deletes a group of synonyms. Access: admins. Refusals: not_found. */
export function deleteSynonyms(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  return changeSynonyms(shop, id, async (trx, row) => {
    await trx.deleteFrom('search_synonyms').where('id', '=', row.id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'delete_synonyms',
      subject: `synonyms:${row.id}`,
      before: synonymFacts(row.phrases),
    })
    return ok({ deletedCount: 1 })
  })
}
