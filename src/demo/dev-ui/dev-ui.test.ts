import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const UI = path.join(import.meta.dirname, '../../web/ui')

/** What only stands inside of another one: the frame of each field, and where toasts appear (the layout of every page has it). */
const INSIDE = ['field-frame.tsx', 'toast.tsx']

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
