import { expect, test } from 'vitest'
import { splitCode } from './split-code.ts'

test('words between backticks are code, the rest is text', () => {
  expect(splitCode('Use `memo` or `useMemo`.')).toEqual([
    { code: false, text: 'Use ' },
    { code: true, text: 'memo' },
    { code: false, text: ' or ' },
    { code: true, text: 'useMemo' },
    { code: false, text: '.' },
  ])
})

test('a text without a pair of backticks stays whole', () => {
  expect(splitCode('A single ` is a typo.')).toEqual([{ code: false, text: 'A single ` is a typo.' }])
})
