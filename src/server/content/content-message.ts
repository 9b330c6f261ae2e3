import type { z } from 'zod'
import { nearestName } from '#config/misspelled-settings.ts'

/** What is wrong with a value in a content file, in words that follow its field: "must be a number". */
export function contentMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${KINDS.get(issue.expected) ?? 'another value'}`
    case 'too_small':
      return `must ${sizeOf(issue.origin, 'at least', Number(issue.minimum))}`
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'at most', Number(issue.maximum))}`
    case 'invalid_value':
      return `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(issue.values.map(String))}`
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownEntry(key, knownEntries(issue.inst))).join('; ')
    default:
      return 'cannot be used'
  }
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['array', 'a list'],
  ['object', 'an object with fields'],
])

function sizeOf(origin: string, bound: string, count: number): string {
  if (origin === 'string') return `have ${bound} ${count} character${count === 1 ? '' : 's'}`
  return origin === 'array'
    ? `have ${bound} ${count} ${count === 1 ? 'entry' : 'entries'}`
    : `be ${bound} ${count}`
}

function unknownEntry(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known)
  return `${key} is not a known entry${nearest === null ? '' : `; did you mean ${nearest}?`}`
}

/** The names in the schema that found the issue. */
function knownEntries(schema: unknown): string[] {
  return schema && typeof schema === 'object' && 'shape' in schema ? Object.keys(Object(schema.shape)) : []
}
