import { expect, test } from 'vitest'
import { fetchListRows, nextShown, parseRowLimit } from './list-pages.ts'

const pages = { step: 25, max: 60 }
const shownAt = (query: string) => parseRowLimit(new URLSearchParams(query), pages)

test('The URL sets how many rows are shown: one page by default, the maximum of the list at most', () => {
  expect(['', 'shown=50', 'shown=1000', 'shown=x', 'shown=0'].map(shownAt)).toEqual([25, 50, 60, 25, 25])
})

test('"Show more" is offered until all rows or the maximum of the list are shown', () => {
  expect(nextShown(25, 26, pages)).toBe(50)
  expect(nextShown(25, 25, pages)).toBeNull()
  expect(nextShown(50, 51, pages)).toBe(60)
  expect(nextShown(60, 61, pages)).toBeNull()
})

test('The API sends the shown rows and one more', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({ _id: String(at) }))
  const readPage = async ({ limit, after = '-1' }: { limit: number; after?: string }) =>
    rows.slice(Number(after) + 1, Number(after) + 1 + limit)
  expect(await fetchListRows({ shown: 25 }, readPage)).toHaveLength(26)
})
