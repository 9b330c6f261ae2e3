import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'

const NO_SUCH_SYNONYMS = 'These synonyms no longer exist.'

/** Runs `change` on the locked group. When it resolves, no process serves an earlier search result. */
export async function changeSynonyms<T>(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  id: string,
  change: (trx: Database, row: { id: number; phrases: string[] }) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!/^\d{1,9}$/.test(id)) return refused('not_found', NO_SUCH_SYNONYMS)
  const outcome = await shop.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('search_synonyms')
      .selectAll()
      .where('id', '=', Number(id))
      .forUpdate()
      .executeTakeFirst()
    return row ? change(trx, row) : refused('not_found', NO_SUCH_SYNONYMS)
  })
  shop.publishChange('products')
  return outcome
}

/** A group for the audit. */
export const synonymFacts = (phrases: readonly string[]) => ({ phrases: phrases.join(', ') })

/** Lets only one process at a time import or add synonyms. */
export async function lockSynonyms(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driveline.synonyms'))`.execute(trx)
}
