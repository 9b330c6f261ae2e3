import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
/** Lines above which a file says why it is not split (CONTRIBUTING.md). */
const MAX_LINES = 300
const files = globSync('{src,tests,tools,lab}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (entry) => entry.endsWith('node_modules'),
})

test('each long file says on its first line why it is not split', () => {
  const unexplained = files.filter((file) => {
    const lines = readFileSync(path.join(ROOT, file), 'utf8').trimEnd().split('\n')
    return lines.length > MAX_LINES && !lines[0]?.startsWith('// Long because ')
  })
  expect(files.length).toBeGreaterThan(1_200)
  expect(unexplained).toEqual([])
})
