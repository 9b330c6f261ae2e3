import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { recordChanges } from '../audit/record-change.server.ts'
import { columnsOf } from '../products/add-product.server.ts'
import { auditFactsAfter, auditFactsBefore } from '../products/edit-product.server.ts'
import { type NumberTexts, readReplacedNumbers, writeReplacedNumbers } from '../products/part-facts.server.ts'
import { type ProductRow, saleFactsOf, toProduct } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { isSameNumbers, NUMBER_FIELDS, type NumberField } from '../products/replaced-numbers.ts'
import { type SpecificationValue, storedValues } from '../products/specification.ts'
import { fieldValue, PRODUCT_FIELDS, type ProductField } from './csv-product-columns.ts'
import type { FileValues, JournalEntry } from './import-journal.server.ts'

/** An existing part, and the values that a line gives. */
export type Edit = { id: string; given: Partial<FileValues> }

/** A part before and after, with the specifications that differ; `stored` are all of them, after. */
export type ProductChange = {
  before: FileValues & Required<Pick<FileValues, 'specifications'>>
  after: ProductChange['before']
  changed: (ProductField | 'specifications')[]
  stored: Record<string, string>
}

/**
 * The change of a part by the given values; empty where it already has them.
 * @param numbers those that it replaces, if they are given.
 */
export function changeOf(
  product: ProductRow,
  { specifications: given = [], ...values }: Partial<FileValues>,
  numbers: NumberTexts,
): ProductChange {
  const valueOf = (field: string) => product.specifications[field] ?? ''
  const specifications = given.filter(({ field, value }) => value !== valueOf(field))
  const before = {
    ...toProduct(product),
    ...saleFactsOf(product),
    ...numbers,
    specifications: specifications.map(({ field }) => ({ field, value: valueOf(field) })),
  }
  const after = { ...before, ...values, specifications }
  const changed = PRODUCT_FIELDS.filter((field) => {
    const [one, other] = [fieldValue(before, field), fieldValue(after, field)]
    const isNumbers = NUMBER_FIELDS.some((numbersField) => numbersField === field)
    return isNumbers ? !isSameNumbers(String(one), String(other)) : one !== other
  })
  return {
    before,
    after,
    changed: [...changed, ...(specifications.length > 0 ? ['specifications' as const] : [])],
    stored: withValues(product.specifications, specifications),
  }
}

/** The stored specifications with these in place of their own; blank ones are removed. */
function withValues(
  stored: Record<string, string>,
  changed: readonly SpecificationValue[],
): Record<string, string> {
  const ids = new Set(changed.map(({ field }) => field))
  const others = Object.entries(stored).filter(([id]) => !ids.has(id))
  return { ...Object.fromEntries(others), ...storedValues(changed) }
}

/** The numbers that these parts replace, read for those to which such numbers are given. */
export function readNumbersOf(
  db: Database,
  edits: readonly { id: string; given: { [Field in NumberField]?: string | undefined } }[],
) {
  const given = edits.filter((edit) => NUMBER_FIELDS.some((field) => edit.given[field] !== undefined))
  return readReplacedNumbers(
    db,
    given.map(({ id }) => id),
  )
}

/**
 * Locks the parts and changes them: values, ledger and audit. They are compared with their current values,
 * sales and edits since the plan included; a part that was deleted since stays deleted. Returns what changed.
 */
export async function updateProducts(
  trx: Database,
  planned: readonly Edit[],
  actorId: string | null,
): Promise<JournalEntry[]> {
  const given = new Map(planned.map((edit) => [edit.id, edit.given]))
  const rows = await trx
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...given.keys()])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const numbersOf = await readNumbersOf(trx, planned)
  const edits = rows.map((row) => changeOf(row, given.get(row.id) ?? {}, numbersOf(row.id)))
  // Stock separately: writing the other columns updates the search index.
  const values = edits.filter(({ changed }) => changed.some((field) => field !== 'available'))
  if (values.length > 0)
    await sql`
      update products set picture = e.picture, more_pictures = e.more_pictures, name = e.name, about = e.about, brand = e.brand, category = e.category,
        part_number = e.part_number, price_cents = e.price_cents, list_price_cents = e.list_price_cents, min_order = e.min_order,
        condition = e.condition, gtin = e.gtin, specifications = e.specifications,
        weight_grams = e.weight_grams, oversize = e.oversize, dangerous = e.dangerous, core_cents = e.core_cents,
        taxed = e.taxed, returnable = e.returnable, bin = e.bin
      from json_to_recordset(${JSON.stringify(values.map(({ after, stored }) => ({ id: after._id, ...columnsOf(after), specifications: stored })))}) as e (
        id uuid, picture text, more_pictures text, name text, about text, brand text, category text, part_number text, price_cents integer,
        list_price_cents integer, min_order integer, condition text, gtin text, specifications jsonb,
        weight_grams integer, oversize boolean, dangerous boolean, core_cents integer, taxed boolean, returnable boolean, bin text)
      where products.id = e.id`.execute(trx)
  await writeReplacedNumbers(
    trx,
    values.map(({ after, changed }) => {
      const fields = NUMBER_FIELDS.filter((field) => changed.includes(field))
      return { id: after._id, ...Object.fromEntries(fields.map((field) => [field, after[field]])) }
    }),
  )
  await recordChanges(
    trx,
    values.map(({ before, after, changed }) => {
      const fields = changed.filter((field) => field !== 'available')
      return {
        actorId,
        action: 'edit_product',
        subject: `product:${after._id}`,
        before: auditFactsBefore(before, fields),
        after: auditFactsAfter(after, fields),
      }
    }),
  )
  const stock = edits.filter(({ changed }) => changed.includes('available'))
  const entries = edits
    .filter(({ changed }) => changed.length > 0)
    .map(({ before, after, changed }): JournalEntry => ({
      productId: after._id,
      kind: 'changed',
      before: { ...pickFields(before, changed), ...endedSale(before, after) },
      after: pickFields(after, changed),
    }))
  if (stock.length === 0) return entries
  await sql`
    update products set available = e.available
    from json_to_recordset(${JSON.stringify(stock.map(({ after: { _id: id, available } }) => ({ id, available })))}) as e (
      id uuid, available integer)
    where products.id = e.id`.execute(trx)
  await trx
    .insertInto('stock_movements')
    .values(
      stock.map(({ before, after }) => ({
        product_id: after._id,
        kind: after.available > before.available ? 'received' : 'corrected',
        quantity: after.available - before.available,
      })),
    )
    .execute()
  await recordChanges(
    trx,
    stock.map(({ before, after }) => ({
      actorId,
      action: 'restock_product',
      subject: `product:${after._id}`,
      before: { available: before.available },
      after: { available: after.available },
    })),
  )
  return entries
}

/** The sale that a price has ended, as the database does. */
function endedSale(
  { listPrice }: Pick<Product, 'listPrice'>,
  { price }: Pick<Product, 'price'>,
): Pick<Product, 'listPrice'> {
  return listPrice === undefined || listPrice > price ? {} : { listPrice }
}

function pickFields(product: ProductChange['before'], fields: ProductChange['changed']): Partial<FileValues> {
  return Object.fromEntries(
    fields.map((field) => [
      field,
      field === 'specifications' ? product.specifications : fieldValue(product, field),
    ]),
  )
}
