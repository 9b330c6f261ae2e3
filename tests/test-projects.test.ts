import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import playwrightConfig from '../playwright.config.ts'
import vitestConfig from '../vitest.config.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** The patterns that a pattern with braces stands for. */
const alternatives = (pattern: string): string[] => {
  const [, before = '', choices = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  if (choices === '') return [pattern]
  return choices.split(',').flatMap((choice) => alternatives(before + choice + after))
}

const vitestPatterns = (vitestConfig.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project ? (project.test?.include ?? []) : [],
)
const playwrightPatterns = (playwrightConfig.projects ?? []).flatMap(({ testMatch = [] }) =>
  [testMatch].flat().map((pattern) => `tests/e2e/${String(pattern)}`),
)

test('every test file that a project of Vitest or Playwright lists exists', () => {
  const patterns = [...vitestPatterns, ...playwrightPatterns].flatMap(alternatives)
  expect(patterns.length).toBeGreaterThan(60)
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
})
