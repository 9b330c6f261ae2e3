import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const DECISIONS = path.join(import.meta.dirname, '../docs/decisions')
const read = (file: string) => readFileSync(path.join(DECISIONS, file), 'utf8')

test('the index of decisions links each page', () => {
  const index = read('README.md')
  const pages = readdirSync(DECISIONS).filter((file) => file !== 'README.md')
  expect(pages.length).toBeGreaterThan(80)
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})
