import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { normalPartNumber, possiblePartNumbers } from './part-number.ts'
import type { Match } from './product-search.ts'
import { expandSynonyms, queryWords, type Synonyms, toTsQuery } from './query-words.ts'
import { type ResolvedWord, resolveWords } from './resolve-words.server.ts'
import { readSynonyms } from './synonyms.server.ts'

/** Matches of one part number. */
const NUMBER_MATCHES = 200

/** A search in SQL over product_search. */
export type Question = {
  /** Without words all matches rank equally. */
  hasWords: boolean
  match: RawBuilder<unknown>
  /** The same condition without the description. */
  matchInFields: RawBuilder<unknown>
  /** double precision: how well a part matches. */
  score: RawBuilder<unknown>
  /** For a search by vehicle only: SQL for the parts on sale that fit it, each with its category. */
  productsOfVehicle?: RawBuilder<unknown>
  /** The parts found by a part number. */
  byNumber: ReadonlyMap<string, Match>
  /** The words that were searched for instead, if a typed word is on no part or no part has all of them. */
  corrected?: string
}

/**
 * Parses the words and the vehicle of a search. The vehicle filters from its make on; open steps do not
 * filter. The `wider` questions are for a first one without results: without the least significant words,
 * removed one kind at a time, and with either side of an "and".
 */
export async function parseSearchQuery(
  db: Database,
  q: string,
  vehicle: VehicleQuery,
): Promise<{ question: Question; wider: () => AsyncGenerator<Question> }> {
  const words = queryWords(q)
  // Looked up by category and id: the parts of a category are stored next to each other.
  const fits = vehicle.make
    ? sql`(category, product_id) in (select category, product_id ${fitting(vehicle)})`
    : sql`true`
  if (words.length === 0) {
    const question = {
      hasWords: false,
      match: fits,
      matchInFields: fits,
      score: sql`0::float8`,
      byNumber: new Map(),
      // A make alone matches a large part of the store.
      ...(vehicle.make && vehicle.model && { productsOfVehicle: productsThatFit(vehicle) }),
    }
    return { question, wider: () => widerQuestions(db, '', { resolved: [], synonyms: [] }, fits) }
  }
  const byNumber = await findByNumber(db, words)
  const { resolved, synonyms } = await readWords(db, words, isNumberOf(byNumber, words))
  const corrected = resolved.some(({ is }) => is === 'corrected')
  const question = {
    ...buildQuestion([{ resolved, synonyms }], fits, byNumber),
    ...(corrected && { corrected: textOf(resolved) }),
  }
  return { question, wider: () => widerQuestions(db, q, { resolved, synonyms }, fits) }
}

/** Words that tell where a part goes, not what it is. */
const PLACES = new Set(
  'front rear back left right upper lower inner outer driver passenger side lh rh'.split(' '),
)

/**
 * Removes the least significant words, one kind at a time, as long as a word is left that describes the part:
 * first words that no part has, then places and words with a digit, then guesses. So an unknown part number
 * is never reduced to its letters.
 */
async function* widerQuestions(
  db: Database,
  q: string,
  { resolved: all, synonyms }: ReadWords,
  fits: RawBuilder<unknown>,
): AsyncGenerator<Question> {
  const withDigits = new Set(
    q
      .split(/\s+/)
      .filter((text) => /\d/.test(text))
      .flatMap(queryWords),
  )
  const isDetail = ({ words: [word = ''] }: ResolvedWord) =>
    withDigits.has(word) || PLACES.has(word) || PLACES.has(word.replace(/s$/, ''))
  const saysLeast: ((word: ResolvedWord) => boolean)[] = [
    ({ is }) => is === 'unknown' || is === 'stop',
    isDetail,
    ({ is }) => is === 'corrected',
  ]
  let resolved = all
  for (const isLess of saysLeast) {
    const fewer = resolved.filter((word) => !isLess(word))
    if (fewer.every((word) => word.is === 'unknown' || word.is === 'stop' || isDetail(word))) break
    if (fewer.length < resolved.length) {
      resolved = fewer
      yield inFields({ ...buildQuestion([{ resolved, synonyms }], fits), corrected: textOf(resolved) })
    }
  }
  const sides = q
    .split(BETWEEN_PARTS)
    .map(queryWords)
    .filter((words) => words.length > 0)
  if (sides.length < 2) return
  const either = await Promise.all(sides.slice(0, MAX_SIDES).map((words) => readWords(db, words)))
  const corrected = either.map((side) => textOf(side.resolved)).join(' or ')
  yield inFields({ ...buildQuestion(either, fits), corrected })
}

/** With fewer words, a part that only mentions the others in its description is not the one wanted. */
const inFields = (question: Question): Question => ({ ...question, match: question.matchInFields })

/** "pads and rotors" are two parts. */
const BETWEEN_PARTS = /\sand\s|[&+,]/i
const MAX_SIDES = 4

type ReadWords = { resolved: readonly ResolvedWord[]; synonyms: readonly Synonyms[] }

