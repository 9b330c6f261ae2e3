import type { ImportProblem, ImportReport } from './import-report.ts'

/** The report of the lines with what is wrong with the file itself. */
export function withFileProblems<R extends ImportReport>(report: R, problems: readonly ImportProblem[]): R {
  return {
    ...report,
    ok: report.ok && problems.length === 0,
    counts: { ...report.counts, refused: report.counts.refused + problems.length },
    problems: [...problems, ...report.problems].toSorted((a, b) => a.line - b.line),
  }
}
