import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Shop } from '../shop.ts'
import {
  type BrandsAndCategories,
  isSameName,
  knownSpelling,
  nameKey,
  normalizeName,
} from './brand-and-category.ts'
import type { ProductValues } from './product.ts'

/** Brands, and categories, that forms suggest: the most used ones. */
const MAX_SUGGESTED_NAMES = 1000

const NAME_COLUMNS = ['brand', 'category'] as const
type NameColumn = (typeof NAME_COLUMNS)[number]
type Names = Pick<ProductValues, NameColumn>

const byName = new Intl.Collator('en', { numeric: true })

/** The most used brands and categories of the products on sale, by name. Access: admins. */
export async function listBrandsAndCategories(shop: Pick<Shop, 'db'>): Promise<BrandsAndCategories> {
  const suggestedNames = async (column: NameColumn) =>
    (await selectNames(shop.db, column))
      .slice(0, MAX_SUGGESTED_NAMES)
      .toSorted((one, other) => byName.compare(one, other))
  const [brands, categories] = await Promise.all([suggestedNames('brand'), suggestedNames('category')])
  return { brands, categories }
}

/**
 * These values with brand and category spelled as other products on sale have them: “bosch ” becomes “Bosch”.
 * A new spelling of the product's own name is kept, so that admins can correct it. Transactions with new
 * names wait for each other.
 * @param before the product's own brand and category.
 */
export async function withKnownNames<V extends Names>(
  trx: Database,
  values: V,
  before: Names = {},
): Promise<V> {
  const known: Names = {}
  for (const column of NAME_COLUMNS) {
    const name = values[column] ?? ''
    if (name !== '' && !isSameName(name, before[column] ?? ''))
      known[column] = await knownName(trx, column, name)
  }
  return { ...values, ...known }
}

async function knownName(trx: Database, column: NameColumn, name: string): Promise<string> {
  const names = await selectNames(trx, column)
  if (names.includes(name)) return name
  const known = knownSpelling(name, names)
  if (known !== name) return known
  await lockNames(trx)
  return knownSpelling(name, await selectNames(trx, column))
}

/** Blocks other transactions from adding a brand or category until this one ends. */
export async function lockNames(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('driveline.names'))`.execute(trx)
}

/**
 * Reads how the products on sale spell their names. Imported products get the same spelling, and new names
 * one each.
 */
export async function readSpelling(db: Database) {
  const known = new Map<string, string>()
  for (const column of NAME_COLUMNS)
    for (const name of (await selectNames(db, column)).toReversed())
      known.set(`${column} ${nameKey(name)}`, name)
  let isNew = false
  return {
    spell(column: NameColumn, typed: string): string {
      const key = `${column} ${nameKey(typed)}`
      const name = known.get(key) ?? normalizeName(typed)
      isNew ||= !known.has(key)
      known.set(key, name)
      return name
    },
    /** Whether a name passed to `spell` is new: no product on sale has it. */
    hasNew: () => isNew,
  }
}

/** The most used names first. From the counts of searches, so that no table is read completely. */
async function selectNames(db: Database, column: NameColumn): Promise<string[]> {
  const rows = await db
    .selectFrom('product_counts')
    .select(`${column} as name`)
    .where(column, '<>', '')
    .groupBy(column)
    .having((eb) => eb.fn.sum('products'), '>', 0)
    .orderBy((eb) => eb.fn.sum('products'), 'desc')
    .orderBy(column)
    .execute()
  return rows.map(({ name }) => name)
}
