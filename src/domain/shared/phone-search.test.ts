import { expect, test } from 'vitest'
import { phoneDigits } from './phone-search.ts'

test.each([
  '(217) 555-0142',
  '217.555.0142',
  '2175550142',
  ' 217 555-0142 ',
  '+1 217 555 0142',
  '1-217-555-0142',
  '217\u2011555\u20110142',
])('a phone number is searched by its digits, without the country code 1: %s', (text) => {
  expect(phoneDigits(text)).toBe('2175550142')
})

test('a local number, and one of another country, are searched too', () => {
  expect(phoneDigits('555-0142')).toBe('5550142')
  expect(phoneDigits('+49 30 1234567')).toBe('49301234567')
})

test.each(['555-014', 'DL-10042', '217 555 0142 x', '1Z999AA10123456784', 'brake 2175550142', '+', ''])(
  'what may be no phone number is not searched as one: %s',
  (text) => {
    expect(phoneDigits(text)).toBeNull()
  },
)
