import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import * as paths from '#paths.ts'
import { evaluateFits } from '../products/evaluate-fits.server.ts'
import { dollarsFromCents } from '../shared/money.ts'
import type { BrowsingShop } from '../shop.ts'
import type { FitVerdict } from '../vehicles/fit-verdict.ts'
import { spelledVehicle } from '../vehicles/read-vehicle-words.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import type { Vocabulary } from './look-up-words.server.ts'
import { fitmentsSql } from './parse-search.server.ts'
import { type QueryTerm, toTsQuery } from './query-words.ts'
import type { Suggestion } from './suggestion.ts'

/** Parts that are suggested by their number, by their words, and for a vehicle. */
const MAX_PARTS = 4
/** Parts to choose these from: some are shown for the vehicle, or fit it only under conditions. */
export const CANDIDATES = 2 * MAX_PARTS
const CANDIDATES_BY_NUMBER = 2 * CANDIDATES
/**
 * Fitments of a vehicle that are read: as many as most have among 100,000 parts. Popular ones have 50,000 of
 * a million parts, of which these have enough of every common word, and each costs a lookup.
 */
const MAX_FITMENTS = 500

/** A part as it is suggested. */
export type Part = {
  id: string
  name: string
  slug: string
  part_number: string | null
  picture: string
  price_cents: number
}

type Numbers = ReturnType<Vocabulary['numbersIn']>

/** The vehicle with the store's own names; null unless its model is known, from which on parts fit it. */
export async function vehicleToSuggestFor(
  shop: BrowsingShop,
  vehicle: VehicleQuery,
): Promise<VehicleQuery | null> {
  if (!vehicle.make || !vehicle.model) return null
  return spelledVehicle(vehicle, (await shop.vehicles()).names)
}

/** Parts with one of these numbers, newest first. */
export async function findPartsByNumber(db: Database, numbers: Numbers): Promise<Part[]> {
  if (numbers.size === 0) return []
  // Materialized: otherwise the planner would scan the whole index of the newest for the first of them.
  const { rows } = await sql<Part>`
    with found as materialized (
      select * from products
      where id = any (${[...numbers.keys()]}::uuid[]) and deleted_at is null and not hidden)
    select id, name, slug, part_number, picture, price_cents from found
    order by created_at desc limit ${CANDIDATES_BY_NUMBER}`.execute(db)
  return rows
}

/**
 * Parts with all of the words in their names that may fit the vehicle, of those on MAX_FITMENTS of its
 * fitments; those in stock first.
 */
export async function findPartsOfVehicle(
  db: Database,
  vehicle: VehicleQuery,
  terms: readonly QueryTerm[],
): Promise<Part[]> {
  const { make, model, year } = vehicle
  // Backwards: most fitments that begin long before the year do not reach it. The engine, which the index
  // cannot find, would have all fitments of the model read.
  const { rows } = await sql<Part>`
    with fitments as materialized (
      select product_id, category, make, model, year_from, year_to, displacement_l, cylinders
      ${fitmentsSql({ make, model, year })} order by year_from desc limit ${MAX_FITMENTS}),
    found as materialized (
      select product_id from product_search
      where product_id in (select product_id ${fitmentsSql(vehicle)})
        and words @@ to_tsquery('product_words', ${toTsQuery(terms, 'AB')})
      order by in_stock desc, created_at desc, product_id limit ${CANDIDATES})
    select id, name, slug, part_number, picture, price_cents from found join products on products.id = product_id
    order by available >= min_order desc, created_at desc, id`.execute(db)
  return rows
}

/**
 * The suggestions of parts: those that fit the vehicle, surely or under conditions, and the others, none
 * twice. With a vehicle, each has its verdict; they are read with one statement.
 * @param options.fitting may fit the vehicle, and may be among `others`.
 */
export async function suggestParts(
  shop: BrowsingShop,
  vehicle: VehicleQuery | null,
  { fitting, others, numbers }: { fitting: readonly Part[]; others: readonly Part[]; numbers: Numbers },
): Promise<{ fitting: Suggestion[]; others: Suggestion[] }> {
  const parts = new Map([...fitting, ...others].map((part) => [part.id, part]))
  const fits = vehicle ? await evaluateFits(shop, [...parts.keys()], vehicle) : {}
  const judged = [...parts.values()].map((part) => ({ part, fit: fits[part.id] }))
  const having = (verdict: FitVerdict['verdict']) => judged.filter(({ fit }) => fit?.verdict === verdict)
  const forVehicle = [...having('fits'), ...having('fits_if')]
  const suggested = (some: typeof judged) =>
    some.slice(0, MAX_PARTS).map(({ part, fit }) => suggestPart(part, numbers.get(part.id)?.number, fit))
  return {
    fitting: suggested(forVehicle),
    others: suggested(judged.filter((one) => !forVehicle.includes(one))),
  }
}

function suggestPart(
  part: Part,
  number = part.part_number ?? undefined,
  fit: FitVerdict | undefined,
): Suggestion {
  const { name, picture, price_cents: cents } = part
  return {
    kind: 'part',
    text: name,
    number,
    path: paths.part(part),
    picture,
    price: dollarsFromCents(cents),
    ...(fit && { fit }),
  }
}
