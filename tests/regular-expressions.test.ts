import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { nameKey, normalizeName } from '#domain/products/brand-and-category.ts'
import { countableWords } from '#domain/search/missed-search.ts'
import { parseNumberList } from '#domain/search/number-list.ts'
import { normalizePartNumber } from '#domain/search/part-number.ts'
import { queryWords, withoutAccents } from '#domain/search/query-words.ts'
import { SearchCursor } from '#domain/search/search-cursor.ts'
import { AddSynonymsInput, parsePhrases } from '#domain/search/synonym.ts'
import { normalizeText } from '#domain/shared/normalize-text.ts'
import { parseOrderNumber } from '#domain/shared/order-number.ts'
import { PhoneSchema } from '#domain/shared/phone.ts'
import { vehicleNameKey } from '#domain/vehicles/make-names.ts'
import { indexVehicleNames, readVehicleWords, vehicleWords } from '#domain/vehicles/read-vehicle-words.ts'
import { vehicleSlugs } from '#domain/vehicles/vehicle-slugs.ts'
import { looksLikeVin, normalizeVin } from '#domain/vehicles/vin.ts'

/**
 * Our patterns that can take more than linear time, with the bound of their input. Any other one in src must
 * be linear: "the character to repeat" is what makes it slow.
 */
const BOUNDED: Record<string, string> = {
  'src/server/log.ts /[^\\s@"\'<>(]+@[^\\s@"\'<>)]+/g': 'a message that was cut to 1,000 characters',
  'src/domain/shared/format-count.ts /\\B(?=(?:\\d{3})+$)/g': 'the digits of a number: 22 at most',
  'src/domain/search/query-words.ts /\\d+\\.\\d+|[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*/gu':
    'a search that was cut to 100 characters',
  'src/db/embedded/explain-failure.ts /GLIBC_[\\d.]+.*not found|ld-linux|spawn\\S* .*ENOENT/':
    'the output of a program that we started',
}

type Pattern = { pattern: string; flags: string }

/** Every regular expression literal of a file, and how many are built at run time. */
function patternsOf(source: string, file = 'x.tsx'): { literals: Pattern[]; made: number } {
  const literals: Pattern[] = []
  let made = 0
  const visit = (node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    if ('regex' in node && node.regex) literals.push(node.regex as Pattern)
    const callee = 'callee' in node ? (node.callee as { name?: string } | null) : null
    if (callee?.name === 'RegExp') made += 1
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, source).program)
  return { literals, made }
}

/**
 * The repeated character for which this pattern takes more than linear time; undefined when there is none.
 */
function slowBy({ pattern, flags }: Pattern): string | undefined {
  return analyse({ source: pattern, flags }).reports[0]?.character.pick
}

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$/.test(file))
const found = files.map((file) => ({ file, ...patternsOf(readFileSync(file, 'utf8'), file) }))

test('every regular expression takes linear time, or meets bounded text only', () => {
  expect(found.flatMap(({ literals }) => literals).length).toBeGreaterThan(100)
  const slow = found.flatMap(({ file, literals }) =>
    literals.flatMap((one) => {
      const repeated = slowBy(one)
      return repeated === undefined ? [] : [`${file} /${one.pattern}/${one.flags}`]
    }),
  )
  expect(slow.toSorted()).toEqual(Object.keys(BOUNDED).toSorted())
})

test('no regular expression is built at run time, where it cannot be checked beforehand', () => {
  expect(found.filter(({ made }) => made > 0).map(({ file }) => file)).toEqual([])
})

/** A lookaround with a repetition reads the same text again at each position; the analysis ignores it. */
const REREADS = /\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*?(?:[*+]|\{\d+,\})/
/** At the start of a text there is only one position. */
const AT_THE_START = /^\^(?!.*\|\^)/

test('no regular expression looks ahead or behind for repetitions, except from the start of a text', () => {
  const rereading = found.flatMap(({ file, literals }) =>
    literals.flatMap(({ pattern, flags }) =>
      REREADS.test(pattern) && !AT_THE_START.test(pattern) ? [`${file} /${pattern}/${flags}`] : [],
    ),
  )
  expect(rereading.filter((one) => !Object.hasOwn(BOUNDED, one))).toEqual([])
  for (const pattern of [String.raw`(?<=\p{L}\p{M}*)\p{M}`, '(?<!a+)b', 'a(?=.*b)', '(?<=(?:ab)+)c'])
    expect(REREADS.test(pattern) && !AT_THE_START.test(pattern), pattern).toBe(true)
})

test('Unicode normal forms are made in linear time: by one function', () => {
  const uses = files.filter((file) => /\.normalize\(/.test(readFileSync(file, 'utf8')))
  expect(uses).toEqual(['src/domain/shared/normalize-text.ts'])
})

/** Everything that brings typed text into a form to compare. */
const NORMALIZERS: Record<string, (text: string) => unknown> = {
  normalizeText: (text) => normalizeText('NFKC', text),
  withoutAccents,
  queryWords,
  normalizePartNumber,
  parseNumberList,
  countableWords,
  vehicleNameKey,
  vehicleWords,
  readVehicleWords: (text) => readVehicleWords(text, indexVehicleNames([])),
  normalizeVin,
  looksLikeVin,
  normalizeName,
  nameKey,
  parseOrderNumber: (text) => parseOrderNumber(text, 'BN'),
  PhoneSchema: (text) => PhoneSchema.safeParse(text),
  SynonymsSchema: (text) => AddSynonymsInput.safeParse({ phrases: [text, 'a'] }),
  parsePhrases,
  vehicleSlugs: (text) => vehicleSlugs({ make: text.toWellFormed() }),
  SearchCursor: (text) => SearchCursor.safeParse(text),
}
const SIZE = 65_536
const HOSTILE = [
  '\u0344',
  '\u0301\u0323',
  '1\u0344',
  'a\u0323\u0301',
  '\uff9e\u0334',
  '\ufdfa',
  '\u1100\u1161',
  '\ud800',
  ' ',
  '\t',
  '\n',
  '1',
  '1 ',
  '1,',
  '1-',
  '1.',
  '1x',
  'x ',
  '- ',
  's',
  '"',
  '(',
  '&',
  '[',
  '\u2013 ',
]

test.each(Object.keys(NORMALIZERS))(
  '%s takes as long for any text as for a plain one of its length',
  (name) => {
    const normalize = NORMALIZERS[name] ?? String
    const texts = ['1<', ''].flatMap((start) =>
      HOSTILE.map((unit) => (start + unit.repeat(Math.ceil(SIZE / unit.length))).slice(0, SIZE)),
    )
    const plain = Array.from({ length: SIZE / 8 }, (_, at) => `w${at % 10}ord x `.slice(0, 8)).join('')
    const ofPlain = Math.min(...[1, 2, 3].map(() => processorMs(() => normalize(plain))))
    for (const text of texts) {
      const ms = Math.min(...[1, 2].map(() => processorMs(() => normalize(text))))
      // A quadratic one takes thousands of times as long; one character may become eighteen. The clock of the
      // processor is coarse.
      expect(ms, JSON.stringify(text.slice(0, 12))).toBeLessThan(100 * Math.max(ofPlain, 3))
    }
  },
)

function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

test.each([
  String.raw`/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/`,
  String.raw`/[^/]*(?:@|%40)[^/]*/gi`,
  String.raw`/(a+)+$/`,
  String.raw`/\s+$/`,
])('%s would be found', (literal) => {
  const [one] = patternsOf(`export const a = ${literal}`).literals
  expect(one && slowBy(one)).toBeDefined()
})
