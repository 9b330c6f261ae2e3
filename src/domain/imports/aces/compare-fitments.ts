import { type Fitment, STATED_FIELDS } from '../../vehicles/fitment.ts'
import { withPauses } from '../pause-if-due.ts'
import { type AcesFitment, oneLine } from './read-qualifiers.ts'
import { yearRanges, yearsOf } from './year-ranges.ts'

export type StoredFitment = Fitment & { id: number }
/** A fitment in a file, with its years and the line number of each. */
type FileFitment = { fitment: AcesFitment; years: ReadonlyMap<number, number> }
/** The fitments of one part in a file. */
export type FilePart = { added: FileFitment[]; deleted: FileFitment[] }

/** What changes in the fitments of one part. */
export type FitmentChanges = {
  remove: StoredFitment[]
  add: Fitment[]
  counts: { added: number; changed: number; removed: number; unchanged: number }
  /** Line numbers of deletions that match nothing. */
  nothingToDelete: number[]
}

/**
 * Compares a part's stored fitments with a file. A FULL file replaces what earlier files stated, an UPDATE
 * adds to it and deletes from it; fitments that the shop's admins entered always stay, and are not stored
 * again. Fitments that only split their years differently are equal. A part may have tens of thousands of
 * them, so other requests are served in between.
 */
export async function compareFitments(
  stored: readonly StoredFitment[],
  { added, deleted }: FilePart,
  submission: 'FULL' | 'UPDATE',
): Promise<FitmentChanges> {
  const shopYears = new Map<string, Set<number>>()
  const fileGroups = new Map<string, { fitment: AcesFitment; years: Set<number>; rows: StoredFitment[] }>()
  for await (const row of withPauses(stored)) {
    const key = keyOf(row)
    const years = yearsOf(row)
    if (row.source === 'shop') shopYears.set(key, new Set([...(shopYears.get(key) ?? []), ...years]))
    else {
      const group = fileGroups.get(key) ?? { fitment: row, years: new Set(), rows: [] }
      for (const year of years) group.years.add(year)
      group.rows.push(row)
      fileGroups.set(key, group)
    }
  }

  const wanted = new Map<string, { fitment: AcesFitment; years: Set<number> }>()
  if (submission === 'UPDATE')
    for await (const [key, { fitment, years }] of withPauses(fileGroups))
      wanted.set(key, { fitment, years: new Set(years) })
  const nothingToDelete = await deleteYears(wanted, deleted)
  let unchanged = 0
  for await (const { fitment, years } of withPauses(added)) {
    const key = keyOf(fitment)
    const group = wanted.get(key) ?? { fitment, years: new Set() }
    const shop = shopYears.get(key)
    const enteredYears = [...years.keys()].filter((year) => shop?.has(year))
    if (enteredYears.length > 0) unchanged += 1
    for (const year of years.keys()) if (!shop?.has(year)) group.years.add(year)
    if (group.years.size > 0) wanted.set(key, group)
  }

  const remove: StoredFitment[] = []
  const add: Fitment[] = []
  for await (const [key, { fitment, years }] of withPauses(wanted)) {
    const rows = fileGroups.get(key)?.rows ?? []
    if (years.size > 0 && isSame(years, fileGroups.get(key)?.years)) {
      unchanged += rows.length
      continue
    }
    const ranges = yearRanges(years).map(({ from, to }) => withYears(fitment, from, to))
    const isKept = (row: Fitment) => ranges.some((range) => isSameRange(range, row))
    remove.push(...rows.filter((row) => !isKept(row)))
    add.push(...ranges.filter((range) => !rows.some((row) => isSameRange(range, row))))
    unchanged += rows.filter(isKept).length
  }
  for (const [key, { rows }] of fileGroups) if (!wanted.has(key)) remove.push(...rows)

  // The same vehicles with another quantity or note are a change.
  const removed = new Set<string>()
  for await (const fitment of withPauses(remove)) removed.add(keyWithYears(fitment))
  let changed = 0
  for await (const fitment of withPauses(removed.size > 0 ? add : []))
    if (removed.delete(keyWithYears(fitment))) changed += 1
  return {
    remove,
    add,
    counts: { added: add.length - changed, changed, removed: remove.length - changed, unchanged },
    nothingToDelete,
  }
}

/**
 * Removes the years from every fitment with these vehicles and qualifiers, whatever its quantity. Returns the
 * line numbers of the deletions that match nothing.
 */
async function deleteYears(
  wanted: ReadonlyMap<string, { fitment: AcesFitment; years: Set<number> }>,
  deleted: readonly FileFitment[],
): Promise<number[]> {
  if (deleted.length === 0) return []
  const withoutQuantity = (fitment: AcesFitment) => keyOf({ ...fitment, quantity: null })
  const yearsByFitment = new Map<string, Set<number>[]>()
  for await (const { fitment, years } of withPauses(wanted.values())) {
    const key = withoutQuantity(fitment)
    const others = yearsByFitment.get(key)
    if (others) others.push(years)
    else yearsByFitment.set(key, [years])
  }
  const unmatchedLines: number[] = []
  for await (const { fitment, years } of withPauses(deleted)) {
    const remainingYears = new Map(years)
    for (const storedYears of yearsByFitment.get(withoutQuantity(fitment)) ?? [])
      for (const year of years.keys()) if (storedYears.delete(year)) remainingYears.delete(year)
    unmatchedLines.push(...remainingYears.values())
  }
  return unmatchedLines
}

/**
 * The key of fitments whose years can be merged. All white space counts as spaces, as it does when files are
 * read.
 */
function keyOf(fitment: AcesFitment): string {
  return JSON.stringify(
    STATED_FIELDS.map((field) => {
      const value = fitment[field]
      return typeof value === 'string' ? oneLine(value) : value
    }),
  )
}

/** The key of a fitment's vehicles and qualifiers, without the years. */
export function vehiclesKey(fitment: AcesFitment): string {
  return keyOf({ ...fitment, quantity: null, note: null })
}

const keyWithYears = (fitment: Fitment) => `${fitment.yearFrom} ${fitment.yearTo} ${vehiclesKey(fitment)}`

/** A fitment of these years with the source `aces`; without the id if it is a stored one. */
function withYears(fitment: AcesFitment, yearFrom: number, yearTo: number): Fitment {
  const stated = Object.fromEntries(STATED_FIELDS.map((field) => [field, fitment[field]])) as AcesFitment
  return { ...stated, yearFrom, yearTo, source: 'aces' }
}

const isSameRange = (a: Fitment, b: Fitment) => a.yearFrom === b.yearFrom && a.yearTo === b.yearTo
const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number> = new Set()) =>
  a.size === b.size && [...a].every((year) => b.has(year))
