import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

/** The tables of docs/reviews/how-the-tests-can-fail.md: which guard was removed, and which tests failed. */
const failing = readFileSync(path.join(ROOT, 'docs/reviews/how-the-tests-can-fail.md'), 'utf8')
  .split('\n')
  .map((line) => /^\| (.+) \| (.+) \|$/.exec(line))
  .flatMap((row) => (row?.[2] && row[2] !== 'Test that fails' ? [row[2]] : []))

const besideSources = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })

/** The source of a test as the document names it; null when there is no such test. */
function sourceOf(name: string): string | null {
  const file = path.join(ROOT, pathOf(name))
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function pathOf(name: string): string {
  if (name.startsWith('tests/e2e/')) return `${name}.spec.ts`
  if (name.startsWith('tests/')) return `${name}.ts`
  if (!name.endsWith('.test')) return `tests/resilience/${name}.test.ts`
  const found = besideSources.find((file) => [`${name}.ts`, `${name}.tsx`].includes(path.basename(file)))
  return path.join('src', found ?? name)
}

test('each test that docs/reviews/how-the-tests-can-fail.md cites exists, with its title', () => {
  expect(failing.length).toBeGreaterThan(40)
  const missing = failing.flatMap((cell) => {
    const files = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const titles = [...cell.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title)
    const sources = files.map(sourceOf)
    return [
      ...files.filter((_, at) => sources[at] === null),
      ...titles.filter((title) => !sources.some((source) => source?.includes(title))),
      ...(files.length === 0 ? [cell] : []),
    ]
  })
  expect(missing).toEqual([])
})
