/** The code of an error: the system's, PostgreSQL's or a library's; '' for one without. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
