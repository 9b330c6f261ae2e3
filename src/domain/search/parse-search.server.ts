import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { possibleNames } from '../vehicles/possible-names.ts'
import { readVehicleWords, type VehicleNames, type Years } from '../vehicles/read-vehicle-words.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { lookUpWords, type ResolvedWord, type Vocabulary } from './look-up-words.server.ts'
import { normalizePartNumber } from './part-number.ts'
import type { Match } from './product-search.ts'
import {
  UNIT_WORDS,
  expandSynonyms,
  queryWords,
  searchWords,
  type SynonymPhrases,
  toTsQuery,
} from './query-words.ts'
import { withoutShopWords } from './shop-words.ts'
import { shortSizes } from './sizes.ts'

/** Words of a search without results that are offered alone. */
const MAX_SINGLE_WORDS = 4

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

/** What a search asks for. */
export type ParsedSearch = {
  /** The vehicle named in the words, with the remaining words; null if they name none. */
  inWords: { vehicle: VehicleQuery; q: string } | null
  /** The vehicle that filters: the one named in the words, otherwise the chosen one. */
  vehicle: VehicleQuery
  /** With all words. */
  all: SearchCriteria
  /**
   * For a search without results: without the least significant words, removed one kind at a time, or with
   * either side of an "and".
   */
  wider: readonly SearchCriteria[]
  /** The same search for all vehicles, or if it is for all, for the chosen one; null without a vehicle. */
  other: SearchCriteria | null
  /** If the words name a vehicle: all of them as words, provided that all are spelled right. */
  asWords: SearchCriteria | null
  /** What a search without results can offer instead: without its vehicle, and by one word alone. */
  offers: { withoutVehicle: readonly SearchCriteria[]; words: { word: string; criteria: SearchCriteria }[] }
}

/**
 * Parses the words and the vehicle of a search, with one statement. The vehicle filters from its make on;
 * open steps do not filter.
 * A vehicle named in the words ("2008 honda civic brake pads", "honda alternator") replaces the chosen one;
 * for the same model, the chosen year and engine stay if they match. Words that are also part names ("fit",
 * "element") count as a model only next to their make; a part named after the vehicle it fits does not count.
 * @param names of vehicles that words may name; without them, words are only words.
 * @param isForAll the chosen vehicle does not filter.
 */
export async function parseSearch(
  db: Database,
  {
    q,
    vehicle: chosen,
    names,
    isForAll = false,
  }: { q: string; vehicle: VehicleQuery; names?: VehicleNames | undefined; isForAll?: boolean | undefined },
): Promise<ParsedSearch> {
  const vehicleNames = names === undefined ? [] : possibleNames(q, names)
  const mayBeNamed = names !== undefined && vehicleNames.length > 0
  const numberWords = [queryWords(q), ...(mayBeNamed ? [queryWords(readVehicleWords(q, names).rest)] : [])]
  const vocabulary = await lookUpWords(db, {
    words: withoutShopWords(searchWords(q)),
    vehicleNames,
    numberWords,
  })
  const named = mayBeNamed ? readVehicleWords(q, names, vocabulary.isPartWord) : null
  const inWords =
    named?.vehicle.make === undefined
      ? null
      : { vehicle: withChosen(named.vehicle, named.years, chosen), q: named.rest }
  const ofVehicle = inWords?.vehicle ?? chosen
  const isForVehicle = ofVehicle.make !== undefined && (inWords !== null || !isForAll)
  const vehicle = isForVehicle ? ofVehicle : {}
  const fits = fitsSql(vehicle)
  const own = readCriteria(vocabulary, inWords?.q ?? q, fits, vehicle)
  const asWords = inWords && readCriteria(vocabulary, q, fitsSql(isForAll ? {} : chosen)).all
  const anyVehicle = readCriteria(vocabulary, inWords?.q ?? q, sql`true`)
  const fitting = isForVehicle ? own.all : readCriteria(vocabulary, q, fitsSql(ofVehicle)).all
  const isStop = (word: string) => vocabulary.resolve([word]).some(({ status }) => status === 'stop')
  const words = withoutShopWords(queryWords(inWords?.q ?? q)).filter((word) => !isStop(word))
  return {
    inWords,
    vehicle,
    ...own,
    other: ofVehicle.make ? (isForVehicle ? anyVehicle.all : fitting) : null,
    asWords: asWords?.corrected === undefined ? asWords : null,
    offers: {
      withoutVehicle: isForVehicle ? [anyVehicle.all, ...anyVehicle.wider] : [],
      words: (words.length > 1 ? words.slice(0, MAX_SINGLE_WORDS) : []).map((word) => ({
        word,
        criteria: readCriteria(vocabulary, word, fits).all,
      })),
    },
  }
}

function withChosen(named: VehicleQuery, years: Years | undefined, chosen: VehicleQuery): VehicleQuery {
  const isSame =
    named.make === chosen.make &&
    (named.model ?? chosen.model) === chosen.model &&
    (!years || !chosen.year || (years.from <= chosen.year && chosen.year <= years.to))
  return isSame ? { ...chosen, ...named } : named
}

