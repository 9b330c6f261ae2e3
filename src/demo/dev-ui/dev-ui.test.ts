import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const UI = path.join(import.meta.dirname, '../../web/ui')

/**
 * Parts of other primitives: the frame of each field, icons, and the container of toasts, which every page's
 * layout has.
 */
const INSIDE = ['field-frame.tsx', 'icons.tsx', 'toast.tsx']

test('Every primitive is shown', () => {
  const samples = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'))
    .join('')
  const missing = readdirSync(UI)
    .filter((file) => file.endsWith('.tsx') && !INSIDE.includes(file))
    .filter((file) => !samples.includes(`/ui/${file}'`))
  expect(missing).toEqual([])
})
