/** True for a violation of the constraint of this name. */
export function isConstraint(error: unknown, name: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === name
}
