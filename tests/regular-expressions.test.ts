import { globSync, readFileSync } from 'node:fs'
import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * Our patterns that can take more than linear time, with the bound of their input. Any other one in src must
 * be linear: "the character to repeat" is what makes it slow.
 */
const BOUNDED: Record<string, string> = {
  'src/server/log.ts /[^\\s@"\'<>(]+@[^\\s@"\'<>)]+/g': 'a message that was cut to 1,000 characters',
  'src/domain/shared/format-count.ts /\\B(?=(?:\\d{3})+$)/g': 'the digits of a number: 22 at most',
  'src/domain/search/query-words.ts /\\d+\\.\\d+|[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*/gu':
    'a search that was cut to 100 characters',
  'src/domain/search/query-words.ts /(?<=\\p{Script=Latin}\\p{M}*)\\p{M}/gu': 'the same',
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

test.each([
  String.raw`/^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$/`,
  String.raw`/[^/]*(?:@|%40)[^/]*/gi`,
  String.raw`/(a+)+$/`,
  String.raw`/\s+$/`,
])('%s would be found', (literal) => {
  const [one] = patternsOf(`export const a = ${literal}`).literals
  expect(one && slowBy(one)).toBeDefined()
})
