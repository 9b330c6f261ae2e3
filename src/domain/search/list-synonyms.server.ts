import { sql } from 'kysely'
import { containing } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import type { ListSynonymsQuery, SynonymGroup } from './synonym.ts'

/** Synonyms, newest first. Access: admins. `after`: the _id of the last group returned. */
export async function listSynonyms(
  shop: Pick<Shop, 'db'>,
  { q = '', limit, after }: ListSynonymsQuery,
): Promise<SynonymGroup[]> {
  const rows = await shop.db
    .selectFrom('search_synonyms')
    .select(['id', 'phrases'])
    .where(sql<boolean>`array_to_string(phrases, ', ') ilike ${containing(q)}`)
    .$if(after !== undefined, (query) => query.where('id', '<', Number(after)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, phrases }) => ({ _id: String(id), phrases }))
}
