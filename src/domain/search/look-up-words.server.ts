import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import type { PossibleName } from '../vehicles/possible-names.ts'
import { normalizePartNumber, possiblePartNumbers } from './part-number.ts'
import type { Match } from './product-search.ts'
import type { SynonymPhrases } from './query-words.ts'

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

/** Matches of one part number. */
const MAX_NUMBER_MATCHES = 200
/** Parts with a word of a vehicle's name that are asked whether they fit it; the most that may have it. */
const MAX_NAMED_PARTS = 100
const MAX_PARTS_WITH_NAME = 20_000
/** Groups of synonyms that one search uses: a word in more groups is too ambiguous to help. */
const MAX_GROUPS_PER_SEARCH = 50

/** What the store knows about the words of a search. */
export type Vocabulary = {
  /** These words as parts spell them; those that were not looked up stay as they are. */
  resolve: (words: readonly string[]) => ResolvedWord[]
  synonyms: readonly SynonymPhrases[]
  /** The parts with this number, otherwise those whose number begins with it or contains it. */
  numbersIn: (words: readonly string[]) => Map<string, NumberMatch>
  /**
   * Whether this lower-case word of `vehicleNames` is on parts for other vehicles, or in a brand, a category
   * or synonyms; or this text is a part's number: "2005-2010".
   */
  isPartWord: (word: string) => boolean
}

export type NumberMatch = { kind: Match['kind']; number: string }

/** The words to look up. */
type Words = {
  words: readonly string[]
  /** The last word is still being typed: it may also be the beginning of a longer one. */
  completeLast?: boolean
  /** Makes and models that some of the words may name. */
  vehicleNames?: readonly PossibleName[]
  /** Runs of words that may be a part number, each in the words of one reading of the search. */
  numberWords: readonly (readonly string[])[]
}

/**
 * Looks the words up among those of products and synonyms, and among the part numbers, in one statement. A
 * word that is in neither is completed, otherwise corrected: words of up to 4 letters may have one mistake,
 * longer ones two, those of nine or more three; two swapped letters are one mistake. A word that is found
 * only because its stem is that of another one ("radiater") is corrected, too.
 * Two words without their space ("headgasket") come back as two, unless one mistake explains the word, and
 * one word with an extra space ("ac delco") as one. Numbers and unknown words stay unchanged.
 */
export async function lookUpWords(
  db: Database,
  { words, completeLast = false, vehicleNames = [], numberWords }: Words,
): Promise<Vocabulary> {
  const numbers = numberWords.map(possiblePartNumbers)
  const fragments = numbers.flatMap(([longest]) => longest ?? [])
  // Any two of them: a vehicle or a word of the shop may stand between.
  const pairs = words.flatMap((word, at) => words.slice(at + 1).map((next) => word + next))
  // Stems begin like their words. Stems that are left out are looked up in the index.
  const beginnings = new Set(words.map((word) => word[0]))
  const statistics = [...(words.length === 0 ? [] : await commonWords(db))]
  const common = statistics.flatMap(([stem]) => (beginnings.has(stem[0]) ? [stem] : []))
  const tooCommon = statistics.flatMap(([stem, products]) => (products > MAX_PARTS_WITH_NAME ? [stem] : []))
  const nameWords = JSON.stringify(
    vehicleNames.flatMap(({ words, ...vehicle }) => words.map((word) => ({ word, ...vehicle }))),
  )
  const values = [[...words], common, completeLast, pairs, nameWords, numbers.flat(), fragments, tooCommon]
  const isEmpty = words.length === 0 && fragments.length === 0
  const [found] = isEmpty ? [NOTHING] : (await db.executeQuery(selectVocabulary(values))).rows
  if (!found) throw new Error('A statement without a source of rows returns one')
  const partWords = new Set(found.part_words)
  const known = new Map(found.words?.map((row) => [row.typed, row]))
  const joined = new Set(found.joined)
  return {
    resolve: (words) => resolveWords(words, known, joined),
    synonyms: found.synonyms?.map((group) => group.map((phrase) => phrase.split(' '))) ?? [],
    numbersIn: (words) => numbersIn(words, found.numbers ?? []),
    isPartWord: (word) =>
      partWords.has(word) ||
      (/^\d+-\d+$/.test(word) &&
        found.numbers?.some(({ normalized }) => normalized === normalizePartNumber(word)) === true),
  }
}

function resolveWords(
  typed: readonly string[],
  known: ReadonlyMap<string, LookedUpWord>,
  joined: ReadonlySet<string>,
): ResolvedWord[] {
  const resolved: ResolvedWord[] = []
  for (let at = 0; at < typed.length; at += 1) {
    const [word = '', next] = typed.slice(at, at + 2)
    const [row, nextRow] = [known.get(word), next === undefined ? undefined : known.get(next)]
    const pair = next === undefined ? undefined : word + next
    const mayBeOne = pair !== undefined && (joined.has(pair) || LETTERS_AND_DIGITS.test(pair))
    if (mayBeOne && row && nextRow && !(row.known && nextRow.known)) {
      resolved.push({ words: [pair], status: 'known' })
      at += 1
    } else {
      const meanings: ResolvedWord[] = row ? meaningsOf(row) : [{ words: [word], status: 'known' }]
      resolved.push(...meanings.map((each) => ({ ...each, ...(mayBeOne && { withNext: pair }) })))
    }
  }
  return resolved
}