const textOf = (resolved: readonly ResolvedWord[]) =>
  resolved.map(({ words: [first = ''] }) => first).join(' ')

/** The SQL of a search for all words of one of these sides, or for one of these numbers. */
function buildQuestion(
  sides: readonly ReadWords[],
  fits: RawBuilder<unknown>,
  byNumber: ReadonlyMap<string, Match> = new Map(),
): Question {
  const isNumber = sql`product_id = any (${[...byNumber.keys()]}::uuid[])`
  const textQuery = (weights?: string) =>
    sides
      .map(({ resolved, synonyms }) =>
        toTsQuery(
          expandSynonyms(
            resolved.map(({ words }) => words),
            synonyms,
          ),
          weights,
        ),
      )
      .map((side) => (sides.length > 1 ? `(${side})` : side))
      .join(' | ')
  const matches = (weights?: string) =>
    sql`(words @@ to_tsquery('product_words', ${textQuery(weights)}) or ${isNumber}) and ${fits}`
  return {
    hasWords: true,
    match: matches(),
    matchInFields: matches('AB'),
    score: sql`(${isNumber})::int + ts_rank(words, to_tsquery('product_words', ${textQuery()}))::float8`,
    byNumber,
  }
}

/** Whether all words together are the part number of one of these products. */
function isNumberOf(byNumber: ReadonlyMap<string, Match>, words: readonly string[]): boolean {
  const typed = normalPartNumber(words.join(''))
  return byNumber.values().some(({ number }) => number !== undefined && normalPartNumber(number) === typed)
}

/**
 * The words as products spell them, and their synonyms.
 * @param isNumber the words are a part number, so they are spelled right.
 */
async function readWords(db: Database, words: readonly string[], isNumber = false): Promise<ReadWords> {
  const resolved = isNumber
    ? words.map((word): ResolvedWord => ({ words: [word], is: 'known' }))
    : await resolveWords(db, words)
  const first = resolved.map((word) => word.words[0] ?? '')
  const synonyms = await readSynonyms(db, first)
  const joined = resolved.flatMap(({ withNext }, at) =>
    withNext === undefined ? [] : [[first.slice(at, at + 2), [withNext]]],
  )
  return { resolved, synonyms: [...synonyms, ...joined] }
}

/** The products with exactly this part number, otherwise those whose number begins with it or contains it. */
export async function findByNumber(db: Database, words: readonly string[]): Promise<Map<string, Match>> {
  const possible = possiblePartNumbers(words)
  const [longest] = possible
  if (longest === undefined) return new Map()
  const { rows } = await db.executeQuery(findExactNumbers([possible]))
  return matchesOf(rows.length > 0 ? rows : await findNumbersWith(db, longest))
}

type FoundNumber = { id: string } & Required<Match>

// Hidden parts have numbers, too. The limit makes it one lookup per matching number.
const NUMBERS_ON_SALE = `
  select part_numbers.product_id as id, kind, number from part_numbers
  cross join lateral (select from product_search where product_search.product_id = part_numbers.product_id limit 1) on_sale`

// Prepared, since planning takes longer than running.
const findExactNumbers = prepared<FoundNumber>(
  'find-exact-numbers',
  `${NUMBERS_ON_SALE} where normalized = any ($1::text[]) limit ${NUMBER_MATCHES}`,
)

async function findNumbersWith(db: Database, fragment: string): Promise<FoundNumber[]> {
  const found = sql.raw(NUMBERS_ON_SALE)
  const { rows } = await sql<FoundNumber>`
    with beginning as materialized (${found} where normalized like ${`${fragment}%`} limit ${NUMBER_MATCHES})
    select * from beginning
    union all (
      ${found} where not exists (select from beginning) and normalized like ${`%${fragment}%`} limit ${NUMBER_MATCHES})`.execute(
    db,
  )
  return rows
}

function matchesOf(found: readonly FoundNumber[]): Map<string, Match> {
  // If several numbers match, the product's own is reported.
  const ownLast = found.toSorted((a, b) => Number(a.kind === 'own') - Number(b.kind === 'own'))
  return new Map(ownLast.map(({ id, kind, number }) => [id, { kind, number }]))
}

function productsThatFit(vehicle: VehicleQuery) {
  return sql`select distinct product_id, category ${fitting(vehicle)}`
}

/**
 * SQL for the fitments of parts on sale for a vehicle. Open choices do not filter; a fitment without an
 * engine fits every engine.
 */
function fitting(vehicle: VehicleQuery) {
  const { make, model, year } = vehicle
  const engine = vehicle.engine ? parseEngineKey(vehicle.engine) : null
  const conditions = [
    sql`make = ${make}`,
    sql`category is not null`,
    ...(model ? [sql`model = ${model}`] : []),
    ...(year ? [sql`${year} between year_from and year_to`] : []),
    ...(engine
      ? [
          sql`(displacement_l is null and cylinders is null
            or displacement_l is not distinct from ${engine.displacementL} and cylinders is not distinct from ${engine.cylinders})`,
        ]
      : []),
  ]
  return sql`from fitments where ${sql.join(conditions, sql` and `)}`
}
