import { expect, test } from 'vitest'
import { readInBatches } from './read-in-batches.ts'

const BATCH_SIZE = 500

/** A table with this many rows, and the pages that were requested of it. */
function tableOf(count: number) {
  const requests: { last: number | undefined; size: number; offset: number }[] = []
  return {
    requests,
    read: async (last: number | undefined, { size, offset }: { size: number; offset: number }) => {
      requests.push({ last, size, offset })
      const from = (last ?? 0) + offset
      return Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, at) => from + at + 1)
    },
  }
}

async function rowsOf(batches: AsyncIterable<readonly number[]>): Promise<number[]> {
  const rows: number[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}

test.each([
  ['nothing is requested', { count: 10, skip: 0, limit: 0 }, [], 0],
  ['an empty table', { count: 0, skip: 0, limit: 10 }, [], 1],
  ['less than a batch', { count: 7, skip: 0, limit: 1_000 }, [1, 7], 1],
  ['exactly one batch', { count: BATCH_SIZE, skip: 0, limit: BATCH_SIZE }, [1, 500], 1],
  ['a full batch, then an empty one', { count: BATCH_SIZE, skip: 0, limit: 1_000 }, [1, 500], 2],
  ['a limit within the second batch', { count: 2_000, skip: 0, limit: 700 }, [1, 700], 2],
  ['rows to skip, once only', { count: 2_000, skip: 300, limit: 1_200 }, [301, 1_500], 3],
  ['more to skip than there is', { count: 10, skip: 20, limit: 100 }, [], 1],
])('%s', async (_what, { count, skip, limit }, [first, last] = [], requests = 0) => {
  const table = tableOf(count)
  const rows = await rowsOf(readInBatches({ skip, limit }, table.read))
  expect([rows[0], rows.at(-1)]).toEqual([first, last])
  expect(rows).toHaveLength(first === undefined || last === undefined ? 0 : last - first + 1)
  expect(table.requests).toHaveLength(requests)
  for (const { size } of table.requests) expect(size).toBeLessThanOrEqual(BATCH_SIZE)
  expect(table.requests.filter(({ offset }) => offset > 0)).toHaveLength(skip > 0 ? 1 : 0)
})
