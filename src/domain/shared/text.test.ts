import { describe, expect, test } from 'vitest'
import { isStorable } from './plain-text.ts'
import { containing, EmailSchema, normalizeEmail } from './text.ts'

describe('an email address', () => {
  test('is trimmed and lower-cased in ASCII only', () => {
    expect(EmailSchema.parse('  Ada@Example.COM ')).toBe('ada@example.com')
    expect(normalizeEmail('İSTANBUL@X.TR')).toBe('İstanbul@x.tr')
  })

  test.each(['a@b.c', '.a@.b.c', 'a@..b', 'a@-.d', 'ada+parts@mail.example.co.uk', 'a@b..c.'])(
    '%s follows the simple pattern',
    (email) => {
      expect(EmailSchema.parse(email)).toBe(email)
    },
  )

  test.each([
    [undefined, 'Email is required'],
    ['', 'Email is required'],
    ['   ', 'Email is required'],
    ['ada', 'Provide a Valid Email'],
    ['ada@example', 'Provide a Valid Email'],
    ['ada@@example.com', 'Provide a Valid Email'],
    ['ada lovelace@example.com', 'Provide a Valid Email'],
    [`${'a'.repeat(250)}@x.yz`, 'Provide a Valid Email'],
    ['a\u0000@example.com', 'This text has characters that cannot be stored'],
    ['ada@.example', 'Provide a Valid Email'],
    ['ada@example.', 'Provide a Valid Email'],
    ['@example.com', 'Provide a Valid Email'],
  ])('%j is refused: %s', (email, message) => {
    expect(EmailSchema.safeParse(email).error?.issues[0]?.message).toBe(message)
  })
})

test('text that the database cannot store is detected', () => {
  expect(['a\u0000', '\ud800', '\udc00', 'ok', '👩‍🔧', ''].map(isStorable)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
})

test('search text is matched literally', () => {
  expect(containing(String.raw`50%_\x`)).toBe(String.raw`%50\%\_\\x%`)
})
