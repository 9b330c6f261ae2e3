import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md', 'deploy/*.md', 'assets/**/*.md'], {
  cwd: ROOT,
})
const files = globSync(['*', '{.ci,assets,deploy,docs,public,src,tests,tools}/**/*'], { cwd: ROOT })
/** What pages name as an example, or to forbid it. */
const EXAMPLES = ['index.ts', 'articles/2026-11-02-when-to-change-a-belt.md']
const read = (page: string) => readFileSync(path.join(ROOT, page), 'utf8')

test('each file that a page of the documentation names exists', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|sql|css|md))`/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) =>
          !EXAMPLES.includes(name) && !files.some((file) => file === name || file.endsWith(`/${name}`)),
      )
      .map((name) => `${page}: ${name}`),
  )
  expect(pages.length).toBeGreaterThan(90)
  expect(missing).toEqual([])
})

test('each link of a page of the documentation leads to a file', () => {
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

test.each([
  ['README.md', 120],
  ['ARCHITECTURE.md', 150],
  ['CONTRIBUTING.md', 120],
])('%s has %i lines at most, wrapped at 100 columns but for tables', (page, max) => {
  const lines = read(page).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(max)
  expect(lines.filter((line) => line.length > 100 && !line.startsWith('|'))).toEqual([])
})
