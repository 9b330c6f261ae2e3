import type { ImportProblem } from './import-report.ts'

/** Thrown when a file cannot be read any further. `problem` has the line and the reason, for people. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  readonly problem: ImportProblem
  constructor(problem: ImportProblem) {
    super(problem.message)
    this.problem = problem
  }
}
