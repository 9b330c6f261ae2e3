import { normalizePartNumber, spelledNumber } from '../../search/part-number.ts'
import { formatCount } from '../../shared/format-count.ts'
import { MAX_QUANTITY } from '../../vehicles/fitment.ts'
import type { NamedModel } from '../../vehicles/read-vehicle-words.ts'
import { type Engine, engineLabel, parseEngineKey } from '../../vehicles/vehicle.ts'
import type { ImportProblem } from '../import-report.ts'
import type { ReportedNotes } from '../imported-file.ts'
import { ProblemList } from '../problem-list.ts'
import { FileNotes } from './collect-notes.ts'
import { createLint } from './lint-applications.ts'
import type { AcesApp, AcesRecord } from './read-aces.ts'
import { type AcesFitment, type Qualifiers, findPosition, readQualifiers } from './read-qualifiers.ts'
import { type AcesContext, resolveVehicle } from './resolve-vehicle.ts'

/** All years in which one part fits the same vehicle, each with its line number. */
type AcesGroup = { action: 'A' | 'D'; number: string; fitment: AcesFitment; years: Map<number, number> }

export type AcesFile = {
  submission: 'FULL' | 'UPDATE'
  groups: AcesGroup[]
  /** By spelledNumber: the number as written, its first line, and how many applications it has. */
  parts: Map<string, { number: string; line: number; count: number }>
  problems: ProblemList
  notes: ReportedNotes
}

/** Applications of one file. They are compared in memory. */
const MAX_APPS = 1_000_000
/** Model years of all applications, counted once per distinct text: each is kept in memory. */
const MAX_YEARS = 2_000_000
/** The largest position number that could exist. */
const LARGEST_POSITION = 9_999

const MISSING_HEADER =
  'The file has no Header, which every ACES file begins with. Ask your supplier for the complete file.'
const TOO_MANY_APPS = `A file has at most ${formatCount(MAX_APPS)} applications. Split it into several files.`
const TOO_MANY_YEARS = `The applications of a file have at most ${formatCount(MAX_YEARS)} model years in total. Split it into several files.`

/**
 * Reads and checks the applications of a file, and joins those that differ only in the year. With a problem
 * that is not a warning, nothing of the file may be applied.
 * @throws UnreadableFileError from reading.
 */
export async function collectApplications(
  records: AsyncIterable<AcesRecord>,
  known: AcesContext,
): Promise<AcesFile> {
  const problems = new ProblemList()
  const lint = createLint(problems)
  const groups = new Map<string, AcesGroup>()
  const parts: AcesFile['parts'] = new Map()
  let submission: AcesFile['submission'] | null = null
  let notes = new FileNotes('', known.informationNotes)
  let appCount = 0
  let yearCount = 0

  for await (const record of records) {
    if (record.kind === 'header') {
      submission = readSubmission(record, problems)
      notes = new FileNotes(record.supplier, known.informationNotes)
    } else if (record.kind === 'footer') checkFooter(record, appCount, problems)
    else {
      appCount += 1
      if (appCount <= MAX_APPS) collect(record)
      if (appCount <= MAX_APPS && yearCount <= MAX_YEARS) continue
      const message = appCount > MAX_APPS ? TOO_MANY_APPS : TOO_MANY_YEARS
      problems.add('', { line: record.line, code: 'too_many_applications', message })
      break
    }
  }
  if (submission === null) problems.add('', { line: 1, code: 'missing_header', message: MISSING_HEADER })
  await lint.finish()
  return {
    submission: submission ?? 'UPDATE',
    groups: [...groups.values()],
    parts,
    problems,
    notes: notes.report(),
  }

  function collect(app: AcesApp) {
    const action = readAction(app, submission, problems)
    const number = readPart(app, problems)
    const vehicle = resolveVehicle(app, known, problems)
    const quantity = readQuantity(app, problems)
    const isPositionPossible = checkPosition(app, problems)
    if (number !== null) {
      const key = spelledNumber(number)
      const part = parts.get(key) ?? { number, line: app.part?.line ?? app.line, count: 0 }
      part.count += 1
      parts.set(key, part)
    }
    if (!action || number === null || !vehicle || quantity === undefined || !isPositionPossible) return
    const { model, years } = vehicle
    const qualifiers = readQualifiers(app, vehicle, (note) => notes.onlyInforms(note))
    if (!checkEngine(app, model, qualifiers, problems)) return
    const fitment: AcesFitment = { make: model.make, model: model.model, quantity, ...qualifiers }
    const key = JSON.stringify([action, spelledNumber(number), fitment])
    const group = groups.get(key) ?? { action, number, fitment, years: new Map<number, number>() }
    groups.set(key, group)
    const newYears: number[] = []
    for (let year = years.from; year <= years.to; year += 1) {
      if (group.years.has(year)) continue
      newYears.push(year)
      group.years.set(year, app.line)
    }
    yearCount += newYears.length
    if (action === 'A') lint.check(app, { number, fitment, years: newYears })
  }
}

