import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeSettings } from './describe-settings.ts'

test('docs/configuration.md matches the descriptions of the settings', () => {
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  expect(page, 'run "npm run docs"').toBe(describeSettings())
  expect(page).not.toContain('undefined')
})
