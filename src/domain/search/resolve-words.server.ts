import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'

/**
 * A typed word, and the product words that it stands for: itself, its completions, or the nearest spelling.
 * `unknown`: no product has it, nor anything similar; `stop`: a word that searches ignore, such as "for".
 * `withNext`: it and the next word without the space between them, if products spell it that way: "air flow",
 * "a 1".
 */
export type ResolvedWord = {
  words: string[]
  status: 'known' | 'completed' | 'corrected' | 'unknown' | 'stop'
  withNext?: string
}

/** Completions of a half-typed word. */
const MAX_COMPLETIONS = 8
/** Minimum letters of each half of a word that was typed without the space: "headgasket". */
const MIN_HALF_LENGTH = 3
/** Two words that are often written as one, such as "A-1" and "H-11". */
const LETTERS_AND_DIGITS = /^[a-z]{1,2}\d{1,2}$/
/** Longer words are not split, in letters. */
const MAX_JOINED_LENGTH = 40

/**
 * Looks the words up among those of products and synonyms. A word that is in neither is completed, otherwise
 * corrected: words of up to 4 letters may have one mistake, longer ones two, those of nine or more three;
 * two swapped letters are one mistake. A word that is found only because its stem is that of another one
 * ("radiater") is corrected, too.
 * Two words without their space ("headgasket") come back as two, unless one mistake explains the word, and
 * one word with an extra space ("ac delco") as one. Numbers and unknown words stay unchanged.
 * @param options.completeLast the last word is still being typed: it may also be the beginning of a longer
 * one.
 */
export async function resolveWords(
  db: Database,
  typed: readonly string[],
  { completeLast = false } = {},
): Promise<ResolvedWord[]> {
  if (typed.length === 0) return []
  const [words, joinedWords] = await Promise.all([
    lookUpWords(db, typed, { completeLast }),
    findJoinedWords(db, typed),
  ])
  const resolved: ResolvedWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const [row, next] = [words[at], words[at + 1]]
    if (!row) break
    const pair = next && row.typed + next.typed
    const mayBeOne = pair !== undefined && (joinedWords.has(pair) || LETTERS_AND_DIGITS.test(pair))
    if (mayBeOne && !(row.known && next?.known)) {
      resolved.push({ words: [pair], status: 'known' })
      at += 1
    } else resolved.push(...meaningsOf(row).map((word) => ({ ...word, ...(mayBeOne && { withNext: pair }) })))
  }
  return resolved
}

type LookedUpWord = {
  typed: string
  known: boolean
  stop: boolean
  completions: string[] | null
  nearest: string | null
  /** Mistakes between the typed word and the nearest one. */
  mistakes: number | null
  /** The first of two words without their space. */
  halves: string[] | null
}

function meaningsOf({
  typed,
  known,
  stop,
  completions,
  nearest,
  mistakes,
  halves,
}: LookedUpWord): ResolvedWord[] {
  if (stop) return [{ words: [typed], status: 'stop' }]
  if (known && mistakes === 1 && nearest !== null) return [{ words: [nearest], status: 'corrected' }]
  if (known) return [{ words: [...new Set([typed, ...(completions ?? [])])], status: 'known' }]
  if (completions) return [{ words: completions, status: 'completed' }]
  if (halves && mistakes !== 1) return halves.map((word) => ({ words: [word], status: 'known' }))
  return nearest === null
    ? [{ words: [typed], status: 'unknown' }]
    : [{ words: [nearest], status: 'corrected' }]
}

/** How long PostgreSQL's statistics are used before they are read again, in ms. */
const STATISTICS_MAX_AGE_MS = 60_000

/**
 * The stems of the most common product words, each with its approximate number of products, from PostgreSQL's
 * statistics. Read apart from searches: planning a query of their view costs several times the rest of a
 * search.
 */
