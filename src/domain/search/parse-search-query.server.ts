import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { prepared } from '#db/prepared-statement.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { findSynonyms } from './find-synonyms.server.ts'
import { normalizePartNumber, possiblePartNumbers } from './part-number.ts'
import type { Match } from './product-search.ts'
import {
  UNIT_WORDS,
  expandSynonyms,
  queryWords,
  searchWords,
  type SynonymPhrases,
  toTsQuery,
} from './query-words.ts'
import { type ResolvedWord, resolveWords } from './resolve-words.server.ts'
import { withoutShopWords } from './shop-words.ts'

/** Matches of one part number. */
const MAX_NUMBER_MATCHES = 200

/** The criteria of a search, in SQL over product_search. */
export type SearchCriteria = {
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
 * filter.
 * @returns the criteria with `all` words, and `wider` ones for a search without results: without the least
 * significant words, removed one kind at a time, or with either side of an "and".
 */
export async function parseSearchQuery(
  db: Database,
  q: string,
  vehicle: VehicleQuery,
): Promise<{ all: SearchCriteria; wider: AsyncIterable<SearchCriteria> | [] }> {
  const words = queryWords(q)
  // Looked up by category and id: the parts of a category are stored next to each other.
  const fits = vehicle.make
    ? sql`(category, product_id) in (select category, product_id ${fitmentsSql(vehicle)})`
    : sql`true`
  if (words.length === 0) {
    const all = {
      hasWords: false,
      match: fits,
      matchInFields: fits,
      score: sql`0::float8`,
      byNumber: new Map(),
      // A make alone matches a large part of the store.
      ...(vehicle.make &&
        vehicle.model && {
          productsOfVehicle: sql`select distinct product_id, category ${fitmentsSql(vehicle)}`,
        }),
    }
    return { all, wider: [] }
  }
  // A part number such as 4X120 is one word, and a size is two.
  const byNumber = await findByNumber(db, words)
  const typedNumber = normalizePartNumber(words.join(''))
  const isNumber = byNumber.values().some(({ number }) => normalizePartNumber(number) === typedNumber)
  const said = searchWords(q)
  const asked = withoutShopWords(said)
  // The words of a part number are spelled right.
  const resolved = isNumber
    ? said.map((word): ResolvedWord => ({ words: [word], status: 'known' }))
    : await resolveWords(db, asked)
  const parsed = await withSynonyms(db, resolved)
  const isCorrected =
    resolved.some(({ status }) => status === 'corrected') || (!isNumber && asked.length < said.length)
  const all = {
    ...buildCriteria([parsed], fits, byNumber),
    ...(isCorrected && { corrected: textOf(parsed) }),
  }
  return { all, wider: widerCriteria(db, q, parsed, fits) }
}

/** The words of a search as products spell them, and their synonyms. */
type ParsedWords = { resolved: readonly ResolvedWord[]; synonyms: readonly SynonymPhrases[] }

/** Words that tell where a part goes, how much of it, or its unit; not what it is. */
const DETAIL_WORDS = new Set([
  ...UNIT_WORDS,
  ...'front rear back left right upper lower inner outer driver passenger side lh rh'.split(' '),
  ...'mm cm in l v w a oz qt psi'.split(' '),
])
/** "pads and rotors" are two parts. */
const BETWEEN_PARTS = /\sand\s|[&+,]/i
const MAX_SIDES = 4

/**
 * Removes the least significant words, one kind at a time, as long as a word is left that describes the
 * part: first words that no part has, then positions and words with a digit, then guesses. So an unknown
 * part number is never reduced to its letters.
 */
async function* widerCriteria(
  db: Database,
  q: string,
  { resolved: all, synonyms }: ParsedWords,
  fits: RawBuilder<unknown>,
): AsyncGenerator<SearchCriteria> {
  const typedWithDigits = q.split(/\s+/).filter((text) => /\d/.test(text))
  const withDigits = new Set(typedWithDigits.flatMap(searchWords))
  const isMeaningless = ({ status }: ResolvedWord) => status === 'unknown' || status === 'stop'
  const isDetail = ({ words: [word = ''] }: ResolvedWord) =>
    withDigits.has(word) || DETAIL_WORDS.has(word) || DETAIL_WORDS.has(word.replace(/s$/, ''))
  const isGuess = ({ status }: ResolvedWord) => status === 'corrected'
  let resolved = all
  for (const isInsignificant of [isMeaningless, isDetail, isGuess]) {
    const fewer = resolved.filter((word) => !isInsignificant(word))
    if (fewer.every((word) => isMeaningless(word) || isDetail(word))) break
    if (fewer.length < resolved.length) {
      resolved = fewer
      yield fieldCriteria([{ resolved, synonyms }], fits)
    }
  }
  const sides = q.split(BETWEEN_PARTS).map((side) => withoutShopWords(searchWords(side)))
  const typedSides = sides.filter((words) => words.length > 0).slice(0, MAX_SIDES)
  if (typedSides.length > 1)
    yield fieldCriteria(
      await Promise.all(typedSides.map(async (words) => withSynonyms(db, await resolveWords(db, words)))),
      fits,
    )
}

/** With fewer words, a part that only mentions the others in its description is not the one wanted. */
function fieldCriteria(sides: readonly ParsedWords[], fits: RawBuilder<unknown>): SearchCriteria {
  const criteria = buildCriteria(sides, fits)
  return { ...criteria, match: criteria.matchInFields, corrected: sides.map(textOf).join(' or ') }
}

const textOf = ({ resolved }: ParsedWords) => resolved.map(({ words: [first = ''] }) => first).join(' ')

/** The criteria for all words of one of these sides, or for one of these numbers. */
function buildCriteria(
  sides: readonly ParsedWords[],
  fits: RawBuilder<unknown>,
  byNumber: ReadonlyMap<string, Match> = new Map(),
): SearchCriteria {
  const isNumber = sql`product_id = any (${[...byNumber.keys()]}::uuid[])`
  const terms = sides.map(({ resolved, synonyms }) => {
    const meanings = resolved.map(({ words }) => words)
    return expandSynonyms(meanings, synonyms)
  })
  const textQuery = (weights?: string) => terms.map((side) => `(${toTsQuery(side, weights)})`).join(' | ')
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

async function withSynonyms(db: Database, resolved: readonly ResolvedWord[]): Promise<ParsedWords> {
  const first = resolved.map(({ words: [word = ''] }) => word)
  const synonyms = await findSynonyms(db, first)
  const joined = resolved.flatMap(({ withNext }, at) =>
    withNext === undefined ? [] : [[first.slice(at, at + 2), [withNext]]],
  )
  return { resolved, synonyms: [...synonyms, ...joined] }
}

/** The products with exactly this part number, otherwise those whose number begins with it or contains it. */
export async function findByNumber(
  db: Database,
  words: readonly string[],
): Promise<Map<string, NumberMatch>> {
  const possible = possiblePartNumbers(words)
  const [longest] = possible
  if (longest === undefined) return new Map()
  const { rows: exact } = await db.executeQuery(findExactNumbers([possible]))
  const found = exact.length > 0 ? exact : await findNumbersWith(db, longest)
  // If several numbers match, the product's own is reported.
  const ownLast = found.toSorted((a, b) => Number(a.kind === 'own') - Number(b.kind === 'own'))
  return new Map(ownLast.map(({ id, kind, number }) => [id, { kind, number }]))
}

type NumberMatch = { kind: Match['kind']; number: string }
type FoundNumber = NumberMatch & { id: string }

// Hidden parts have numbers, too. The limit makes it one lookup per matching number.
const NUMBERS_ON_SALE = `
  select part_numbers.product_id as id, kind, number from part_numbers
  cross join lateral (select from product_search where product_search.product_id = part_numbers.product_id limit 1) on_sale`

// Prepared, since planning takes longer than running.
const findExactNumbers = prepared<FoundNumber>(
  'find-exact-numbers',
  `${NUMBERS_ON_SALE} where normalized = any ($1::text[]) limit ${MAX_NUMBER_MATCHES}`,
)

async function findNumbersWith(db: Database, fragment: string): Promise<FoundNumber[]> {
  const found = sql.raw(NUMBERS_ON_SALE)
  const { rows } = await sql<FoundNumber>`
    with beginning as materialized (${found} where normalized like ${`${fragment}%`} limit ${MAX_NUMBER_MATCHES})
    select * from beginning
    union all (
      ${found} where not exists (select from beginning) and normalized like ${`%${fragment}%`} limit ${MAX_NUMBER_MATCHES})`.execute(
    db,
  )
  return rows
}

/**
 * SQL for the fitments of parts on sale for a vehicle. Open choices do not filter; a fitment without an
 * engine fits every engine.
 */
function fitmentsSql(vehicle: VehicleQuery) {
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
