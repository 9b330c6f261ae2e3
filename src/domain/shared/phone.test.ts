import { describe, expect, test } from 'vitest'
import { PhoneSchema } from './phone.ts'

describe('a phone number', () => {
  test.each([
    ['(217) 555-0142 ext. 5', '(217) 555-0142 ext. 5'],
    ['217.555.0142x5', '217.555.0142x5'],
    ['+1 217 555 0142 #5', '+1 217 555 0142 #5'],
    ['Tel. +49 (0) 30 / 123456-0, Durchwahl 12', 'Tel. +49 (0) 30 / 123456-0, Durchwahl 12'],
    ['+7 495 123-45-67 доб. 5', '+7 495 123-45-67 доб. 5'],
    ['٢١٧ ٥٥٥ ٠١٤٢', '217 555 0142'],
    ['۲۱۷ ۵۵۵ ۰۱۴۲', '217 555 0142'],
    ['२१७-५५५-०१४२', '217-555-0142'],
    ['（２１７）５５５－０１４２', '(217)555-0142'],
    ['\u202a+1\u00a0217\u00a0555\u20110142\u202c', '+1 217 555-0142'],
    ['  12345 ', '12345'],
    ['217 555 0142 (work)'.replace('(', ''), '217 555 0142 work)'],
  ])('is accepted as people write it: %s', (typed, stored) => {
    expect(PhoneSchema.parse(typed)).toBe(stored)
  })

  test.each([
    '12',
    'call me',
    '+',
    '1234',
    '1234567890123456',
    '217-555-0142@x',
    '<b>2175550142</b>',
    '2175550142 ext. 123456789',
  ])('is refused if it cannot be dialed, with a valid example: %s', (typed) => {
    expect(PhoneSchema.safeParse(typed).error?.issues[0]?.message).toMatch(/5 to 15 digits, such as/)
  })

  test.each(['', '   ', undefined, 2175550142])('is required: %s', (typed) => {
    expect(PhoneSchema.safeParse(typed).error?.issues[0]?.message).toBe('Phone is required')
  })

  test('stays the same when it is parsed again', () => {
    const once = PhoneSchema.parse('（２１７） ٥٥٥–٠١٤٢ ext ５')
    expect(PhoneSchema.parse(once)).toBe(once)
  })
})
