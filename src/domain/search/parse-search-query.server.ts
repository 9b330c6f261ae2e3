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

/** What a search asks for, in SQL over product_search. */
export type Question = {
  /** Without words nothing matches better than another. */
  hasWords: boolean
  match: RawBuilder<unknown>
  /** The same without the description. */
  matchInFields: RawBuilder<unknown>
  /** double precision: how well a part matches. */
  score: RawBuilder<unknown>
  /** Of a search by a vehicle alone: SQL for the parts on sale that fit it, each with its category. */
  productsOfVehicle?: RawBuilder<unknown>
  /** The parts that are found by a number. */
  byNumber: ReadonlyMap<string, Match>
  /** The words that are searched for instead, where one is on no part or no part has all. */
  corrected?: string
}

/**
 * Reads the words and the vehicle of a search. The vehicle filters from its make on; open steps do not filter. The other questions are for
 * when the first finds nothing: without the words that say least, one after the other, and with either side of an "and".
 */
export async function parseSearchQuery(
  db: Database,
  q: string,
  vehicle: VehicleQuery,
): Promise<{ question: Question; wider: () => AsyncGenerator<Question> }> {
  const words = queryWords(q)
  // Looked up by category and id, the parts of a category are beside each other.
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
      // A make alone has a good part of the store.
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

/** Words of which one says where a part goes, and not what it is. */
const PLACES = new Set(
  'front rear back left right upper lower inner outer driver passenger side lh rh'.split(' '),
)

/**
 * Leaves out the words that say least, one kind after the other, as long as one is left that says what is looked for: those that no part
 * has, then places and what has a digit, then guesses. So an unknown part number is never left with its letters alone.
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

/** With fewer words, a part that only mentions the others in its description is not what was looked for. */
const inFields = (question: Question): Question => ({ ...question, match: question.matchInFields })

/** "pads and rotors" are two parts. */
const BETWEEN_PARTS = /\sand\s|[&+,]/i
const MAX_SIDES = 4

type ReadWords = { resolved: readonly ResolvedWord[]; synonyms: readonly Synonyms[] }

const textOf = (resolved: readonly ResolvedWord[]) =>
  resolved.map(({ words: [first = ''] }) => first).join(' ')

/** The SQL of a search for all words of one of these sides, or one of these numbers. */
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

/** Whether all of the words together are the number of one of these products. */
function isNumberOf(byNumber: ReadonlyMap<string, Match>, words: readonly string[]): boolean {
  const typed = normalPartNumber(words.join(''))
  return byNumber.values().some(({ number }) => number !== undefined && normalPartNumber(number) === typed)
}

/** The words as products have them, and their synonyms. @param isNumber they are spelled right. */
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

/** The products whose part number this is, exactly, else those whose number begins with it or has it in it. */
export async function findByNumber(db: Database, words: readonly string[]): Promise<Map<string, Match>> {
  const possible = possiblePartNumbers(words)
  const [longest] = possible
  if (longest === undefined) return new Map()
  const { rows } = await db.executeQuery(findExactNumbers([possible]))
  return matchesOf(rows.length > 0 ? rows : await findNumbersWith(db, longest))
}

type FoundNumber = { id: string } & Required<Match>

// Hidden parts have numbers too. The limit makes it one lookup for each number that matches.
const NUMBERS_ON_SALE = `
  select part_numbers.product_id as id, kind, number from part_numbers
  cross join lateral (select from product_search where product_search.product_id = part_numbers.product_id limit 1) on_sale`

// Planning it takes longer than running it.
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
  // Of several numbers the product's own is named.
  const ownLast = found.toSorted((a, b) => Number(a.kind === 'own') - Number(b.kind === 'own'))
  return new Map(ownLast.map(({ id, kind, number }) => [id, { kind, number }]))
}

function productsThatFit(vehicle: VehicleQuery) {
  return sql`select distinct product_id, category ${fitting(vehicle)}`
}

/** SQL for the fitments of parts on sale for a vehicle. Open choices do not filter; a fitment without an engine fits every engine. */
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