/** The criteria for these words. */
function readCriteria(
  vocabulary: Vocabulary,
  q: string,
  fits: RawBuilder<unknown>,
  vehicle: VehicleQuery = {},
): { all: SearchCriteria; wider: SearchCriteria[] } {
  const words = queryWords(q)
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
  const byNumber = vocabulary.numbersIn(words)
  const typedNumber = normalizePartNumber(words.join(''))
  const isNumber = byNumber.values().some(({ number }) => normalizePartNumber(number) === typedNumber)
  const said = searchWords(q)
  const asked = withoutShopWords(said)
  const sizes = shortSizes(q)
  // The words of a part number are spelled right.
  const resolved = isNumber
    ? said.map((word): ResolvedWord => ({ words: [word], status: 'known' }))
    : vocabulary.resolve(asked).map((word) => withShortSizes(word, sizes))
  const parsed = withSynonyms(vocabulary, resolved)
  const isCorrected =
    resolved.some(({ status }) => status === 'corrected') || (!isNumber && asked.length < said.length)
  const all = {
    ...buildCriteria([parsed], fits, byNumber),
    ...(isCorrected && { corrected: textOf(parsed) }),
  }
  return { all, wider: widerCriteria(vocabulary, q, parsed, fits) }
}

function withShortSizes(word: ResolvedWord, sizes: ReadonlyMap<string, string[]>): ResolvedWord {
  const [typed = ''] = word.words
  return { ...word, words: sizes.get(typed) ?? word.words }
}

/** The words of a search as products spell them, and their synonyms. */
type ParsedWords = { resolved: readonly ResolvedWord[]; synonyms: readonly SynonymPhrases[] }

/** Words that tell where a part goes, how much of it, or its unit; not what it is. */
const DETAIL_WORDS = new Set([
  ...UNIT_WORDS,
  ...'front rear back left right upper lower inner outer driver passenger side lh rh'.split(' '),
  ...'mm cm in l v w a oz qt psi'.split(' '),
])
/** "pads and rotors" are two parts; "12,5" and "100,000" are one number. */
const BETWEEN_PARTS = /\sand\s|[&+]|,(?!\d)|(?<!\d),/i
const MAX_SIDES = 4

/**
 * Removes the least significant words, one kind at a time, as long as a word is left that describes the
 * part: first words that no part has, then positions and words with a digit, then guesses. So an unknown
 * part number is never reduced to its letters.
 */
function widerCriteria(
  vocabulary: Vocabulary,
  q: string,
  { resolved: all, synonyms }: ParsedWords,
  fits: RawBuilder<unknown>,
): SearchCriteria[] {
  const typedWithDigits = q.split(/\s+/).filter((text) => /\d/.test(text))
  const withDigits = new Set(typedWithDigits.flatMap(searchWords))
  const isMeaningless = ({ status }: ResolvedWord) => status === 'unknown' || status === 'stop'
  const isDetail = ({ words: [word = ''] }: ResolvedWord) =>
    withDigits.has(word) || DETAIL_WORDS.has(word) || DETAIL_WORDS.has(word.replace(/s$/, ''))
  const isGuess = ({ status }: ResolvedWord) => status === 'corrected'
  const wider: SearchCriteria[] = []
  let resolved = all
  for (const isInsignificant of [isMeaningless, isDetail, isGuess]) {
    const fewer = resolved.filter((word) => !isInsignificant(word))
    if (fewer.every((word) => isMeaningless(word) || isDetail(word))) break
    if (fewer.length < resolved.length) {
      resolved = fewer
      wider.push(fieldCriteria([{ resolved, synonyms }], fits))
    }
  }
  const sides = q.split(BETWEEN_PARTS).map((side) => withoutShopWords(searchWords(side)))
  const typedSides = sides.filter((words) => words.length > 0).slice(0, MAX_SIDES)
  if (typedSides.length > 1)
    wider.push(
      fieldCriteria(
        typedSides.map((words) => withSynonyms(vocabulary, vocabulary.resolve(words))),
        fits,
      ),
    )
  return wider
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

function withSynonyms(vocabulary: Vocabulary, resolved: readonly ResolvedWord[]): ParsedWords {
  const first = resolved.map(({ words: [word = ''] }) => word)
  const joined = resolved.flatMap(({ withNext }, at) =>
    withNext === undefined ? [] : [[first.slice(at, at + 2), [withNext]]],
  )
  return { resolved, synonyms: [...vocabulary.synonyms, ...joined] }
}

// Looked up by category and id: the parts of a category are stored next to each other.
const fitsSql = (vehicle: VehicleQuery) =>
  vehicle.make
    ? sql`(category, product_id) in (select category, product_id ${fitmentsSql(vehicle)})`
    : sql`true`

/**
 * SQL for the fitments of parts on sale for a vehicle. Open choices do not filter; a fitment without an
 * engine fits every engine.
 */
export function fitmentsSql(vehicle: VehicleQuery) {
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
