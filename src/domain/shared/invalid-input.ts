import type { z } from 'zod'
import { fieldCodeOf } from './field-codes.ts'
import { type Outcome, refused } from './outcome.ts'

/** Maximum number of invalid fields in a refusal. */
const MAX_FIELDS = 50

/**
 * Refuses input as `invalid_input`: the message is that of the first invalid field; all of them are listed.
 * @param issues of a schema that parsed with `PARSING`.
 */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): Outcome<never> {
  const fields = issues
    .slice(0, MAX_FIELDS)
    .map((issue) => ({ field: issue.path.join('.'), code: fieldCodeOf(issue), message: issue.message }))
  return refused('invalid_input', fields[0]?.message ?? 'Please check what you entered.', { fields })
}
