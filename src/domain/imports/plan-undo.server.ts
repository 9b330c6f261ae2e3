import { type ProductRow, toProduct } from '../products/product-queries.server.ts'
import type { Product } from '../products/product.ts'
import { PIECE } from '../products/unit.ts'
import { type Fitment, fitmentKey } from '../vehicles/fitment.ts'
import { type StoredFitment, vehiclesKey } from './aces/compare-fitments.ts'
import { PRODUCT_COLUMNS } from './csv-product-columns.ts'
import type { JournalEntry } from './import-journal.server.ts'
import { withPauses } from './pause-if-due.ts'
import type { Edit } from './update-products.server.ts'

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
 * @param row the part as it is now.
 * @param entries the import's changes of this part.
 */
export function planUndo(row: ProductRow, entries: readonly JournalEntry[], usage?: Usage): UndoPlan {
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
        const changed = [...changedSince(row, entry.after), ...addedSince(row, usage)]
        if (usage?.ordered) plan.kept.push('Not deleted: it has been ordered in the meantime.')
        else if (changed.length > 0)
          plan.kept.push(`Not deleted: it has been changed in the meantime (${changed.join(', ')}).`)
        else plan.isDeleted = true
        break
      }
      case 'changed': {
        const changed = changedSince(row, entry.after)
        if (changed.length > 0)
          plan.kept.push(`Changed in the meantime, and left as it is: ${changed.join(', ')}.`)
        const stays = new Set<string>(changed)
        // An ended sale returns only with its price, and not in place of a newer one.
        if (stays.has('price') || row.list_price_cents !== null) stays.add('listPrice')
        const given = Object.entries(entry.before).filter(([field]) => !stays.has(field))
        if (given.length > 0) plan.edits.push({ id: row.id, given: Object.fromEntries(given) })
      }
    }
  return plan
}

/** The fields in which a product is no longer as the import left it. */
function changedSince(row: ProductRow, after: Partial<Product>): string[] {
  const now = toProduct(row)
  return PRODUCT_COLUMNS.filter((field) => field in after && now[field] !== after[field])
}

/** The statements about an added part that no file of parts contains: an admin has edited it. */
function addedSince(row: ProductRow, usage?: Usage): string[] {
  return [
    ...(row.unit === PIECE ? [] : ['unit']),
    ...(row.list_price_cents === null ? [] : ['sale price']),
    ...(usage?.vehicles ? ['vehicles'] : []),
    ...(usage?.numbers ? ['numbers'] : []),
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
