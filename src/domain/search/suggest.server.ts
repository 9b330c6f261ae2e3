import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import * as paths from '#paths.ts'
import { type ListingKind, listingSlug } from '../products/listing-slug.ts'
import { staleWhileRevalidate } from '../shared/stale-while-revalidate.ts'
import type { BrowsingShop } from '../shop.ts'
import type { VehicleQuery } from '../vehicles/vehicle.ts'
import { commonWords, lookUpWords } from './look-up-words.server.ts'
import { queryWords, searchWords, type QueryTerm, toTsQuery } from './query-words.ts'
import {
  CANDIDATES,
  findPartsByNumber,
  findPartsOfVehicle,
  type Part,
  suggestParts,
  vehicleToSuggestFor,
} from './suggest-parts.server.ts'
import type { Suggestion } from './suggestion.ts'

/** Names of parts that are suggested. */
const MAX_PHRASES = 5
/** Categories, and brands, that are suggested. */
const MAX_NAMES = 3
/** Categories and brands considered for each half-typed word. */
const MAX_MATCHING_NAMES = 1_000
/** Looked up in addition to those shown, since some have no part on sale. */
const SPARE_NAMES = 5
/** Parts whose names are read for phrases. */
const SAMPLE_SIZE = 300
/** Parts that are enough for phrases if only some pages of the table are read. */
const MIN_SAMPLE_SIZE = 10
/** A word on this many parts is common: reading some pages of the table is enough. */
const COMMON_WORD_PARTS = 10_000
/** Pages of the table that are read for common words. */
const SAMPLED_PAGES = 300
/** How long sizes and counts are used before they are read again, in ms. */
const COUNTS_MAX_AGE_MS = 60_000

/**
 * Suggestions for a search that begins like this: parts that fit the vehicle, names of parts, parts by their
 * number or words, categories and brands. With a vehicle, each part has its verdict. Access: everyone.
 * @param q at most 100 characters; the last word may be incomplete.
 * @throws OverloadedError when too many searches run, or this one takes too long.
 */
export function suggest(shop: BrowsingShop, q: string, chosen: VehicleQuery = {}): Promise<Suggestion[]> {
  const words = searchWords(q)
  if (words.join('').length < 2) return Promise.resolve([])
  return shop.searchBulkhead('visitors', async () => {
    const { db } = shop
    const typed = queryWords(q)
    const vehicle = await vehicleToSuggestFor(shop, chosen)
    const vocabulary = await lookUpWords(db, { words, completeLast: true, numberWords: [typed] })
    const resolved = vocabulary.resolve(words)
    const terms = resolved.map(({ words: alternatives }) => alternatives.map((word) => [word]))
    const numbers = vocabulary.numbersIn(typed)
    const hasNumber = numbers.size > 0
    const [byNumber, ofVehicle, names, byWords] = await Promise.all([
      findPartsByNumber(db, numbers),
      vehicle && !hasNumber ? findPartsOfVehicle(db, vehicle, terms) : [],
      suggestNames(shop, terms),
      suggestByWords(db, terms),
    ])
    const parts = await suggestParts(shop, vehicle, {
      fitting: ofVehicle,
      others: hasNumber ? byNumber : byWords.parts,
      numbers,
    })
    const [first, last] = hasNumber ? [parts.others, []] : [[], parts.others]
    return [...parts.fitting, ...first, ...byWords.phrases, ...last, ...names]
  })
}

/**
 * The beginnings of the names of matching parts, up to the first comma, most frequent first, and the newest
 * of these parts that can be ordered. If many parts match, the index of words would collect all of them
 * before returning the first, so those on some pages of the table are enough.
 */
async function suggestByWords(
  db: Database,
  terms: readonly QueryTerm[],
): Promise<{ phrases: Suggestion[]; parts: Part[] }> {
  const query = toTsQuery(terms, 'AB')
  const some = (await areCommon(db, terms)) ? await phrasesIn(db, await somePages(db), query) : null
  // Common words may rarely occur together. For a single word that is common in descriptions, most parts
  // would be read to find a few with it in their names.
  const areEnough = some && (some.products >= MIN_SAMPLE_SIZE || terms.length === 1)
  const { phrases, parts } = areEnough ? some : await phrasesIn(db, sql`product_search`, query)
  return {
    phrases: phrases.map((text) => ({ kind: 'words', text, path: paths.search({ q: text }) })),
    parts,
  }
}

