import { nameKey, normalizeName } from '../products/brand-and-category.ts'
import { specificationLabel } from '../products/specification-text.ts'
import {
  MAX_VALUES,
  type SpecificationField,
  SpecificationValue,
  valueProblem,
} from '../products/specification.ts'
import { PARSING } from '../shared/default-messages.ts'
import {
  type FileColumn,
  isSpecificationColumn,
  labelOfColumn,
  type SpecificationColumn,
  specificationColumn,
} from './csv-product-columns.ts'
import { type Guess, guessColumns } from './guess-columns.ts'
import type { ImportProblem } from './import-report.ts'
import { isClear, type LineCells, unguardFormula } from './read-cells.ts'

/** Characters of a heading that can be a specification: its name and unit are shorter. */
const MAX_READ = 200
/** Columns that are read once for all lines. */
const MAX_KEPT = 1_000
/** Before the name of a specification: "spec: Type" is not the category. */
const PREFIX = /^spec(?:s|ification|ifications)?[ \t]*:/i
const WITH_UNIT = /^([^]*)[([]([^()[\]]*)[)\]]$/

/** A heading as a name, and as name with unit; `unit` is undefined if it has none. */
type Reading = { key: string; unit: string | undefined }

function readingsOf(label: string): Reading[] {
  const text = label.slice(0, MAX_READ).trim()
  const [, name = '', unit] = WITH_UNIT.exec(text) ?? []
  return [
    { key: nameKey(text), unit: undefined },
    ...(unit === undefined ? [] : [{ key: nameKey(name), unit }]),
  ]
}

/** Other names of units, in lower case. */
const UNITS = new Map([
  ['inch', 'in'],
  ['inches', 'in'],
  ['"', 'in'],
  ['″', 'in'],
  ['millimeter', 'mm'],
  ['millimeters', 'mm'],
  ['millimetre', 'mm'],
  ['millimetres', 'mm'],
  ['centimeter', 'cm'],
  ['centimeters', 'cm'],
  ['pound', 'lb'],
  ['pounds', 'lb'],
  ['lbs', 'lb'],
  ['kilogram', 'kg'],
  ['kilograms', 'kg'],
  ['volt', 'v'],
  ['volts', 'v'],
  ['amp', 'a'],
  ['amps', 'a'],
])
function unitKey(unit: string): string {
  const key = nameKey(unit.slice(0, MAX_READ)).replace(/\.$/, '')
  return UNITS.get(key) ?? key
}

/** Whether these are names of one unit: "mm", "MM", "millimeters". No values are converted. */
export const isSameUnit = (one: string, other: string) => unitKey(one) === unitKey(other)

/** The columns of files for the specifications of the store. */
export type SpecificationColumns = ReturnType<typeof createSpecificationColumns>

/** @param fields those of all categories. */
export function createSpecificationColumns(fields: readonly SpecificationField[]) {
  const byName = Map.groupBy(fields, ({ name }) => nameKey(name))
  const ofCategory = new Map(
    [...Map.groupBy(fields, ({ category }) => nameKey(category))].map(([category, all]) => [
      category,
      new Map(all.map((field) => [nameKey(field.name), field])),
    ]),
  )
  // A file has few columns, each in many lines.
  const readings = new Map<string, Reading[]>()
  const readingsOfColumn = (column: SpecificationColumn) => {
    const read = readings.get(column) ?? readingsOf(labelOfColumn(column))
    if (readings.size < MAX_KEPT) readings.set(column, read)
    return read
  }
  /**
   * The column of a label. `isKnown` is false for one that no category has, or not in this unit; then
   * `similar` is the one with another unit.
   */
  const columnOfLabel = (label: string) => {
    let similar: SpecificationColumn | undefined
    for (const { key, unit } of readingsOf(label)) {
      const [first, ...more] = byName.get(key) ?? []
      if (!first) continue
      // Without a unit it is that of all categories; or else each category's own.
      const isOne = more.every((field) => isSameUnit(field.unit, first.unit))
      if (unit === undefined)
        return { isKnown: true, column: specificationColumn(isOne ? specificationLabel(first) : first.name) }
      const same = [first, ...more].find((field) => isSameUnit(field.unit, unit))
      if (same) return { isKnown: true, column: specificationColumn(specificationLabel(same)) }
      similar = specificationColumn(specificationLabel(first))
    }
    return { isKnown: false, column: specificationColumn(normalizeName(label)), similar }
  }
  const columnById = new Map(
    fields.map((field) => [field._id, columnOfLabel(specificationLabel(field)).column]),
  )
  return {
    /** The columns of all specifications, each once. */
    all: () => [...new Set(columnById.values())],
    /** The column of a heading that says that it is one: "Spec: length". */
    named(heading: string): SpecificationColumn | undefined {
      const [prefix] = PREFIX.exec(heading) ?? []
      const label = prefix === undefined ? '' : heading.slice(prefix.length, MAX_READ).trim()
      return label === '' ? undefined : columnOfLabel(label).column
    },
    /** The column of a heading that is only the name of a specification. */
    guess(heading: string): Guess {
      if (heading.length > MAX_READ) return { column: null }
      const { isKnown, column, similar } = columnOfLabel(heading)
      if (isKnown) return { column }
      return similar ? { column: null, unsure: similar } : { column: null }
    },
    /** The specifications of a category by column; in place of one that it has not, why. */
    fieldsOf(category: string): (column: SpecificationColumn) => SpecificationField | string {
      const fieldsByName = ofCategory.get(nameKey(category))
      return (column) => {
        if (category === '') return NO_CATEGORY
        let other: SpecificationField | undefined
        for (const { key, unit } of readingsOfColumn(column)) {
          const field = fieldsByName?.get(key)
          if (!field) continue
          if (unit === undefined || isSameUnit(unit, field.unit)) return field
          other = field
        }
        if (!other)
          return `${category} has no specification ${labelOfColumn(column)}. Add it in the dashboard (Specifications), or leave this cell blank.`
        const unit = other.unit === '' ? 'without a unit' : `in ${other.unit}`
        return `${category} has ${other.name} ${unit}. Convert the values of ${labelOfColumn(column)}, and correct the heading.`
      }
    },
    /** The column of a stored value; undefined if its specification has been removed. */
    columnOfId: (id: string) => columnById.get(id),
  }
}

