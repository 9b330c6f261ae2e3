import type { z } from 'zod'

/**
 * The message for an invalid value whose schema has none: users never see the schema library's own messages.
 */
function defaultMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required'
        : `Enter ${KINDS.get(issue.expected) ?? 'another value'}`
    case 'too_small':
      return `Enter at least ${amount(issue.minimum, issue.origin)}`
    case 'too_big':
      return `Enter at most ${amount(issue.maximum, issue.origin)}`
    case 'invalid_value':
      return `Choose one of these: ${issue.values.map(String).join(', ')}`
    default:
      return 'This does not look right. Check it and try again.'
  }
}

/** How schemas parse input of people and programs: with our messages, and what `fieldCodeOf` needs. */
export const PARSING = { error: defaultMessage, reportInput: true } as const

const KINDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object with fields',
  }),
)

function amount(count: number | bigint, origin: string): string {
  return origin === 'string' ? `${count} characters` : String(count)
}