/** The most frequent phrases of the first matching parts of `source`, some of them, and their number. */
async function phrasesIn(
  db: Database,
  source: RawBuilder<unknown>,
  query: string,
): Promise<{ products: number; phrases: string[]; parts: Part[] }> {
  const { rows } = await sql<{ products: number; phrases: string[] | null; parts: Part[] | null }>`
    with sample as materialized (
      select product_id from ${source} where words @@ to_tsquery('product_words', ${query}) limit ${SAMPLE_SIZE}),
    named as materialized (
      select id, name, slug, part_number, picture, price_cents, available >= min_order as in_stock, created_at
      from sample join products on products.id = product_id)
    select (select count(*)::int from sample) as products, (
      select array_agg(text order by products desc, length(text), lower(text)) from (
        select min(phrase) as text, count(*) as products from (
          select trim(split_part(name, ',', 1)) as phrase from named) phrases
        group by lower(phrase) order by products desc, length(min(phrase)), lower(min(phrase)) limit ${MAX_PHRASES}) first) as phrases, (
      select json_agg(part) from (
        select id, name, slug, part_number, picture, price_cents from named
        order by in_stock desc, created_at desc, id limit ${CANDIDATES}) part) as parts`.execute(db)
  return { products: rows[0]?.products ?? 0, phrases: rows[0]?.phrases ?? [], parts: rows[0]?.parts ?? [] }
}

/** Whether each of the words is on many parts, according to PostgreSQL's statistics. */
async function areCommon(db: Database, terms: readonly QueryTerm[]): Promise<boolean> {
  const common = await commonWords(db)
  const many = [...common].flatMap(([stem, products]) => (products >= COMMON_WORD_PARTS ? [stem] : []))
  if (many.length === 0) return false
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${terms.flat(2)}::text[]) word
    where tsvector_to_array(to_tsvector('product_words', word)) <@ ${many}::text[]`.execute(db)
  const words = new Set(rows.map(({ word }) => word))
  return terms.every((alternatives) => alternatives.some((phrase) => phrase.every((word) => words.has(word))))
}

/** The same sample pages each time, from the whole table. */
async function somePages(db: Database): Promise<RawBuilder<unknown>> {
  const pages = await pagesOfSearch(db)
  return sql`product_search tablesample system (${Math.min(100, (100 * SAMPLED_PAGES) / pages)}) repeatable (0)`
}

const pagesOfSearch = staleWhileRevalidate(COUNTS_MAX_AGE_MS, async (db: Database) => {
  const { rows } = await sql<{ pages: number }>`
    select greatest(relpages, 1) as pages from pg_class where oid = 'product_search'::regclass`.execute(db)
  return rows[0]?.pages ?? 1
})

/** Categories and brands with all of the words, those with the most parts first. */
async function suggestNames(shop: BrowsingShop, terms: readonly QueryTerm[]): Promise<Suggestion[]> {
  const [named, counts] = await Promise.all([
    sql<Listing>`
      select kind, name as text from listing_slugs
      where words @@ to_tsquery('product_words', ${toTsQuery(terms)}) order by name limit ${MAX_MATCHING_NAMES}`.execute(
      shop.db,
    ),
    countsOfListings(shop.db),
  ])
  const countOf = (listing: Listing) => counts.get(listingKey(listing)) ?? 0
  const largestFirst = named.rows.toSorted((one, other) => countOf(other) - countOf(one))
  const onSale = await namesOnSale(shop.db, firstOfEachKind(largestFirst, MAX_NAMES + SPARE_NAMES))
  return firstOfEachKind(onSale, MAX_NAMES).map((listing) => ({
    ...listing,
    path: paths.listing(listing.kind, listingSlug(listing.text)),
  }))
}

type Listing = { kind: ListingKind; text: string }

const listingKey = ({ kind, text }: Listing) => `${kind} ${text}`

function firstOfEachKind(listings: readonly Listing[], limit: number): Listing[] {
  const ofKind = (wanted: ListingKind) => listings.filter(({ kind }) => kind === wanted).slice(0, limit)
  return [...ofKind('category'), ...ofKind('brand')]
}

/** Those names that a part on sale has, in the same order. */
async function namesOnSale(db: Database, named: readonly Listing[]): Promise<Listing[]> {
  if (named.length === 0) return []
  const { rows } = await sql<Listing>`
    select kind, text from unnest(${named.map(({ kind }) => kind)}::text[], ${named.map(({ text }) => text)}::text[])
      with ordinality as asked (kind, text, at)
    where case kind when 'category' then exists (select from product_search where category = text)
                    else exists (select from product_search where brand = text) end
    order by at`.execute(db)
  return rows
}

/**
 * The number of parts on sale per category and brand, at most a minute old: only the order of suggestions
 * depends on it.
 */
const countsOfListings = staleWhileRevalidate(COUNTS_MAX_AGE_MS, async (db: Database) => {
  const { rows } = await sql<Listing & { products: number }>`
    select kind, text, sum(products)::int as products
    from product_counts, lateral (values ('category', category), ('brand', brand)) named (kind, text)
    group by 1, 2`.execute(db)
  return new Map(rows.map((row) => [listingKey(row), row.products]))
})
