import { boundedText } from '../shared/text.ts'

/** The numbers that a part replaces, by field, as part_numbers has their kind. */
export const NUMBER_KINDS = {
  oeNumbers: 'OE',
  otherNumbers: 'competitor',
  oldNumbers: 'superseded',
} as const
export type NumberField = keyof typeof NUMBER_KINDS
export const NUMBER_FIELDS = Object.keys(NUMBER_KINDS) as NumberField[]

/** Numbers of one kind that a part replaces. */
const MAX_NUMBERS = 500
const MAX_NUMBER_LENGTH = 60

/** The numbers in a text, apart by commas, semicolons, bars or line breaks, each once. */
export function splitNumbers(text: string): string[] {
  const first = new Map<string, string>()
  for (const typed of text.split(/[,;|\n\r\t]/)) {
    const number = typed.trim().replaceAll(/\s+/g, ' ')
    const key = number.toUpperCase()
    if (/[\p{L}\p{N}]/u.test(number) && !first.has(key)) first.set(key, number)
  }
  return [...first.values()]
}

/** Numbers as the forms and files have them: "45022-SNA-A00, 45022-SNA-A01". */
export const joinNumbers = (numbers: readonly string[]) => numbers.toSorted().join(', ')

/** Whether these are the same numbers. Those of files may have commas, or differ only in case. */
export const isSameNumbers = (one: string, other: string) =>
  one === other || joinNumbers(splitNumbers(one)) === joinNumbers(splitNumbers(other))

export const ReplacedNumbers = boundedText(MAX_NUMBERS * (MAX_NUMBER_LENGTH + 2))
  .refine((text) => splitNumbers(text).length <= MAX_NUMBERS, {
    error: `List at most ${MAX_NUMBERS} numbers`,
    abort: true,
  })
  .refine((text) => splitNumbers(text).every((number) => number.length <= MAX_NUMBER_LENGTH), {
    error: `Keep each number to ${MAX_NUMBER_LENGTH} characters, and put commas between them`,
    abort: true,
  })
  .overwrite((text) => joinNumbers(splitNumbers(text)))
  .describe('Part numbers, apart by commas')
