import { globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const DECISIONS = path.join(ROOT, 'docs/decisions')
const read = (file: string) => readFileSync(path.join(DECISIONS, file), 'utf8')

const pages = readdirSync(DECISIONS).filter((file) => file !== 'README.md')

test('the index of decisions links each page', () => {
  const index = read('README.md')
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter((page) => !index.includes(`](${page})`))).toEqual([])
})

test('the index of decisions lists the unused numbers, and those that are part of another page', () => {
  const [, unused = ''] = /Unused numbers: ([\d,\s]+)\./.exec(read('README.md')) ?? []
  const [, merged = ''] = /Pages that are part of another one[^:]*: ([^.]+)\./.exec(read('README.md')) ?? []
  const moves = merged.split(/,\s+/).map((move) => /^(\d{3})\s+in\s+(\d{3})$/.exec(move) ?? [])
  const used = pages.map((page) => page.slice(0, 3))
  const all = Array.from({ length: Number(used.toSorted().at(-1)) }, (_, at) =>
    String(at + 1).padStart(3, '0'),
  )
  const gone = moves.map(([, from = '']) => from)
  expect(moves.filter(([, , to = '']) => !used.includes(to))).toEqual([])
  expect([...unused.split(/,\s+/), ...gone].toSorted()).toEqual(
    all.filter((number) => !used.includes(number)),
  )
})

test('each decision that code or documentation cites has a page', () => {
  const files = globSync(
    ['*.{md,ts}', '{.ci,deploy,docs,lab,src,tests,tools}/**/*.{md,ts,tsx,mjs,sql,yml,yaml}'],
    {
      cwd: ROOT,
      // Migrations are frozen: they cite a decision by its number of their day.
      exclude: (entry) => entry.endsWith('node_modules') || entry.endsWith('db/migrations'),
    },
  )
  const cited = files.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/\bdecisions?\s+(\d{3})\b/gi)].map(
      ([, number = '']) => ({ file, number }),
    ),
  )
  const used = new Set(pages.map((page) => page.slice(0, 3)))
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter(({ number }) => !used.has(number))).toEqual([])
})

test('each decision has the same form of title, status and sections, and sixty lines at most', () => {
  const otherwise = pages.filter((page) => {
    const lines = read(page).trimEnd().split('\n')
    const [title = '', blank, status = ''] = lines
    return !(
      title.startsWith(`# ${page.slice(0, 3)}. `) &&
      blank === '' &&
      /^Status: (?:accepted|replaced), \d{4}-\d\d-\d\d(?:;|$)/.test(status) &&
      ['## Context', '## Choice', '## When to revisit'].every((section) => lines.includes(section)) &&
      lines.length <= 60
    )
  })
  expect(otherwise).toEqual([])
})
