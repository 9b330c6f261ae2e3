import type { StoredReport } from './imported-file.ts'

/**
 * Why a line of a file is refused; with `warning`, what an owner should check in a line that is imported.
 * `line` counts from 1, the header included; `field` is the name that the API or the file's format uses.
 */
export type ImportProblem = StoredReport['problems'][number]

/** A changed record for display: its line, its part number, and each value before and after. */
export type ImportChange = StoredReport['changes'][number]

/**
 * The result of a dry run or of an import. `ok`: no line is refused, or those that are were left out as
 * asked; otherwise nothing was applied. `additions` and `changes` have the first of their counts, at least as
 * many as are stored; both are empty for vehicles.
 */
export type ImportReport = Pick<
  StoredReport,
  'ok' | 'counts' | 'problems' | 'additions' | 'changes' | 'changeCount' | 'conditions' | 'canLeaveOut'
>

/** The counts of an import that does nothing. */
export const NOTHING_DONE: ImportReport['counts'] = {
  added: 0,
  changed: 0,
  removed: 0,
  unchanged: 0,
  refused: 0,
}

/** The report of an import that does nothing. */
export const NOTHING_TO_REPORT: ImportReport = {
  ok: true,
  counts: NOTHING_DONE,
  problems: [],
  changes: [],
  changeCount: 0,
}

/** The report of the lines, plus the problems of the file itself. */
export function withFileProblems<R extends ImportReport>(report: R, problems: readonly ImportProblem[]): R {
  return {
    ...report,
    ok: report.ok && problems.length === 0,
    counts: { ...report.counts, refused: report.counts.refused + problems.length },
    problems: [...problems, ...report.problems].toSorted((a, b) => a.line - b.line),
  }
}
