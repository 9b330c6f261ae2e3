import { expect, test } from 'vitest'
import { z } from 'zod'
import { sortOrders } from '#domain/shared/lists.ts'
import { fetchListRows, nextShown, parseRowLimit, patchInList, readListView } from './list-pages.ts'

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

const fields = { status: z.enum(['in', 'out']).optional(), sort: sortOrders(['name', 'price']).optional() }
const viewAt = (query: string) => readListView(new URLSearchParams(query), pages, fields)

test('The URL has search, rows, filters and sort order of a list; what the API would refuse is ignored', () => {
  expect(viewAt('q=+brake&status=out&sort=-price&shown=50')).toEqual({
    q: 'brake',
    shown: 50,
    status: 'out',
    sort: '-price',
  })
  const all = { q: '', shown: 25, status: undefined, sort: undefined }
  for (const query of ['', 'status=gone&sort=-secret&shown=-1&q=', 'status=toString&sort=price2'])
    expect(viewAt(query)).toEqual(all)
  expect(readListView(new URLSearchParams('status=out'), pages, {})).toEqual({ q: '', shown: 25 })
})

test('A row that a change takes out of the filter is gone; without a filter, or with one of something else, it stays', () => {
  const row = { _id: 'a', hidden: false, price: 2 }
  expect(patchInList(row, { hidden: true }, ({ hidden }) => hidden)).toBeNull()
  expect(patchInList(row, { hidden: false }, ({ hidden }) => hidden)).toEqual({ hidden: false })
  expect(patchInList(row, { price: 3 }, ({ hidden }) => hidden)).toEqual({ price: 3 })
  expect(patchInList(row, { hidden: true }, () => null)).toEqual({ hidden: true })
  expect(patchInList(row, null, () => null)).toBeNull()
})
