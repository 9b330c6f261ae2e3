import type { NumberTexts } from '../products/part-facts.server.ts'
import { type ProductRow, saleFactsOf, toProduct } from '../products/product-queries.server.ts'
import { SALE_FIELDS } from '../products/sale-facts.ts'
import { PIECE } from '../products/unit.ts'
import { type Fitment, fitmentKey } from '../vehicles/fitment.ts'
import { type StoredFitment, vehiclesKey } from './aces/compare-fitments.ts'
import { absentValue, columnOf, fieldValue, PRODUCT_FIELDS } from './csv-product-columns.ts'
import type { FileValues, JournalEntry } from './import-journal.server.ts'
import { withPauses } from './pause-if-due.ts'
import type { Edit } from './update-products.server.ts'

type StoredPart = ProductRow & Partial<NumberTexts>

/** Whether an added part was ordered since, and whether it has vehicles, and numbers of others. */
export type Usage = { ordered: boolean; vehicles: boolean; numbers: boolean }

/** Fitments that an import replaced, and those that it stored. */
export type VehicleChange = { before: Fitment[]; after: Fitment[] }

/** How to undo the changes of one part. `kept`: messages about those that stay. */
export type UndoPlan = {
  edits: Edit[]
  isDeleted: boolean
  /** Numbers to delete. */
  numbers: Extract<JournalEntry, { kind: 'number' }>['after'][]
  vehicles: VehicleChange | null
  kept: string[]
}

/**
 * Plans to put back what an import replaced in a part, or to delete the part that it added, where nothing has
 * changed since.
 * @param row the part as it is now, with the numbers that it replaces, if an entry has them.
 * @param entries the import's changes of this part.
 */
export function planUndo(row: StoredPart, entries: readonly JournalEntry[], usage?: Usage): UndoPlan {
  const plan: UndoPlan = { edits: [], isDeleted: false, numbers: [], vehicles: null, kept: [] }
  if (row.deleted_at !== null) {
    if (entries.some(({ kind }) => kind !== 'added')) plan.kept.push('It has been deleted in the meantime.')
    return plan
  }
  for (const entry of entries)
    switch (entry.kind) {
      case 'number':
        plan.numbers.push(entry.after)
        break
      case 'vehicles':
        plan.vehicles ??= { before: [], after: [] }
        plan.vehicles.before.push(...entry.before)
        plan.vehicles.after.push(...entry.after)
        break
      case 'added': {
        const changed = [...changedSince(row, entry.after), ...addedSince(row, entry.after, usage)]
        if (usage?.ordered) plan.kept.push('Not deleted: it has been ordered in the meantime.')
        else if (changed.length > 0)
          plan.kept.push(`Not deleted: it has been changed in the meantime (${namesOf(changed)}).`)
        else plan.isDeleted = true
        break
      }
      case 'changed': {
        const { specifications: before = [], ...values } = entry.before
        const changed = changedSince(row, entry.after)
        const specifications = before.filter(({ field }) => !isChanged(row, entry.after, field))
        if (specifications.length < before.length) changed.push('specifications')
        if (changed.length > 0)
          plan.kept.push(`Changed in the meantime, and left as it is: ${namesOf(changed)}.`)
        const stays = new Set<string>(changed)
        // An ended sale returns only with its price, and not in place of a newer one.
        if (stays.has('price') || row.list_price_cents !== null) stays.add('listPrice')
        const given = {
          ...Object.fromEntries(Object.entries(values).filter(([field]) => !stays.has(field))),
          ...(specifications.length > 0 && { specifications }),
        }
        if (Object.keys(given).length > 0) plan.edits.push({ id: row.id, given })
      }
    }
  return plan
}

/** The fields in which a product is no longer as the import left it. */
function changedSince(row: StoredPart, after: Partial<FileValues>): string[] {
  const { oeNumbers, otherNumbers, oldNumbers } = row
  const now = { ...toProduct(row), ...saleFactsOf(row), oeNumbers, otherNumbers, oldNumbers }
  return PRODUCT_FIELDS.filter((field) => field in after && fieldValue(now, field) !== after[field])
}

/** Fields as the columns of files call them. */
const namesOf = (fields: readonly string[]) =>
  fields.map((field) => (field === 'weightGrams' ? columnOf(field) : field)).join(', ')

/** Whether a specification of a part is no longer as the import left it. */
function isChanged(row: ProductRow, { specifications = [] }: Partial<FileValues>, id: string): boolean {
  return (row.specifications[id] ?? '') !== specifications.find(({ field }) => field === id)?.value
}

/**
 * The statements about an added part that its file did not contain: an admin has edited it. Files of earlier
 * versions had only some of them.
 */
function addedSince(row: ProductRow, after: Partial<FileValues>, usage?: Usage): string[] {
  const { specifications = [] } = after
  const facts = saleFactsOf(row)
  const ids = new Set([...Object.keys(row.specifications), ...specifications.map(({ field }) => field)])
  return [
    ...(row.unit === PIECE ? [] : ['unit']),
    ...(row.list_price_cents === null ? [] : ['sale price']),
    ...('condition' in after || row.condition === 'new' ? [] : ['condition']),
    ...('gtin' in after || row.gtin === '' ? [] : ['gtin']),
    ...('morePictures' in after || row.more_pictures === '' ? [] : ['more pictures']),
    ...SALE_FIELDS.filter((field) => !(field in after) && facts[field] !== absentValue(field)),
    ...([...ids].some((id) => isChanged(row, after, id)) ? ['specifications'] : []),
    ...(usage?.vehicles ? ['vehicles'] : []),
    ...(usage?.numbers && !('oeNumbers' in after) ? ['numbers'] : []),
  ]
}

/**
 * Plans which stored fitments of a part to remove, and which to add again. If a new fitment of a vehicle is
 * gone, all fitments of that vehicle are kept; `missing` is the number of those gone.
 */
export async function planVehiclesUndo(
  stored: readonly StoredFitment[],
  { before, after }: VehicleChange,
): Promise<{ add: Fitment[]; remove: StoredFitment[]; missing: number }> {
  const storedKeys = new Set<string>()
  for await (const fitment of withPauses(stored)) storedKeys.add(fitmentKey(fitment))
  const added = new Set<string>()
  const changed = new Set<string>()
  let missing = 0
  for await (const fitment of withPauses(after)) {
    const key = fitmentKey(fitment)
    added.add(key)
    if (storedKeys.has(key)) continue
    missing += 1
    changed.add(vehiclesKey(fitment))
  }
  const remove: StoredFitment[] = []
  for await (const fitment of withPauses(stored))
    if (added.has(fitmentKey(fitment)) && !changed.has(vehiclesKey(fitment))) remove.push(fitment)
  const add: Fitment[] = []
  for await (const fitment of withPauses(before))
    if (!storedKeys.has(fitmentKey(fitment)) && !changed.has(vehiclesKey(fitment))) add.push(fitment)
  return { add, remove, missing }
}
