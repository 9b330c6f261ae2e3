import { formatCount } from '../shared/format-count.ts'
import type { ImportProblem } from './import-report.ts'

const MAX_NAMED_LINES = 10
const MAX_SUBJECT_LENGTH = 200
/** The last one counts the rest. */
const MAX_PROBLEMS_PER_CODE = 500

/** `lines`: the first ones; `last`: the latest, which counts once even if it is added repeatedly. */
type Entry = Omit<ImportProblem, 'line'> & { lines: number[]; last: number; count: number }

/** The problems of a file. One that several lines have is reported once, with the first line numbers. */
export class ProblemList {
  readonly #entries = new Map<string, Map<string, Entry>>()
  readonly #more = new Map<string, { line: number; last: number; warning: boolean; count: number }>()
  #refused = 0

  /** Lines for which the import is refused. */
  get refused(): number {
    return this.#refused
  }

  /**
   * @param subject what lines with the same problem have in common, such as an unknown number.
   * @param problem its `message` comes without line numbers, which are added. `warning`: the line is imported
   * anyway, or skipped as requested.
   * @param lines how many lines have the problem, if only the first is known.
   */
  add(subject: string, { line, code, ...rest }: ImportProblem, lines = 1): void {
    const key = subject.slice(0, MAX_SUBJECT_LENGTH)
    if (!rest.warning) this.#refused += lines
    const ofCode = this.#entries.get(code) ?? new Map<string, Entry>()
    this.#entries.set(code, ofCode)
    const entry = ofCode.get(key)
    const more = entry ? undefined : this.#more.get(code)
    if ((entry ?? more)?.last === line) return
    if (entry) {
      entry.count += 1
      entry.last = line
      if (entry.lines.length < MAX_NAMED_LINES) entry.lines.push(line)
    } else if (ofCode.size < MAX_PROBLEMS_PER_CODE)
      ofCode.set(key, { code, ...rest, lines: [line], last: line, count: 1 })
    else
      this.#more.set(code, {
        line: more?.line ?? line,
        last: line,
        warning: rest.warning === true,
        count: (more?.count ?? 0) + 1,
      })
  }

  /** The problems in line order. */
  list(): ImportProblem[] {
    const problems = [...this.#entries.values()].flatMap((ofCode) =>
      [...ofCode.values()].map(({ lines, last: _last, count, message, ...rest }) => ({
        ...rest,
        line: lines[0] ?? 1,
        message: count === 1 ? message : `${message} ${linesText(lines, count)}`,
      })),
    )
    const more = [...this.#more].map(([code, { line, warning, count }]) => ({
      line,
      code,
      message: `${formatCount(count)} more lines have a problem of this kind from this line on.`,
      ...(warning && { warning }),
    }))
    return [...problems, ...more].toSorted((a, b) => a.line - b.line)
  }
}

function linesText(lines: readonly number[], count: number): string {
  const more = count - lines.length
  return `Lines ${lines.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
}
