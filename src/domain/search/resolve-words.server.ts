import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'

/** A typed word, and the words of products that it stands for: itself, what it begins, or the nearest spelling. */
export type ResolvedWord = { typed: string; words: string[]; corrected: boolean }

/** Completions per half-typed word. */
const COMPLETIONS = 8

/**
 * Looks the words up among those of products and synonyms. A word that is in none is completed, else corrected: up to 4 letters may have one
 * mistake, longer words two; letters that changed places are two. Numbers and unknown words stay as they are.
 * @param options.completeLast the last word is being typed: it may also be the beginning of a longer one.
 */
export async function resolveWords(
  db: Database,
  typed: readonly string[],
  { completeLast = false } = {},
): Promise<ResolvedWord[]> {
  if (typed.length === 0) return []
  const { rows } = await sql<{
    typed: string
    known: boolean
    completions: string[] | null
    nearest: string | null
  }>`
    select typed, known, completions, nearest
    from unnest(${[...typed]}::text[]) with ordinality as asked (typed, at)
    cross join lateral (
      select typed ~ '[^a-z]' or length(typed) < 2 or ts_lexize('english_stem', typed) = '{}' or exists (
        select from search_words where word in (typed, regexp_replace(typed, 's$', ''))) or exists (
        -- The index reads every part with the word before it answers, so the most common words are looked up in the statistics.
        select from pg_stats where schemaname = current_schema() and tablename = 'product_search' and attname = 'words'
          and most_common_elems::text::text[] && tsvector_to_array(to_tsvector('product_words', typed))) or exists (
        select from product_search where words @@ plainto_tsquery('product_words', typed)) as known) looked_up
    left join lateral (
      select array_agg(word) as completions from (
        select word from search_words where word like typed || '%' order by length(word), word limit ${COMPLETIONS}) longer
      having count(*) > 0) completed
      on not known or ${completeLast} and at = ${typed.length}
    left join lateral nearest_search_word(typed, case when length(typed) > 4 then 2 else 1 end) as nearest
      on not known and completions is null
    order by at`.execute(db)
  return rows.map(({ typed: word, known, completions, nearest }) => ({
    typed: word,
    words: [...new Set([...(known ? [word] : []), ...(completions ?? (known ? [] : [nearest ?? word]))])],
    corrected: completions === null && nearest !== null,
  }))
}
