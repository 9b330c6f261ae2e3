import { sql } from 'kysely'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import { type InsertResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { lockSynonyms, synonymFacts } from './change-synonyms.server.ts'
import { type AddSynonymsInput, MAX_SYNONYM_GROUPS } from './synonym.ts'

/**
 * Adds a group of synonyms, effective for the next search of every process. Access: admins. Refusals:
 * too_many_synonyms.
 */
export async function addSynonyms(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  { phrases }: AddSynonymsInput,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<Outcome<InsertResult>> {
  const outcome = await runIdempotently(shop, viewer, idempotencyKey, async (trx) => {
    await lockSynonyms(trx)
    const { rows } = await sql<{ count: number }>`select count(*)::int from search_synonyms`.execute(trx)
    if ((rows[0]?.count ?? 0) >= MAX_SYNONYM_GROUPS)
      return refused(
        'too_many_synonyms',
        `A store has at most ${MAX_SYNONYM_GROUPS} groups. Delete one first.`,
      )
    const { id } = await trx
      .insertInto('search_synonyms')
      .values({ phrases })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'add_synonyms',
      subject: `synonyms:${id}`,
      after: synonymFacts(phrases),
    })
    return ok({ insertedId: String(id) })
  })
  shop.publishChange('products')
  return outcome
}
