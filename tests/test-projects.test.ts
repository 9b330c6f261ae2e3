import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import playwrightConfig from '../playwright.config.ts'
import { testSteps } from '../tools/setup/test-steps.mjs'
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
const vitestNames = (vitestConfig.test?.projects ?? []).flatMap((project) =>
  typeof project === 'object' && 'test' in project && typeof project.test?.name === 'string'
    ? [project.test.name]
    : [],
)
const playwrightNames = (playwrightConfig.projects ?? []).map(({ name }) => String(name))
const playwrightPatterns = (playwrightConfig.projects ?? []).flatMap(({ testMatch = [] }) =>
  [testMatch].flat().map((pattern) => `tests/e2e/${String(pattern)}`),
)

test('every test file that a project of Vitest or Playwright lists exists', () => {
  const patterns = [...vitestPatterns, ...playwrightPatterns].flatMap(alternatives)
  expect(patterns.length).toBeGreaterThan(60)
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)).toEqual([])
})

describe('the parts of the tests', () => {
  const prepare = { build: () => Promise.resolve(), chromium: () => Promise.resolve() }
  const parts = Object.fromEntries(['core', 'rest', 'full'].map((part) => [part, testSteps(part, prepare)]))
  const names = (part: string) => parts[part]?.map(({ name }) => name) ?? []

  test('core and rest together have every step of full, and no others', () => {
    expect(new Set([...names('core'), ...names('rest')])).toEqual(new Set(names('full')))
    expect(names('full')).toHaveLength(7)
    expect(names('core')).not.toContain('commands, first start, pictures and providers')
    expect(names('rest')).not.toContain('unit and API tests')
  })

  test('every project runs in one of them', () => {
    const commands = Object.values(parts)
      .flat()
      .flatMap(({ run }) => (Array.isArray(run) ? [run.join(' ')] : []))
    const scripts = Object.values(manifest.scripts)
    const patterns = [...commands, ...scripts].flatMap((command) =>
      [...command.matchAll(/--project[= ](\S+)/g)].map(([, name = '']) => name),
    )
    const projects = [...vitestNames, ...playwrightNames]
    const missing = projects.filter((name) => !patterns.some((pattern) => path.matchesGlob(name, pattern)))
    expect(projects.length).toBeGreaterThan(7)
    expect(missing).toEqual([])
  })

  test('the script that runs them names the parts when it is asked for another', () => {
    const script = path.join(ROOT, 'tools/setup/prepare.mjs')
    const ended = spawnSync(process.execPath, [script, 'test', 'constructor'], { encoding: 'utf8' })
    expect(ended.status).toBe(1)
    expect(ended.stderr.trim()).toBe('There is no part "constructor" of the tests: core, rest, full')
  })
})