export const commonWords = staleWhileRevalidate(STATISTICS_MAX_AGE_MS, async (db: Database) => {
  const { rows } = await sql<{ stem: string; products: number }>`
    select stem, share * greatest(reltuples, 0) as products
    from pg_stats join pg_class on oid = 'product_search'::regclass,
      unnest(most_common_elems::text::text[], most_common_elem_freqs) as words (stem, share)
    where schemaname = current_schema() and tablename = 'product_search' and attname = 'words' and stem is not null`.execute(
    db,
  )
  return new Map(rows.map(({ stem, products }) => [stem, products]))
})

async function lookUpWords(
  db: Database,
  typed: readonly string[],
  { completeLast }: { completeLast: boolean },
): Promise<LookedUpWord[]> {
  // Stems begin like their words. Stems that are left out are looked up in the index.
  const beginnings = new Set(typed.map((word) => word[0]))
  const common = [...(await commonWords(db)).keys()].filter((stem) => beginnings.has(stem[0]))
  const { rows } = await db.executeQuery(selectWords([[...typed], common, completeLast]))
  return rows
}

// Parameters: the typed words, the common ones, and whether the last one is completed. Prepared, since
// planning takes longer than running.
const selectWords = prepared<LookedUpWord>(
  'look-up-words',
  `with asked as materialized (
     select typed, at, stop, said, said or exists (
       -- The index reads every part with the word before it answers: common words are found before.
       select from unnest(tsvector_to_array(to_tsvector('product_words', typed))) as stem where stem = any ($2::text[])) or exists (
       select from product_search where words @@ plainto_tsquery('product_words', typed)) as known
     from unnest($1::text[]) with ordinality as words (typed, at)
     cross join lateral (select ts_lexize('english_stem', typed) = '{}' as stop) stopped
     cross join lateral (select typed ~ '[^a-z]' or length(typed) < 2 or stop or exists (
       select from search_words where word in (typed, regexp_replace(typed, 's$', ''))) as said) saying)
   select typed, known, stop, completions, nearest,
     case when is_swapped then 1 else levenshtein(nearest, typed) end as mistakes, halves
   from asked
   cross join lateral (
     select case when not known or $3 and at = cardinality($1::text[]) then (
       select array_agg(word) from (
         select word from search_words where word like typed || '%' order by length(word), word limit ${MAX_COMPLETIONS}) longer) end
     as completions) completed
   cross join lateral (
     select case
       when not known and completions is null then
         nearest_search_word(typed, case when length(typed) > 8 then 3 when length(typed) > 4 then 2 else 1 end)
       when known and not said then (
         select word from search_words where left(word, length(typed) - 2) = left(typed, length(typed) - 2)
           and length(typed) > 5 and word like left(typed, 4) || '%' and levenshtein_less_equal(word, typed, 1) = 1
           and ts_lexize('english_stem', word) = ts_lexize('english_stem', typed) order by word limit 1) end as nearest) spelled
   cross join lateral (
     select length(nearest) = length(typed) and levenshtein(nearest, typed) = 2
       and array(select unnest(string_to_array(nearest, null)) order by 1) = array(select unnest(string_to_array(typed, null)) order by 1)
       as is_swapped) swapped
   left join lateral (
     select array[one.word, substr(typed, letters + 1)] as halves
     from generate_series(${MIN_HALF_LENGTH}, least(length(typed), ${MAX_JOINED_LENGTH}) - ${MIN_HALF_LENGTH}) as letters
     join search_words one on one.word = left(typed, letters)
     where not known and completions is null and exists (
       select from search_words where word in (substr(typed, letters + 1), regexp_replace(substr(typed, letters + 1), 's$', '')))
     order by letters desc limit 1) split on true
   order by at`,
)

/** Product words that two typed words form together. */
async function findJoinedWords(db: Database, typed: readonly string[]): Promise<Set<string>> {
  const pairs = typed.slice(1).map((word, at) => `${typed[at]}${word}`)
  if (pairs.length === 0) return new Set()
  const rows = await db.selectFrom('search_words').select('word').where('word', 'in', pairs).execute()
  return new Set(rows.map(({ word }) => word))
}
