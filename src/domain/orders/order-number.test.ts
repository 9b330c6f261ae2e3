import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOrderNumber, parseOrderNumber } from './order-number.ts'

const AnyNumber = fc.integer({ min: 1, max: 999_999_999_999_999 })

test('an order number is read in any spelling', () => {
  const space = fc.constantFrom('', ' ')
  const spelled = fc
    .record({
      number: AnyNumber,
      before: fc.constantFrom(
        '',
        ' ',
        '\t',
        'Order ',
        'order no. ',
        'Order number ',
        'ORDER #',
        '#',
        '# ',
        'No. ',
      ),
      prefix: fc.constantFrom('', 'DL', 'dl', 'Dl', 'ＤＬ'),
      dash: fc.constantFrom('', '-', '‐', '‑', '–', '—'),
      spaces: fc.tuple(space, space),
      after: fc.constantFrom('', ' ', '\n', '  '),
    })
    .map(({ number, before, prefix, dash, spaces, after }) => ({
      number,
      text: `${before}${prefix}${prefix && `${spaces[0]}${dash}${spaces[1]}`}${number}${after}`,
    }))
  fc.assert(
    fc.property(spelled, ({ number, text }) => {
      expect(parseOrderNumber(text), text).toBe(number)
    }),
  )
})

test('a formatted number is read as the same number, in upper or lower case', () => {
  fc.assert(
    fc.property(AnyNumber, (number) => {
      expect(formatOrderNumber(number)).toBe(formatOrderNumber(String(number)))
      expect(parseOrderNumber(formatOrderNumber(number))).toBe(number)
      expect(parseOrderNumber(formatOrderNumber(number).toLowerCase())).toBe(number)
    }),
  )
  expect(formatOrderNumber(10_042)).toBe('DL-10042')
})

test.each([
  '',
  'DL-',
  'DL',
  '#',
  'DL-0',
  'DL-010042',
  '-10042',
  'DL--10042',
  'DL-10042a',
  'DL-BRK-1042',
  'XDL-10042',
  '10042 10043',
  '10.042',
  '1e5',
  'DL-1234567890123456',
  `DL-${'1'.repeat(100)}`,
])('%s is not an order number', (text) => {
  expect(parseOrderNumber(text)).toBeNull()
})

test('any text gives a number or null, never an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const number = parseOrderNumber(text)
      expect(number === null || (Number.isSafeInteger(number) && number > 0)).toBe(true)
    }),
  )
})
