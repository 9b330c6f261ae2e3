import { preparedName } from './prepared-statement.ts'

/** Names by SQL. The bound is for statements with lists of any length. */
const names = new Map<string, string>()
const MAX_NAMES = 1_000

/**
 * The name of a statement in a trace: that of the prepared statement, else its verb and table, such as
 * `update orders`.
 */
export function statementName(text: string): string {
  const known = preparedName(text) ?? names.get(text)
  if (known !== undefined) return known
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update|join)\s+"?([a-z_]+)"?/i.exec(text)?.[1]?.toLowerCase()
  const name = table === undefined ? verb : `${verb} ${table}`
  if (names.size < MAX_NAMES) names.set(text, name)
  return name
}
