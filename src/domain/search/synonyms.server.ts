import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type IdempotencyKey, runIdempotently } from '../shared/idempotency.server.ts'
import {
  type DeleteResult,
  type InsertResult,
  type UpdateResult,
  ok,
  type Outcome,
  refused,
} from '../shared/outcome.ts'
import { containing } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { type SynonymPhrases, wordRuns } from './query-words.ts'
import {
  type AddSynonymsInput,
  type EditSynonymsInput,
  type ListSynonymsQuery,
  MAX_SYNONYM_GROUPS,
  type SynonymGroup,
} from './synonym.ts'

const NO_SUCH_SYNONYMS = 'These synonyms no longer exist.'

/** Groups that one search uses: a word in more groups is too ambiguous to help. */
const MAX_GROUPS_PER_SEARCH = 50

// Prepared, since every search by words runs it.
const findSynonyms = prepared<{ phrases: string[] }>(
  'find-synonyms',
  `select phrases from search_synonyms where keys && phrase_keys($1::text[]) order by id limit ${MAX_GROUPS_PER_SEARCH}`,
)

/** The groups with a phrase that these words of a search contain; plural and singular are equal. */
export async function readSynonyms(db: Database, words: readonly string[]): Promise<SynonymPhrases[]> {
  const phrases = wordRuns(words).map((run) => run.join(' '))
  const { rows } = await db.executeQuery(findSynonyms([phrases]))
  return rows.map(({ phrases }) => phrases.map((phrase) => phrase.split(' ')))
}

/** Synonyms, newest first. Access: admins. `after`: the _id of the last group returned. */
export async function listSynonyms(
  shop: Shop,
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

/**
 * Adds a group of synonyms, effective for the next search of every process. Access: admins. Refusals:
 * too_many_synonyms.
 */
export async function addSynonyms(
  shop: Shop,
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
      after: facts(phrases),
    })
    return ok({ insertedId: String(id) })
  })
  await shop.publishChange('products')
  return outcome
}

/**
 * Changes a group of synonyms. Access: admins. The same phrases: modifiedCount 0.
 * Refusals: not_found; synonyms_changed when the stored phrases differ from `was`.
 */
export function editSynonyms(
  shop: Shop,
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
      before: facts(row.phrases),
      after: facts(phrases),
    })
    return ok({ modifiedCount: 1 })
  })
}

/** Deletes a group of synonyms. Access: admins. Refusals: not_found. */
export function deleteSynonyms(shop: Shop, viewer: Viewer, id: string): Promise<Outcome<DeleteResult>> {
  return changeSynonyms(shop, id, async (trx, row) => {
    await trx.deleteFrom('search_synonyms').where('id', '=', row.id).execute()
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'delete_synonyms',
      subject: `synonyms:${row.id}`,
      before: facts(row.phrases),
    })
    return ok({ deletedCount: 1 })
  })
}

/** Lets only one process at a time import or add synonyms. */
export async function lockSynonyms(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driveline.synonyms'))`.execute(trx)
}

/** Runs `change` on the locked group. When it resolves, no process serves an earlier search result. */
async function changeSynonyms<T>(
  shop: Shop,
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
  await shop.publishChange('products')
  return outcome
}

const facts = (phrases: readonly string[]) => ({ phrases: phrases.join(', ') })
