import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { parseEngineKey, type VehicleQuery } from '../vehicles/vehicle.ts'
import { possiblePartNumbers } from './part-number.ts'
import type { Match } from './product-search.ts'
import { expandSynonyms, queryWords, toTsQuery } from './query-words.ts'
import { resolveWords } from './resolve-words.server.ts'
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
  /** The parts that are found by a number. */
  byNumber: ReadonlyMap<string, Match>
  /** The words that are searched for instead, where one is on no part. */
  corrected?: string
}

/** Reads the words and the vehicle of a search. The vehicle filters from its make on; open steps do not filter. */
export async function readQuestion(db: Database, q: string, vehicle: VehicleQuery): Promise<Question> {
  const words = queryWords(q)
  const fits = vehicle.make ? sql`product_id in (${fitting(vehicle)})` : sql`true`
  if (words.length === 0)
    return {
      hasWords: false,
      match: fits,
      matchInFields: fits,
      score: sql`0::float8`,
      byNumber: new Map(),
    }
  const [{ resolved, synonyms }, byNumber] = await Promise.all([
    readWords(db, words),
    findByNumber(db, words),
  ])
  const isNumber = sql`product_id = any (${[...byNumber.keys()]}::uuid[])`
  const alternatives = resolved.map((word) => word.words)
  const terms = expandSynonyms(alternatives, synonyms)
  const matches = (weights?: string) =>
    sql`(words @@ to_tsquery('product_words', ${toTsQuery(terms, weights)}) or ${isNumber}) and ${fits}`
  const corrected = resolved.some((word) => word.corrected)
  return {
    hasWords: true,
    match: matches(),
    matchInFields: matches('AB'),
    score: sql`(${isNumber})::int + ts_rank(words, to_tsquery('product_words', ${toTsQuery(terms)}))::float8`,
    byNumber,
    ...(corrected && { corrected: resolved.map(({ words: [first = ''] }) => first).join(' ') }),
  }
}

/** The words as products have them, and their synonyms. */
async function readWords(db: Database, words: readonly string[]) {
  const resolved = await resolveWords(db, words)
  const synonyms = await readSynonyms(
    db,
    resolved.map(({ words: [first = ''] }) => first),
  )
  return { resolved, synonyms }
}

/** The products whose part number this is, exactly, else those whose number begins with it or has it in it. */
export async function findByNumber(db: Database, words: readonly string[]): Promise<Map<string, Match>> {
  const possible = possiblePartNumbers(words)
  const [longest] = possible
  if (longest === undefined) return new Map()
  // Hidden parts have numbers too. The limit makes it one lookup for each number that matches.
  const found = sql`
    select part_numbers.product_id as id, kind, number from part_numbers
    cross join lateral (select from product_search where product_search.product_id = part_numbers.product_id limit 1) on_sale`
  const { rows } = await sql<{ id: string } & Required<Match>>`
    with exact as materialized (${found} where normalized = any (${possible}) limit ${NUMBER_MATCHES}),
    beginning as materialized (
      ${found} where not exists (select from exact) and normalized like ${`${longest}%`} limit ${NUMBER_MATCHES})
    select * from exact
    union all select * from beginning
    union all (
      ${found} where not exists (select from exact) and not exists (select from beginning) and normalized like ${`%${longest}%`}
      limit ${NUMBER_MATCHES})`.execute(db)
  // Of several numbers the product's own is named.
  const ownLast = rows.toSorted((a, b) => Number(a.kind === 'own') - Number(b.kind === 'own'))
  return new Map(ownLast.map(({ id, kind, number }) => [id, { kind, number }]))
}

/** SQL for the ids of products that fit. Open choices do not filter; a fitment without an engine fits every engine. */
function fitting(vehicle: VehicleQuery) {
  const { make, model, year } = vehicle
  const engine = vehicle.engine ? parseEngineKey(vehicle.engine) : null
  const conditions = [
    sql`make = ${make}`,
    ...(model ? [sql`model = ${model}`] : []),
    ...(year ? [sql`${year} between year_from and year_to`] : []),
    ...(engine
      ? [
          sql`(displacement_l is null and cylinders is null
            or displacement_l is not distinct from ${engine.displacementL} and cylinders is not distinct from ${engine.cylinders})`,
        ]
      : []),
  ]
  return sql`select product_id from fitments where ${sql.join(conditions, sql` and `)}`
}
