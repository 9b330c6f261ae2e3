import {
  isSpecificationColumn,
  labelOfColumn,
  PRODUCT_COLUMNS,
  type ProductColumn,
} from '#domain/imports/csv-product-columns.ts'
import type { ImportSummary, ImportStatus, StoredReport } from '#domain/imports/imported-file.ts'
import { formatCount, formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import type { PillTone } from '../../ui/status-pill.tsx'

type StatusText = { label: string; tone: PillTone }

const STATUS_TEXTS: Record<ImportStatus, StatusText> = {
  checking: { label: 'Checking', tone: 'calm' },
  checked: { label: 'Ready to import', tone: 'due' },
  refused: { label: 'Needs fixing', tone: 'bad' },
  applying: { label: 'Importing', tone: 'calm' },
  applied: { label: 'Imported', tone: 'ok' },
  failed: { label: 'Failed', tone: 'bad' },
  undoing: { label: 'Undoing', tone: 'calm' },
  undone: { label: 'Undone', tone: 'calm' },
}

/** The labels of a file's status. */
export function statusText(file: ImportSummary): StatusText {
  return changesNothing(file) ? { label: 'Nothing to import', tone: 'calm' } : STATUS_TEXTS[file.status]
}

/** Whether a checked file would change nothing. */
export function changesNothing({ status, counts }: ImportSummary): boolean {
  return status === 'checked' && counts !== undefined && counts.added + counts.changed + counts.removed === 0
}

export const KIND_TEXTS: Record<ImportSummary['kind'], string> = {
  products: 'Parts (CSV)',
  aces: 'Fitments (ACES)',
  pies: 'Parts (PIES)',
  vehicles: 'Vehicles (CSV)',
}

/** The importer of a file that no admin imported. */
export const COMMAND_LINE = 'the command line'

type Counts = NonNullable<ImportSummary['counts']>

/** The verbs of a file that is not imported yet. */
const TO_DO: Partial<Record<keyof Counts, string>> = {
  added: 'to add',
  changed: 'to change',
  removed: 'to remove',
  refused: 'to fix',
}
/** An imported file has left its refused lines out. */
const DONE: typeof TO_DO = { refused: 'left out' }

/**
 * "12 added, 3 changed, 1,204 unchanged"; "12 to add, 3 to change" of a file that is not imported yet;
 * without zero counts.
 */
export function countsText(counts: Counts, status: ImportStatus): string {
  const words = status === 'applied' || status === 'undoing' || status === 'undone' ? DONE : TO_DO
  const named = (['added', 'changed', 'removed', 'unchanged', 'refused'] as const).filter(
    (name) => counts[name] > 0,
  )
  return (
    named.map((name) => `${formatCount(counts[name])} ${words[name] ?? name}`).join(', ') || 'Nothing to do'
  )
}

/**
 * A sentence about what importing a checked file would change. Lines omitted with a warning are not counted.
 */
export function checkedText(file: ImportSummary, report: StoredReport): string {
  const counts = countsText(report.counts, 'checked')
  if (!changesNothing(file)) return `${counts}. Nothing has changed yet.`
  return report.counts.unchanged > 0 && report.problemCount === 0
    ? `${counts}. The store already has all of it.`
    : `${counts}. The store would stay as it is.`
}

/** The product form's labels of the columns of a parts file. */
export const COLUMN_TEXTS: Record<ProductColumn, string> = {
  partNumber: 'Part number',
  name: 'Name',
  brand: 'Brand',
  category: 'Category',
  about: 'Description',
  price: 'Price',
  available: 'Available quantity',
  minOrder: 'Minimum order',
  picture: 'Picture',
  morePictures: 'More pictures',
  condition: 'Condition',
  gtin: 'GTIN',
  oeNumbers: 'Car makers’ numbers',
  otherNumbers: 'Cross-reference numbers',
  oldNumbers: 'Superseded numbers',
  weight: 'Weight',
  oversize: 'Oversize',
  dangerous: 'Dangerous goods',
  coreDeposit: 'Core deposit',
  taxed: 'Taxed',
  returnable: 'Returnable',
  bin: 'Bin',
}

/** The label of a report's field: a column of a parts file, or an element of an XML file. */
export function fieldText(field: string): string {
  const column = PRODUCT_COLUMNS.find((name) => name === field)
  if (column) return COLUMN_TEXTS[column]
  if (isSpecificationColumn(field)) return labelOfColumn(field)
  return field === 'vehicles' ? 'Fitments' : field
}

/** The heading of a column; with its place, if it has none or another column has the same. */
export function headingLabel(headings: readonly Heading[], at: number): string {
  const heading = headings[at]?.heading ?? ''
  if (heading === '') return `Column ${at + 1}, without a heading`
  const isRepeated = headings.filter((other) => other.heading === heading).length > 1
  return isRepeated ? `${heading} (column ${at + 1})` : heading
}

/** Where the column of a heading comes from, or which one it may be. */
export function headingNote({ guessed, unsure }: Heading): string {
  if (unsure !== undefined) return `Not used: ${fieldText(unsure)}?`
  return guessed ? 'Guessed' : ''
}
type Heading = NonNullable<StoredReport['headings']>[number]

type Problem = StoredReport['problems'][number]

/** Problems of one kind: the lines with the same code and field. */
export type ProblemGroup = { key: string; first: Problem; problems: Problem[] }

/** The problems of a file by kind, in the order of their first lines, errors before warnings. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = Map.groupBy(
    problems,
    ({ code, field = '', warning = false }) => `${code} ${field} ${warning}`,
  )
  return [...groups].flatMap(([key, [first, ...more]]) =>
    first ? [{ key, first, problems: [first, ...more] }] : [],
  )
}

const MAX_NAMED_LINES = 10

/** "3"; "2, 3, 5"; "2, 3, 4, … (50 lines)". */
export function linesText(problems: readonly Problem[]): string {
  const lines = [...new Set(problems.map(({ line }) => line))]
  const named = lines.slice(0, MAX_NAMED_LINES).join(', ')
  return lines.length > MAX_NAMED_LINES ? `${named}, … (${formatCount(lines.length)} lines)` : named
}

/** "Import 50 parts", of the lines that a file adds or changes. */
export function applyText({ added, changed }: Counts): string {
  return `Import ${formatCountOf(added + changed, 'part')}`
}

/** "Import the 48 good lines; 2 are left out". */
export function leaveOutText({ added, changed, refused }: Counts): string {
  const good = added + changed
  return `Import the ${good === 1 ? 'good line' : `${formatCount(good)} good lines`}; ${formatCount(refused)} ${refused === 1 ? 'is' : 'are'} left out`
}

/** A report's value as shown: prices in dollars. */
export function valueText(field: string, value: string): string {
  if (value === '') return 'none'
  return (field === 'price' || field === 'coreDeposit') && Number.isFinite(Number(value))
    ? formatUsd(Number(value))
    : value
}

/** "Checking: 300 of 1,200 parts"; "Checking: 300 parts so far" of a file that is not completely read yet. */
export function progressText({ status, done, total }: ImportSummary): string {
  const { label } = STATUS_TEXTS[status]
  if (total > 0) return `${label}: ${formatCount(done)} of ${formatCount(total)} parts`
  return done > 0 ? `${label}: ${formatCount(done)} parts so far` : 'You can leave this page while it runs.'
}
