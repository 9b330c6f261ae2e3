import type { SpecificationValue } from '../products/specification.ts'
import { formatCount } from '../shared/format-count.ts'
import { cellText, columnOf, fieldValue } from './csv-product-columns.ts'
import { type ImportChange, type ImportProblem, type ImportReport, NOTHING_DONE } from './import-report.ts'
import { MAX_REPORTED } from './imported-file.ts'
import { type Addition, type Assumed, assumedText } from './new-product.ts'
import { ProblemList } from './problem-list.ts'
import type { SpecificationColumns } from './specification-columns.ts'
import type { ProductChange } from './update-products.server.ts'

/** More problems are only counted. */
const MAX_PROBLEMS = 10_000
const MAX_VALUE_LENGTH = 80

/** Counts the changes and problems of the lines, and lists as many as the report keeps. */
export class PlanReport {
  readonly counts = { ...NOTHING_DONE }
  readonly #problems: ImportProblem[] = []
  readonly #warnings = new ProblemList()
  readonly #additions: NonNullable<ImportReport['additions']> = []
  readonly #changes: ImportChange[] = []
  /** The first refused line that is not listed, and the number of such lines. */
  #unlisted = { line: 0, count: 0 }
  /** What is assumed: the first new part, and the number of them. */
  readonly #assumed = new Map<Assumed, { line: number; count: number }>()
  readonly #specifications: SpecificationColumns

  constructor(specifications: SpecificationColumns) {
    this.#specifications = specifications
  }

  /** Adds a line with all its problems. */
  refuse(problems: readonly ImportProblem[]): void {
    this.counts.refused += 1
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(...problems)
    else {
      this.#unlisted.line ||= problems[0]?.line ?? 0
      this.#unlisted.count += 1
    }
  }

  /** Adds what should be checked in a line that is imported. */
  warn(warning: ImportProblem): void {
    this.#warnings.add(String(warning.line), warning)
  }

  add({ line, values: { partNumber, name, price }, assumed }: Addition): void {
    this.counts.added += 1
    for (const field of assumed) {
      const { line: first, count } = this.#assumed.get(field) ?? { line, count: 0 }
      this.#assumed.set(field, { line: first, count: count + 1 })
    }
    if (this.#additions.length < MAX_REPORTED)
      this.#additions.push({ line, partNumber, name: name.slice(0, MAX_VALUE_LENGTH), price })
  }

  change(line: number, { before, after, changed }: ProductChange): void {
    this.counts.changed += 1
    if (this.#changes.length === MAX_REPORTED) return
    const text = (value: string) => value.slice(0, MAX_VALUE_LENGTH)
    this.#changes.push({
      line,
      partNumber: before.partNumber,
      name: before.name.slice(0, MAX_VALUE_LENGTH),
      fields: changed.flatMap((field): ImportChange['fields'] =>
        field === 'specifications'
          ? after.specifications.map(({ field: id, value }) => ({
              field: this.#specifications.columnOfId(id) ?? field,
              before: text(valueIn(before.specifications, id)),
              after: text(value),
            }))
          : [
              {
                field: columnOf(field),
                before: text(cellText(field, fieldValue(before, field))),
                after: text(cellText(field, fieldValue(after, field))),
              },
            ],
      ),
    })
  }

  finish(): ImportReport {
    const { line, count } = this.#unlisted
    const message = `${formatCount(count)} more lines are refused from this line on. Correct those above first.`
    const more = count > 0 ? [{ line, code: 'more_refused', message }] : []
    const assumed = [...this.#assumed].map(([field, { line, count }]) => ({
      line,
      code: 'assumed_value',
      field,
      message: assumedText(field, count),
      warning: true,
    }))
    const problems = [...this.#problems, ...more, ...assumed, ...this.#warnings.list()]
    return {
      ok: this.counts.refused === 0,
      counts: this.counts,
      problems: problems.toSorted((a, b) => a.line - b.line),
      additions: this.#additions,
      changes: this.#changes,
      changeCount: this.counts.changed,
      // A file with more is not worth importing before it is corrected.
      canLeaveOut: count === 0,
    }
  }
}

const valueIn = (values: readonly SpecificationValue[], id: string) =>
  values.find(({ field }) => field === id)?.value ?? ''
