import type { ImportProblem } from './import-report.ts'

/** Thrown when a file cannot be read any further. The message is for people. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
  readonly problem: ImportProblem
  constructor(line: number, code: string, message: string, field?: string) {
    super(message)
    this.problem = { line, code, message, ...(field !== undefined && { field }) }
  }
}
