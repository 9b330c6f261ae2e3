import type { ImportProblem } from './import-report.ts'

/** Thrown while a file is read that cannot be read any further. `problem` says where and why, for people. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  readonly problem: ImportProblem
  constructor(problem: ImportProblem) {
    super(problem.message)
    this.problem = problem
  }
}
