import { type Fitment, STATED_FIELDS } from '../../vehicles/fitment.ts'
import { withPauses } from '../pause-if-due.ts'
import { type AcesLine, oneLine } from './read-qualifiers.ts'
import { yearRanges, yearsOf } from './year-ranges.ts'

export type StoredFitment = Fitment & { id: number }
/** A vehicle in a file, with its years and the line of each. */
type LineOfFile = { fits: AcesLine; years: ReadonlyMap<number, number> }
/** The lines of one part in a file. */
export type PartOfFile = { added: LineOfFile[]; deleted: LineOfFile[] }

/** What changes in the fitments of one part. */
export type FitmentChanges = {
  remove: StoredFitment[]
  add: Fitment[]
  counts: { added: number; changed: number; removed: number; unchanged: number }
  /** Lines whose deletion matches nothing. */
  nothingToDelete: number[]
}

/**
 * Compares a part's stored fitments with a file. A FULL file replaces what earlier files stated, an UPDATE
 * adds to it and deletes from it; fitments that the shop's admins entered always stay, and are not stored
 * again. Lines that only split their years differently are equal. A part may have tens of thousands of lines,
 * so other requests are served in between.
 */
export async function compareFitments(
  stored: readonly StoredFitment[],
  { added, deleted }: PartOfFile,
  submission: 'FULL' | 'UPDATE',
): Promise<FitmentChanges> {
  const shopYears = new Map<string, Set<number>>()
  const fileGroups = new Map<string, { fits: AcesLine; years: Set<number>; rows: StoredFitment[] }>()
  for await (const row of withPauses(stored)) {
    const key = keyOf(row)
    const years = yearsOf(row)
    if (row.source === 'shop') shopYears.set(key, new Set([...(shopYears.get(key) ?? []), ...years]))
    else {
      const group = fileGroups.get(key) ?? { fits: row, years: new Set(), rows: [] }
      for (const year of years) group.years.add(year)
      group.rows.push(row)
      fileGroups.set(key, group)
    }
  }

  const wanted = new Map<string, { fits: AcesLine; years: Set<number> }>()
  if (submission === 'UPDATE')
    for await (const [key, { fits, years }] of withPauses(fileGroups))
      wanted.set(key, { fits, years: new Set(years) })
  const nothingToDelete = await deleteYears(wanted, deleted)
  let unchanged = 0
  for await (const { fits, years } of withPauses(added)) {
    const key = keyOf(fits)
    const group = wanted.get(key) ?? { fits, years: new Set() }
    const shop = shopYears.get(key)
    const enteredYears = [...years.keys()].filter((year) => shop?.has(year))
    if (enteredYears.length > 0) unchanged += 1
    for (const year of years.keys()) if (!shop?.has(year)) group.years.add(year)
    if (group.years.size > 0) wanted.set(key, group)
  }

  const remove: StoredFitment[] = []
  const add: Fitment[] = []
  for await (const [key, { fits, years }] of withPauses(wanted)) {
    const rows = fileGroups.get(key)?.rows ?? []
    if (years.size > 0 && isSame(years, fileGroups.get(key)?.years)) {
      unchanged += rows.length
      continue
    }
    const ranges = yearRanges(years).map(({ from, to }) => asFitment(fits, from, to))
    const isKept = (row: Fitment) => ranges.some((range) => isSameRange(range, row))
    remove.push(...rows.filter((row) => !isKept(row)))
    add.push(...ranges.filter((range) => !rows.some((row) => isSameRange(range, row))))
    unchanged += rows.filter(isKept).length
  }
  for (const [key, { rows }] of fileGroups) if (!wanted.has(key)) remove.push(...rows)

  // The same vehicles with another quantity or note are a change.
  const removed = new Set<string>()
  for await (const line of withPauses(remove)) removed.add(withYears(line))
  let changed = 0
  for await (const line of withPauses(removed.size > 0 ? add : []))
    if (removed.delete(withYears(line))) changed += 1
  return {
    remove,
    add,
    counts: { added: add.length - changed, changed, removed: remove.length - changed, unchanged },
    nothingToDelete,
  }
}

/**
 * Removes the years from every line with these vehicles and qualifiers, whatever its quantity. Returns the
 * lines that match nothing.
 */
async function deleteYears(
  wanted: ReadonlyMap<string, { fits: AcesLine; years: Set<number> }>,
  deleted: readonly LineOfFile[],
): Promise<number[]> {
  if (deleted.length === 0) return []
  const withoutQuantity = (line: AcesLine) => keyOf({ ...line, quantity: null })
  const yearsByLine = new Map<string, Set<number>[]>()
  for await (const { fits, years } of withPauses(wanted.values())) {
    const key = withoutQuantity(fits)
    const others = yearsByLine.get(key)
    if (others) others.push(years)
    else yearsByLine.set(key, [years])
  }
  const unmatchedLines: number[] = []
  for await (const { fits, years } of withPauses(deleted)) {
    const remainingYears = new Map(years)
    for (const yearsOfLine of yearsByLine.get(withoutQuantity(fits)) ?? [])
      for (const year of years.keys()) if (yearsOfLine.delete(year)) remainingYears.delete(year)
    unmatchedLines.push(...remainingYears.values())
  }
  return unmatchedLines
}

/**
 * The key of lines whose years can be merged. All white space counts as spaces, as it does when files are
 * read.
 */
function keyOf(line: AcesLine): string {
  return JSON.stringify(
    STATED_FIELDS.map((field) => {
      const value = line[field]
      return typeof value === 'string' ? oneLine(value) : value
    }),
  )
}

/** The key of a line's vehicles and qualifiers, without the years. */
export function vehiclesOf(line: AcesLine): string {
  return keyOf({ ...line, quantity: null, note: null })
}

const withYears = (line: Fitment) => `${line.yearFrom} ${line.yearTo} ${vehiclesOf(line)}`

/** A stored fitment as a line, without its id and source. */
function asFitment(line: AcesLine, yearFrom: number, yearTo: number): Fitment {
  const fields = Object.fromEntries(STATED_FIELDS.map((field) => [field, line[field]])) as AcesLine
  return { ...fields, yearFrom, yearTo, source: 'aces' }
}

const isSameRange = (a: Fitment, b: Fitment) => a.yearFrom === b.yearFrom && a.yearTo === b.yearTo
const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number> = new Set()) =>
  a.size === b.size && [...a].every((year) => b.has(year))
