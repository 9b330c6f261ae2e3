import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { listingPath, partPath } from '../products/listing-slug.ts'
import type { Shop } from '../shop.ts'
import { queryWords, type QueryTerm, toTsQuery } from './query-words.ts'
import { findByNumber } from './read-question.server.ts'
import { resolveWords } from './resolve-words.server.ts'
import type { Suggestion } from './suggestion.ts'

/** Suggestions of each kind at most. */
const PHRASES = 5
const NAMES = 3
const PARTS = 4
/** Parts whose names are read for phrases. */
const SAMPLE = 300

/**
 * What a search that begins with this could be about: parts by their number, names of parts, categories and brands. Who may: everyone.
 * @param q at most 100 characters; the last word may be half typed.
 * @throws Overloaded when too many searches run, or this one takes too long.
 */
export function suggest(shop: Shop, q: string): Promise<Suggestion[]> {
  const words = queryWords(q)
  if (words.join('').length < 2) return Promise.resolve([])
  return shop.searching('visitors', async () => {
    const [parts, resolved] = await Promise.all([
      suggestParts(shop.db, words),
      resolveWords(shop.db, words, { completeLast: true }),
    ])
    const terms = resolved.map(({ words: alternatives }) => alternatives.map((word) => [word]))
    const [names, phrases] = await Promise.all([suggestNames(shop.db, terms), suggestPhrases(shop.db, terms)])
    return [...parts, ...phrases, ...names]
  })
}

async function suggestParts(db: Database, words: readonly string[]): Promise<Suggestion[]> {
  const numbers = await findByNumber(db, words)
  if (numbers.size === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'slug'])
    .where('id', 'in', [...numbers.keys()])
    .where('deleted_at', 'is', null)
    .where('hidden', '=', false)
    .orderBy('created_at', 'desc')
    .limit(PARTS)
    .execute()
  return rows.flatMap(({ id, name, slug }) => {
    const number = numbers.get(id)?.number
    if (number === undefined) return []
    return [{ kind: 'part' as const, text: name, number, path: partPath({ slug }) }]
  })
}

/** What the names of such parts begin with, up to the first comma, the most frequent first. */
async function suggestPhrases(db: Database, terms: readonly QueryTerm[]): Promise<Suggestion[]> {
  const { rows } = await sql<{ text: string }>`
    select min(phrase) as text from (
      select trim(split_part(products.name, ',', 1)) as phrase from (
        select product_id from product_search where words @@ to_tsquery('product_words', ${toTsQuery(terms, 'AB')})
        limit ${SAMPLE}) sample join products on products.id = product_id) named
    group by lower(phrase) order by count(*) desc, length(min(phrase)), lower(phrase) limit ${PHRASES}`.execute(
    db,
  )
  return rows.map(({ text }) => ({ kind: 'words', text, path: `/parts?q=${encodeURIComponent(text)}` }))
}

/** Categories and brands with all of the words, those with the most parts first. */
async function suggestNames(db: Database, terms: readonly QueryTerm[]): Promise<Suggestion[]> {
  const { rows } = await sql<{ kind: 'category' | 'brand'; text: string }>`
    with names as (
      select kind, name, sum(products) as products
      from product_counts, lateral (values ('category', category), ('brand', brand)) named (kind, name)
      where name <> '' group by 1, 2 having sum(products) > 0)
    select kind, name as text from (
      select *, row_number() over (partition by kind order by products desc, name) as place from names
      where to_tsvector('product_words', separate_words(name)) @@ to_tsquery('product_words', ${toTsQuery(terms)})) found
    where place <= ${NAMES} order by kind desc, place`.execute(db)
  return rows.map(({ kind, text }) => ({ kind, text, path: listingPath(kind, text) }))
}