function readSubmission(
  { line, submission }: Extract<AcesRecord, { kind: 'header' }>,
  problems: ProblemList,
): AcesFile['submission'] {
  const type = submission.toUpperCase()
  if (type === 'FULL' || type === 'UPDATE') return type
  problems.add('', {
    line,
    code: 'unknown_submission',
    field: 'SubmissionType',
    message: `The submission type "${submission.slice(0, 40)}" is neither FULL nor UPDATE. Correct it in the Header.`,
  })
  return 'UPDATE'
}

function checkFooter(
  { line, records }: Extract<AcesRecord, { kind: 'footer' }>,
  appCount: number,
  problems: ProblemList,
) {
  if (/^\d{1,9}$/.test(records) && Number(records) === appCount) return
  problems.add('', {
    line,
    code: 'wrong_record_count',
    field: 'RecordCount',
    message: `The footer counts ${records === '' ? 'no' : records.slice(0, 20)} applications, but the file has ${appCount}. Is it complete?`,
  })
}

function readAction(app: AcesApp, submission: AcesFile['submission'] | null, problems: ProblemList) {
  const { action, line } = app
  if (action === 'D' && submission === 'FULL') {
    const message =
      'A FULL file cannot delete applications: what it leaves out is removed anyway. Remove this one, or send deletions in an UPDATE file.'
    problems.add('', { line, code: 'deletion_in_full_file', field: 'action', message })
    return null
  }
  if (action === 'A' || action === 'D') return action
  const message = `The action "${action.slice(0, 20)}" is neither A (add) nor D (delete). Correct it.`
  problems.add(action, { line, code: 'unknown_action', field: 'action', message })
  return null
}

function readPart({ part, line }: AcesApp, problems: ProblemList): string | null {
  if (part && part.number.length <= 60 && normalizePartNumber(part.number) !== '') return part.number
  problems.add('', {
    line: part?.line ?? line,
    code: 'missing_part',
    field: 'Part',
    message: 'This application has no part number, or one of more than 60 characters. Enter it in Part.',
  })
  return null
}

/** Units per vehicle; null if the file does not state them, undefined if the quantity is refused. */
function readQuantity({ quantity, action }: AcesApp, problems: ProblemList): number | null | undefined {
  if (!quantity || action === 'D') return null
  const units = /^\d{1,4}$/.test(quantity.text) ? Number(quantity.text) : 0
  if (units >= 1 && units <= MAX_QUANTITY) return units
  problems.add(quantity.text, {
    line: quantity.line,
    code: 'invalid_quantity',
    field: 'Qty',
    message: `The quantity per vehicle is a whole number from 1 to ${MAX_QUANTITY}, not "${quantity.text.slice(0, 20)}".`,
  })
  return undefined
}

function checkPosition({ position }: AcesApp, problems: ProblemList): boolean {
  if (position === null || findPosition(position)) return true
  const { id, text, line } = position
  const possible = /^\d{1,4}$/.test(id) && Number(id) <= LARGEST_POSITION
  const problem: ImportProblem = {
    line,
    code: 'unknown_position',
    field: 'Position',
    message: possible
      ? `The store does not know position ${id}${text && ` (${text.slice(0, 40)})`}, so it is left out.`
      : `There is no position ${(id || text).slice(0, 40)}. Correct it, or leave Position out.`,
    ...(possible && { warning: true }),
  }
  problems.add(`${id} ${text}`, problem)
  return possible
}

function checkEngine(
  app: AcesApp,
  { make, model, years }: NamedModel,
  { engine: key }: Qualifiers,
  problems: ProblemList,
): boolean {
  const engine = key === null ? null : parseEngineKey(key)
  if (!engine || years.size === 0) return true
  const isSame = ({ displacementL, cylinders }: Engine) =>
    displacementL === engine.displacementL && cylinders === engine.cylinders
  if (years.values().some((engines) => engines.some(isSame))) return true
  problems.add(`${make} ${model} ${key}`, {
    line: app.line,
    code: 'unknown_engine',
    field: 'EngineBase',
    message: `The store does not list a ${make} ${model} with the engine ${engineLabel(engine)}. Correct the engine, or add the vehicle with "npx driveline import vehicles".`,
  })
  return false
}
