import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { type Outcome, refusedField } from '../shared/outcome.ts'
import { type ProductRow, saleFactsOf } from './product-queries.server.ts'
import type { PartFacts } from './product.ts'
import {
  joinNumbers,
  NUMBER_FIELDS,
  NUMBER_KINDS,
  type NumberField,
  splitNumbers,
} from './replaced-numbers.ts'
import {
  type SpecificationField,
  type SpecificationValue,
  specificationValues,
  valueProblem,
} from './specification.ts'

export type NumberTexts = Record<NumberField, string>

/** The numbers that each of these parts replaces, as texts by field. */
export async function readReplacedNumbers(
  db: Database,
  ids: readonly string[],
): Promise<(id: string) => NumberTexts> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('part_numbers')
          .select(['product_id', 'kind', 'number'])
          .where('product_id', 'in', ids)
          .where('kind', '<>', 'own')
          .execute()
  const byProduct = Map.groupBy(rows, ({ product_id: id }) => id)
  return (id) => {
    const numbers = byProduct.get(id) ?? []
    const text = (field: NumberField) =>
      joinNumbers(numbers.flatMap(({ kind, number }) => (kind === NUMBER_KINDS[field] ? [number] : [])))
    return {
      oeNumbers: text('oeNumbers'),
      otherNumbers: text('otherNumbers'),
      oldNumbers: text('oldNumbers'),
    }
  }
}

/**
 * The part's condition, GTIN, specifications, sale facts and the numbers that it replaces. `fields`: those
 * of the store; values of others are left out.
 */
export async function readPartFacts(
  db: Database,
  row: ProductRow,
  fields: readonly SpecificationField[],
): Promise<PartFacts> {
  const numbersOf = await readReplacedNumbers(db, [row.id])
  const known = new Set(fields.map(({ _id }) => _id))
  return {
    condition: row.condition,
    gtin: row.gtin,
    morePictures: row.more_pictures,
    ...numbersOf(row.id),
    specifications: specificationValues(row.specifications, (id) => known.has(id)),
    ...saleFactsOf(row),
  }
}

/**
 * Replaces the numbers that these parts replace, of the given kinds. Call it in the transaction of the
 * change, with the rows locked or new.
 */
export async function writeReplacedNumbers(
  trx: Database,
  products: readonly ({ id: string } & Partial<NumberTexts>)[],
): Promise<void> {
  const rows = products.flatMap(({ id, ...given }) =>
    NUMBER_FIELDS.flatMap((field) => {
      const text = given[field]
      return text === undefined ? [] : [{ id, kind: NUMBER_KINDS[field], numbers: splitNumbers(text) }]
    }),
  )
  if (rows.length === 0) return
  await sql`
    with given as (
      select id, kind, numbers from json_to_recordset(${JSON.stringify(rows)}) as given (id uuid, kind text, numbers text[])),
    removed as (
      delete from part_numbers using given
      where product_id = given.id and part_numbers.kind = given.kind and number <> all (numbers))
    insert into part_numbers (product_id, kind, number)
    select id, kind, number from given, unnest(numbers) number on conflict do nothing`.execute(trx)
}

/** The refusal for a value of a field that the store does not have, or that is not of its type; or null. */
export function refuseSpecifications(
  fields: readonly SpecificationField[],
  values: readonly SpecificationValue[] | undefined,
): Outcome<never> | null {
  for (const { field: id, value } of values ?? []) {
    const field = fields.find(({ _id }) => _id === id)
    const problem = field ? valueProblem(field, value) : GONE
    if (problem) return refusedField('specifications', 'invalid_input', problem, 'invalid')
  }
  return null
}

const GONE = 'Another admin has removed one of these specifications. Reload the page.'
