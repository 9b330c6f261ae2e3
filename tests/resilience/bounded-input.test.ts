import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hostileTexts } from './hostile-text.ts'
import { fieldsOf, inputSchemas, inputWith } from './input-schemas.ts'

/** Processor time that one input may take, in ms. Waiting and other programs do not count. */
const BUDGET_MS = 20
/** Attempts for a slow input: garbage collection or compilation may interfere with one. */
const TRIES = 5

/**
 * The least processor time of this thread, in ms, that `work` took; repeated only while it exceeds `budget`.
 */
async function leastCpu(work: () => unknown, budget = BUDGET_MS): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < TRIES && least > budget; tried += 1) {
    const before = process.threadCpuUsage()
    await work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const shown = (text: string) =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 40)}…${text.slice(-10)}` : text)

describe('64 KiB of hostile text in any field of any schema are validated within 20 ms', () => {
  const texts = hostileTexts()

  test.each(inputSchemas)('%s', async (_, schema) => {
    for (const { path: field } of fieldsOf(schema))
      for (const text of texts) {
        const input = inputWith(field, text)
        const ms = await leastCpu(() => schema.safeParse(input))
        expect(ms, `${field.join('.')}: ${shown(text)}`).toBeLessThan(BUDGET_MS)
      }
  })

  test.each(inputSchemas)('%s, as lists of any length', async (_, schema) => {
    const many = (value: unknown) => Array.from({ length: 20_000 }, () => value)
    for (const { path: field } of [{ path: [] }, ...fieldsOf(schema)])
      for (const value of [
        many(null),
        many({}),
        many([]),
        many(0),
        Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a${at}`, at])),
      ]) {
        const input = inputWith(field, value)
        const ms = await leastCpu(() => schema.safeParse(input))
        expect(ms, field.join('.')).toBeLessThan(BUDGET_MS)
      }
  })

  test('every schema checks the length of a text first, and a longer text ends the checks', () => {
    const unbounded = inputSchemas.flatMap(([name, schema]) =>
      fieldsOf(schema)
        .filter(({ schema: field }) => field instanceof z.ZodString && !isBoundedFirst(field))
        .map(({ path: field }) => `${name}: ${field.join('.')}`),
    )
    expect(unbounded).toEqual([])
  })
})

function isBoundedFirst(field: z.ZodString): boolean {
  const first = field.def.checks?.[0]?._zod.def as { check?: string; abort?: boolean } | undefined
  return first?.check === 'max_length' && first.abort === true
}
