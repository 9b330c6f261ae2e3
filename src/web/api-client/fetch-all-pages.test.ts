import { expect, test } from 'vitest'
import { fetchAllPages } from './fetch-all-pages.ts'

/** A list of `length` rows that serves keyset pages like the API and records each request. */
function listOf(length: number) {
  const rows = Array.from({ length }, (_, index) => ({ _id: String(index) }))
  const requests: { limit: number; after?: string }[] = []
  const readPage = async (page: { limit: number; after?: string }) => {
    requests.push(page)
    const start = page.after === undefined ? 0 : Number(page.after) + 1
    return rows.slice(start, start + page.limit)
  }
  return { rows, requests, readPage }
}

test('A long list is read to its end, each page after the last row seen', async () => {
  const list = listOf(1200)
  expect(await fetchAllPages(list.readPage)).toEqual(list.rows)
  expect(list.requests).toEqual([{ limit: 500 }, { limit: 500, after: '499' }, { limit: 500, after: '999' }])
})

test('No more rows are requested than are wanted', async () => {
  const list = listOf(1200)
  expect(await fetchAllPages(list.readPage, 26)).toHaveLength(26)
  expect(list.requests).toEqual([{ limit: 26 }])
})

test('A list that ends exactly with a page is not read twice', async () => {
  const list = listOf(500)
  expect(await fetchAllPages(list.readPage)).toHaveLength(500)
  expect(list.requests).toHaveLength(2)
})

test('An error of a page is passed on', async () => {
  await expect(fetchAllPages(async () => Promise.reject(new Error('no connection')))).rejects.toThrow(
    'no connection',
  )
})
