/** True when the database refused a change by the constraint of this name. */
export function isConstraint(error: unknown, name: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === name
}
