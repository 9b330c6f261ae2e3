import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { ok, type Outcome, refused, refusedField, type UpdateResult } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { listingSlug } from './listing-slug.ts'
import { specificationLabel } from './specification-text.ts'
import {
  type EditSpecificationFieldsInput,
  type FieldInput,
  type ListSpecificationFieldsQuery,
  MAX_FIELDS,
  type SpecificationField,
} from './specification.ts'

/** The fields of all categories, or of one, in the owner's order. */
export async function readSpecificationFields(
  db: Database,
  category?: string,
): Promise<SpecificationField[]> {
  let query = db.selectFrom('specification_fields').selectAll()
  if (category !== undefined) query = query.where(sql<boolean>`lower(category) = lower(${category})`)
  const rows = await query
    .orderBy(sql`lower(category)`)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(({ id, category: of, name, unit, type }) => ({
    _id: String(id),
    category: of,
    name,
    unit,
    type,
  }))
}

/** The fields of one category with the number of parts that have each, or all fields. Access: admins. */
export async function listSpecificationFields(
  { db }: Pick<Shop, 'db'>,
  { category }: ListSpecificationFieldsQuery,
): Promise<SpecificationField[]> {
  if (!category) return readSpecificationFields(db)
  const fields = await readSpecificationFields(db, category)
  const { rows } = await sql<{ field: string; products: number }>`
    select field, count(*)::int as products from products, jsonb_object_keys(specifications) field
    where lower(category) = lower(${category}) and deleted_at is null and specifications <> '{}' group by field`.execute(
    db,
  )
  const counts = new Map(rows.map(({ field, products }) => [field, products]))
  return fields.map((field) => ({ ...field, products: counts.get(field._id) ?? 0 }))
}

/**
 * Replaces the fields of a category: new ones are added, those that are missing are removed, and no page
 * shows their values any more. Access: admins.
 * Refusals: specifications_changed when the stored fields differ from `was`; invalid_input for a field that
 * is not one of these, another type of a stored one, and more fields than the store can have.
 */
export async function editSpecificationFields(
  shop: Pick<Shop, 'db' | 'publishChange'>,
  viewer: Viewer,
  { category, fields, was }: EditSpecificationFieldsInput,
): Promise<Outcome<UpdateResult>> {
  const outcome = await shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    await sql`select pg_advisory_xact_lock(hashtext('driveline.specifications'))`.execute(trx)
    const stored = await readSpecificationFields(trx, category)
    const texts = textsOf(stored)
    if (texts === textsOf(fields)) return ok({ modifiedCount: 0 })
    if (texts !== textsOf(was))
      return refused(
        'specifications_changed',
        `Another admin has changed the specifications of ${category} since. Load them again.`,
      )
    const before = new Map(stored.map((field) => [field._id, field]))
    for (const [at, { _id, type }] of fields.entries()) {
      const known = _id === undefined ? undefined : before.get(_id)
      if (_id !== undefined && known?.type !== type)
        return refusedField(
          `fields.${at}.type`,
          'invalid_input',
          known
            ? 'A specification keeps its type. Add another one.'
            : 'This is not one of its specifications.',
          'invalid',
        )
    }
    const { all } = await trx
      .selectFrom('specification_fields')
      .select(sql<number>`count(*)::int`.as('all'))
      .executeTakeFirstOrThrow()
    if (all - stored.length + fields.length > MAX_FIELDS)
      return refused('invalid_input', `The store can have ${MAX_FIELDS} specifications in all.`)
    await replaceFields(trx, category, stored, fields)
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'edit_specifications',
      subject: `category:${listingSlug(category)}`,
      before: { category, specifications: namesOf(stored) },
      after: { category, specifications: namesOf(fields) },
    })
    return ok({ modifiedCount: 1 })
  })
  shop.publishChange('products')
  return outcome
}

async function replaceFields(
  trx: Database,
  category: string,
  stored: readonly SpecificationField[],
  fields: readonly FieldInput[],
): Promise<void> {
  const kept = new Set(fields.map(({ _id }) => _id))
  const removed = stored.filter(({ _id }) => !kept.has(_id)).map(({ _id }) => Number(_id))
  if (removed.length > 0) await trx.deleteFrom('specification_fields').where('id', 'in', removed).execute()
  // Two that change names would both have one of them: first all get names that no field can have.
  await sql`
    update specification_fields set name = id::text || ' ' || chr(1) where lower(category) = lower(${category})`.execute(
    trx,
  )
  for (const [position, { _id, name, unit = '', type }] of fields.entries())
    if (_id === undefined)
      await trx.insertInto('specification_fields').values({ category, name, unit, type, position }).execute()
    else
      await trx
        .updateTable('specification_fields')
        .set({ name, unit, position })
        .where('id', '=', Number(_id))
        .execute()
}

/** The fields as text, to compare. */
const textsOf = (fields: readonly FieldInput[]) =>
  JSON.stringify(fields.map(({ _id, name, unit = '', type }) => [_id, name, unit, type]))

/** The fields for the audit: "Thickness (mm), Compound". */
const namesOf = (fields: readonly FieldInput[]) => fields.map(specificationLabel).join(', ')
