import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { changeSynonyms, synonymFacts } from './change-synonyms.server.ts'
import type { EditSynonymsInput } from './synonym.ts'

/**
 * Changes a group of synonyms. Access: admins. The same phrases: modifiedCount 0.
 * Refusals: not_found; synonyms_changed when the stored phrases differ from `was`.
 */
export function editSynonyms(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  id: string,
  { phrases, was }: EditSynonymsInput,
): Promise<Outcome<UpdateResult>> {
  return changeSynonyms(shop, id, async (trx, row) => {
    if (isDeepStrictEqual(row.phrases, phrases)) return ok({ modifiedCount: 0 })
    if (was && !isDeepStrictEqual(row.phrases, was))
      return refused(
        'synonyms_changed',
        `Another admin has changed these synonyms to: ${row.phrases.join(', ')}.`,
      )
    await trx.updateTable('search_synonyms').set({ phrases }).where('id', '=', row.id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'edit_synonyms',
      subject: `synonyms:${row.id}`,
      before: synonymFacts(row.phrases),
      after: synonymFacts(phrases),
    })
    return ok({ modifiedCount: 1 })
  })
}