const NO_CATEGORY = 'The part has no category, which its specifications depend on. Fill in its category.'

/**
 * Guesses the columns of a parts file: first those of every part, then the specifications with the names of
 * the other headings. A heading that may be both is neither.
 * @param options.all false: only specifications are read by their names.
 */
export function createGuess(specifications: SpecificationColumns, { all }: { all: boolean }) {
  return (headings: readonly string[], isFree: (column: FileColumn) => boolean): Guess[] => {
    const found = guessColumns(headings, isFree).map((guess, at) => {
      if (guess.column !== null || guess.unsure !== undefined) return all ? guess : { column: null }
      return specifications.guess(headings[at] ?? '')
    })
    const counts = new Map<FileColumn, number>()
    for (const { column } of found) if (column !== null) counts.set(column, (counts.get(column) ?? 0) + 1)
    return found.map((guess) => {
      const { column } = guess
      return column === null || (counts.get(column) === 1 && isFree(column))
        ? guess
        : { column: null, unsure: column }
    })
  }
}

/** Why the product form would refuse this value of a specification; null if it would not. */
export function problemOfValue(field: SpecificationField, value: string): string | null {
  const checked = SpecificationValue.shape.value.safeParse(value, PARSING)
  return valueProblem(field, value) ?? checked.error?.issues[0]?.message ?? null
}

/** Whether a part would have more specifications than its form can edit. */
export function hasTooMany(
  stored: Record<string, string>,
  given: readonly SpecificationValue[],
  { columnOfId }: SpecificationColumns,
): boolean {
  const ids = Object.keys(stored).filter((id) => columnOfId(id) !== undefined)
  const filled = given.flatMap(({ field, value }) => (value === '' ? [] : [field]))
  return filled.length > 0 && new Set([...ids, ...filled]).size > MAX_VALUES
}
export const TOO_MANY_SPECIFICATIONS = `With those of its earlier categories the part would have more than ${MAX_VALUES} specifications.`

/** The specifications in the cells of a line for a part of this category, and what is wrong with them. */
export function readSpecifications(
  { line, cells }: LineCells<FileColumn>,
  category: string,
  specifications: SpecificationColumns,
): { values: SpecificationValue[]; problems: ImportProblem[] } {
  const values = new Map<string, SpecificationValue>()
  const problems: ImportProblem[] = []
  const fieldOf = specifications.fieldsOf(category)
  for (const [column, text = ''] of Object.entries(cells)) {
    if (!isSpecificationColumn(column)) continue
    const refuse = (code: string, message: string) => problems.push({ line, code, field: column, message })
    const field = fieldOf(column)
    if (typeof field === 'string') {
      refuse('unknown_specification', field)
      continue
    }
    const value = isClear(text) ? '' : unguardFormula(text).trim()
    const problem = problemOfValue(field, value)
    if (problem) refuse('invalid_input', problem)
    else if (values.has(field._id)) refuse('duplicate_column', `Two columns have ${field.name}. Remove one.`)
    else values.set(field._id, { field: field._id, value })
  }
  return { values: [...values.values()], problems }
}
