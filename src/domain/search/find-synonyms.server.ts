import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { type SynonymPhrases, wordRuns } from './query-words.ts'

/** Groups that one search uses: a word in more groups is too ambiguous to help. */
const MAX_GROUPS_PER_SEARCH = 50

// Prepared, since every search by words runs it.
const selectSynonyms = prepared<{ phrases: string[] }>(
  'find-synonyms',
  `select phrases from search_synonyms where keys && phrase_keys($1::text[]) order by id limit ${MAX_GROUPS_PER_SEARCH}`,
)

/** The groups with a phrase that these words of a search contain; plural and singular are equal. */
export async function findSynonyms(db: Database, words: readonly string[]): Promise<SynonymPhrases[]> {
  const phrases = wordRuns(words).map((run) => run.join(' '))
  const { rows } = await db.executeQuery(selectSynonyms([phrases]))
  return rows.map(({ phrases }) => phrases.map((phrase) => phrase.split(' ')))
}
