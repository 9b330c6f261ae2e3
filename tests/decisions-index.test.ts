import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const DECISIONS = path.join(import.meta.dirname, '../docs/decisions')
const read = (file: string) => readFileSync(path.join(DECISIONS, file), 'utf8')

const pages = readdirSync(DECISIONS).filter((file) => file !== 'README.md')

test('the index of decisions links each page', () => {
  const index = read('README.md')
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

test('each decision has its date in the third line', () => {
  const undated = pages.filter(
    (page) => !/^(?:Status: .+, )?\d{4}-\d\d-\d\d\b/.test(read(page).split('\n')[2] ?? ''),
  )
  expect(undated).toEqual([])
})
