import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { lockSynonyms } from '#domain/search/synonyms.server.ts'

/** One group per line, its phrases separated by commas. */
const SYNONYMS = path.join(import.meta.dirname, 'trade-synonyms.txt')

/** Imports the synonyms of the trade into a store that never had any. */
export async function importSynonyms(db: Database): Promise<void> {
  const lines = (await readFile(SYNONYMS, 'utf8')).trimEnd().split('\n')
  await db.transaction().execute(async (trx) => {
    // A second store on the same database waits here and then finds them imported.
    await lockSynonyms(trx)
    if (await hadSynonyms(trx)) return
    await trx
      .insertInto('search_synonyms')
      .values(lines.map((line) => ({ phrases: line.split(', ') })))
      .execute()
  })
}

/** Whether the store has synonyms, or had some that admins deleted: those stay deleted. */
export async function hadSynonyms(db: Database): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from search_synonyms)
      or exists (select from audit_entries where action = 'delete_synonyms') as had`.execute(db)
  return rows[0]?.had ?? false
}
