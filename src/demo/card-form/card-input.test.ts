import { expect, test } from 'vitest'
import {
  CardInput,
  cardBrand,
  formatCardNumber,
  formatExpiry,
  isPast,
  passesLuhn,
  readExpiry,
} from './card-input.ts'

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['4242', '4242'],
  ['378282246310005', '3782 822463 10005'],
  ['3782822463100051111', '3782 822463 10005'],
  ['55555555555544449', '5555 5555 5555 4444'],
  ['', ''],
])('the card number %j is shown in groups as %j', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown)
  expect(formatCardNumber(shown)).toBe(shown)
})

test.each([
  ['4', 'Visa'],
  ['51', 'Mastercard'],
  ['2223 0031', 'Mastercard'],
  ['2220', null],
  ['2720', 'Mastercard'],
  ['2721', null],
  ['37', 'American Express'],
  ['6011', 'Discover'],
  ['9', null],
  ['', null],
])('a card that begins with %j is %s', (typed, brand) => {
  expect(cardBrand(typed)).toBe(brand)
})

test('an invalid check digit is detected', () => {
  expect(passesLuhn('4242 4242 4242 4242')).toBe(true)
  expect(passesLuhn('4242 4242 4242 4241')).toBe(false)
  expect(passesLuhn('378282246310005')).toBe(true)
})

test.each([
  ['1', '', '1'],
  ['4', '', '04 / '],
  ['12', '1', '12 / '],
  ['12 / 3', '12 / ', '12 / 3'],
  ['1230', '', '12 / 30'],
  ['12/30', '', '12 / 30'],
  ['4/30', '', '04 / 30'],
  ['1/30', '', '01 / 30'],
  ['12/2030', '', '12 / 30'],
  ['12 / 203', '12 / 20', '12 / 203'],
  ['12 / 301', '12 / 30', '12 / 30'],
])('an expiry date typed as %j after %j is shown as %j', (typed, before, shown) => {
  expect(formatExpiry(typed, before)).toBe(shown)
})

test('an expiry date can be deleted, including the slash', () => {
  expect(formatExpiry('12 / 3', '12 / 30')).toBe('12 / 3')
  expect(formatExpiry('12 / ', '12 / 3')).toBe('12')
  expect(formatExpiry('1', '12')).toBe('1')
  expect(formatExpiry('', '1')).toBe('')
})

test('an expiry date is parsed as month and full year', () => {
  expect(readExpiry('04 / 30')).toEqual({ month: 4, year: 2030 })
  expect(readExpiry('4/2030')).toEqual({ month: 4, year: 2030 })
  for (const wrong of ['13 / 30', '00 / 30', '12', '12 / 3', '12 / 203', 'abc'])
    expect(readExpiry(wrong)).toBeNull()
})

test('a card is valid through the end of its month', () => {
  const now = new Date(2030, 3, 30, 23)
  expect(isPast({ month: 4, year: 2030 }, now)).toBe(false)
  expect(isPast({ month: 3, year: 2030 }, now)).toBe(true)
  expect(isPast({ month: 12, year: 2029 }, now)).toBe(true)
})

test('a value that cannot be submitted shows an error at its field', () => {
  const refused = CardInput.safeParse({ number: '', expiry: '13 / 40', cvc: '1' })
  expect(refused.error?.issues.map((issue) => issue.message)).toEqual([
    'Card number is required',
    'Give month and year, such as 04 / 30',
    'Your card’s security code is incomplete.',
  ])
  expect(CardInput.safeParse({ number: '4242 4242 4242 4241', expiry: '12 / 49', cvc: '123' }).success).toBe(
    true,
  )
})