/** A number that was looked up: `exact`, or because it begins with a text or contains it. */
type FoundNumber = NumberMatch & { id: string; normalized: string; is_exact: boolean }

function numbersIn(words: readonly string[], found: readonly FoundNumber[]): Map<string, NumberMatch> {
  const possible = possiblePartNumbers(words)
  const [longest = ''] = possible
  const exact = found.filter(({ is_exact, normalized }) => is_exact && possible.includes(normalized))
  const containing = found.filter(({ is_exact, normalized }) => !is_exact && normalized.includes(longest))
  const matches = exact.length > 0 || longest === '' ? exact : containing
  // If several numbers match, the product's own is reported.
  const ownLast = matches.toSorted((a, b) => Number(a.kind === 'own') - Number(b.kind === 'own'))
  return new Map(ownLast.map(({ id, kind, number }) => [id, { kind, number }]))
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

type VocabularyRow = {
  words: LookedUpWord[] | null
  /** Product words that two typed words form together. */
  joined: string[]
  part_words: string[]
  synonyms: string[][] | null
  numbers: FoundNumber[] | null
}

const NOTHING: VocabularyRow = { words: null, joined: [], part_words: [], synonyms: null, numbers: null }

// Hidden parts have numbers, too. The limit makes it one lookup per matching number.
const NUMBERS_ON_SALE = `
  select part_numbers.product_id as id, kind, number, normalized from part_numbers
  cross join lateral (select from product_search where product_search.product_id = part_numbers.product_id limit 1) on_sale`

// Parameters: the typed words, the common ones, whether the last one is completed, two words in one, words of
// vehicles' names, part numbers with those that are looked for in longer ones, and words of too many parts to
// ask which vehicles these fit. Prepared, since planning takes longer than running.
const selectVocabulary = prepared<VocabularyRow>(
  'look-up-words',
  `with named as materialized (
     select word, make, model from jsonb_to_recordset($5) as names (word text, make text, model text)),
   asked as materialized (
     select typed, at, stop, said, said or exists (
       -- The index reads every part with the word before it answers: common words are found before.
       select from unnest(tsvector_to_array(to_tsvector('product_words', typed))) as stem where stem = any ($2::text[])) or exists (
       select from product_search where words @@ plainto_tsquery('product_words', typed)) as known
     from unnest($1::text[]) with ordinality as words (typed, at)
     cross join lateral (select ts_lexize('english_stem', typed) = '{}' as stop) stopped
     cross join lateral (select typed ~ '[^a-z]' or length(typed) < 2 or stop or exists (
       select from search_words where word in (typed, regexp_replace(typed, 's$', ''))) as said) saying),
   words as materialized (
   select typed, at, known, stop, completions, nearest,
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
     order by letters desc limit 1) split on true),
   joined as (select array(select word from search_words where word = any ($4)) as joined),
   possible as materialized (
     select phrase_keys(array(
       select unnest(array[typed, nearest, completions[1]] || halves) from words union select unnest(joined) from joined)) as keys),
   exact as materialized (${NUMBERS_ON_SALE} where normalized = any ($6::text[]) limit ${MAX_NUMBER_MATCHES}),
   containing as (
     select longer.* from unnest($7::text[]) fragment cross join lateral (
       with beginning as materialized (
         ${NUMBERS_ON_SALE} where normalized ~>=~ fragment and normalized ~<~ (fragment || chr(1114111)) limit ${MAX_NUMBER_MATCHES})
       select * from beginning
       union all (
         ${NUMBERS_ON_SALE} where not exists (select from beginning) and normalized like '%' || fragment || '%' limit ${MAX_NUMBER_MATCHES})) longer
     where not exists (select from exact))
   select (select json_agg(words order by at) from words) as words, (select joined from joined),
     array(
       select asked from (select distinct word as asked from named) asked,
         lateral (select array[asked, regexp_replace(asked, 's$', '')] as forms, plainto_tsquery('product_words', asked) as query) spelled
       where exists (select from search_words where word = any (forms)) and (
         exists (select from search_synonyms, unnest(phrases) phrase where string_to_array(unaccent(phrase), ' ') && forms)
         or tsvector_to_array(to_tsvector('product_words', asked)) && $8::text[]
         or (
           select bool_or(is_other) or count(*) = ${MAX_NAMED_PARTS} and not bool_or(is_in_fields)
           from (select product_id, words from product_search where words @@ query limit ${MAX_NAMED_PARTS}) part
           cross join lateral (select ts_filter(words, '{a,b}') @@ query as is_in_fields) mentioned
           cross join lateral (
             select is_in_fields and (ts_filter(words, '{b}') @@ query or not exists (
               select from fitments join named using (make)
               where product_id = part.product_id and word = asked
                 and (named.model is null or named.model = fitments.model))) as is_other) judged))) as part_words,
     (select json_agg(phrases order by id) from (
       select id, phrases from search_synonyms, possible
       where exists (select from unnest(search_synonyms.keys) key where string_to_array(key, ' ') <@ possible.keys)
       order by id limit ${MAX_GROUPS_PER_SEARCH}) groups) as synonyms,
     (select json_agg(numbers) from (
       select *, true as is_exact from exact union all select *, false from containing) numbers) as numbers`,
)
