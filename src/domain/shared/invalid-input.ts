import type { z } from 'zod'
import { type Outcome, refused } from './outcome.ts'

/** Invalid fields that a refusal names at most. */
const MAX_FIELDS = 50

/** Refuses input as `invalid_input`: the message is about the first invalid field, and each one is named. */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): Outcome<never> {
  const fields = issues
    .slice(0, MAX_FIELDS)
    .map(({ path, code, message }) => ({ field: path.join('.'), code, message }))
  return refused('invalid_input', fields[0]?.message ?? 'Please check what you entered.', fields)
}
