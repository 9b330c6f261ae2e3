import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SCREENSHOTS } from './screenshot-names.ts'

const root = path.join(import.meta.dirname, '../..')

test('The README shows the pictures that the script takes, and no others', () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')
  const declaredFiles = SCREENSHOTS.map((name) => `${name}.webp`).toSorted()
  const shown = [...readme.matchAll(/\(docs\/screenshots\/([^)]+)\)/g)].map(([, file = '']) => file)
  expect(shown.toSorted()).toEqual(declaredFiles)
  expect(readdirSync(path.join(root, 'docs/screenshots')).toSorted()).toEqual(declaredFiles)
})
