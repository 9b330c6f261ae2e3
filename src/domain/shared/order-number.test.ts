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
      expect(parseOrderNumber(text, 'DL'), text).toBe(number)
    }),
  )
})

test('a formatted number is read as the same number, in upper or lower case', () => {
  fc.assert(
    fc.property(AnyNumber, (number) => {
      const prefix = number % 3 === 0 ? undefined : number % 3 === 1 ? 'DL' : 'BN'
      const formatted = formatOrderNumber(number, prefix)
      expect(formatted).toBe(formatOrderNumber(String(number), prefix))
      expect(parseOrderNumber(formatted, prefix)).toBe(number)
      expect(parseOrderNumber(formatted.toLowerCase(), prefix)).toBe(number)
    }),
  )
  expect(formatOrderNumber(10_042, 'DL')).toBe('DL-10042')
  expect(formatOrderNumber(10_042, undefined)).toBe('10042')
})

test('a store reads its own prefix and that of older receipts, and no other', () => {
  for (const text of ['BN-10042', 'bn 10042', 'DL-10042', '10042', 'Order no. BN–10042'])
    expect(parseOrderNumber(text, 'BN'), text).toBe(10_042)
  for (const text of ['BRK-10042', 'B-10042', 'BNN-10042', 'P 10042'])
    expect(parseOrderNumber(text, 'BN'), text).toBeNull()
  expect(parseOrderNumber('BN-10042', undefined)).toBeNull()
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
  expect(parseOrderNumber(text, 'DL')).toBeNull()
})

test('any text gives a number or null, never an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const number = parseOrderNumber(text, 'DL')
      expect(number === null || (Number.isSafeInteger(number) && number > 0)).toBe(true)
    }),
  )
})
