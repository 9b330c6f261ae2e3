import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { allowIdleTransaction } from '#db/session-settings.ts'
import { recordChanges } from '#domain/audit/record-change.server.ts'
import { lockSynonyms } from '#domain/search/change-synonyms.server.ts'
import { synonymFacts } from '#domain/search/change-synonyms.server.ts'
import { MAX_SYNONYM_GROUPS } from '#domain/search/synonym.ts'

/** One group per line, its phrases separated by commas. */
const SYNONYMS_FILE = path.join(import.meta.dirname, 'trade-synonyms.txt')

/** The groups of the trade's list, in order. */
export async function readTradeSynonyms(): Promise<string[][]> {
  return (await readFile(SYNONYMS_FILE, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split(', '))
}

/**
 * Adds the trade's groups that a store lacks, at its start: all of them at the first start, later those that
 * its version has added. It never adds a group that an admin deleted or changed, or any once all were
 * deleted. A group with additional phrases replaces the store's shorter one, unless an admin wrote that.
 */
export async function importSynonyms(db: Database, trade?: readonly (readonly string[])[]): Promise<void> {
  const groups = trade ?? (await readTradeSynonyms())
  if ((await missingGroups(db, groups)).length === 0) return
  await db.transaction().execute(async (trx) => {
    await allowIdleTransaction(trx)
    // A second store on the same database waits here and then finds them imported.
    await lockSynonyms(trx)
    const missing = await missingGroups(trx, groups)
    const isFirst = !(await hadSynonyms(trx))
    const { count } = await trx
      .selectFrom('search_synonyms')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    let room = MAX_SYNONYM_GROUPS - count
    for (const { phrases, shorter } of missing) {
      if (shorter) {
        await trx.updateTable('search_synonyms').set({ phrases }).where('id', '=', shorter.id).execute()
      } else {
        if (room === 0) continue
        room -= 1
      }
      const id = shorter?.id ?? (await addGroup(trx, phrases))
      if (isFirst) continue
      await recordChanges(trx, [
        {
          actorId: null,
          action: shorter ? 'edit_synonyms' : 'add_synonyms',
          subject: `synonyms:${id}`,
          ...(shorter && { before: synonymFacts(shorter.phrases) }),
          after: synonymFacts(phrases),
        },
      ])
    }
  })
}

async function addGroup(trx: Database, phrases: string[]): Promise<number> {
  const { id } = await trx
    .insertInto('search_synonyms')
    .values({ phrases })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Group = { id: number; phrases: string[] }
/** A group that the store lacks, and the store's group that has a subset of its phrases. */
type MissingGroup = { phrases: string[]; shorter: Group | undefined }

/** The groups of the list to add to the store. What admins did is in the audit, which is never deleted. */
async function missingGroups(db: Database, trade: readonly (readonly string[])[]): Promise<MissingGroup[]> {
  const stored = await db.selectFrom('search_synonyms').select(['id', 'phrases']).execute()
  const lacking = trade.filter((group) => !stored.some(({ phrases }) => hasAll(phrases, group)))
  if (lacking.length === 0) return []
  const { rows } = await sql<{ id: string; was: string | null; is: string | null }>`
    select substr(subject, 10) as id, before->>'phrases' as was, after->>'phrases' as is from audit_entries
    where action in ('add_synonyms', 'edit_synonyms', 'delete_synonyms') and import_id is null and actor_id is not null`.execute(
    db,
  )
  // An emptied list stays empty.
  if (stored.length === 0 && rows.length > 0) return []
  const former = rows.flatMap(({ was }) => (was === null ? [] : [was.split(', ')]))
  const touched = new Set(rows.map(({ id }) => Number(id)))
  return lacking
    .filter((group) => !former.some((phrases) => hasAll(group, phrases)))
    .map((group) => ({
      phrases: [...group],
      shorter: stored.find(({ id, phrases }) => !touched.has(id) && hasAll(group, phrases)),
    }))
}

function hasAll(phrases: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((phrase) => phrases.includes(phrase))
}

/** Whether the store has synonyms, or had some that admins deleted: those stay deleted. */
export async function hadSynonyms(db: Database): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from search_synonyms)
      or exists (select from audit_entries where action = 'delete_synonyms' and import_id is null) as had`.execute(
    db,
  )
  return rows[0]?.had ?? false
}
