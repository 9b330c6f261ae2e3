import { describe, expect, test } from 'vitest'
import { roleInForce } from './account-queries.server.ts'
import { LoginInput, ResetPasswordInput, SignUpInput, UpdateProfileInput } from './account.ts'

const signUp = { name: 'Ada', email: 'ada@example.com', password: 'sixsix', confirmPassword: 'sixsix' }
const messagesFor = (over: object) =>
  SignUpInput.safeParse({ ...signUp, ...over }).error?.issues.map(({ message }) => message) ?? []

describe('signing up', () => {
  test.each([
    [{ name: '' }, 'Name is required'],
    [{ email: '' }, 'Email is required'],
    [{ email: 'ada' }, 'Provide a Valid Email'],
    [{ password: '', confirmPassword: 'sixsix' }, 'Password is required'],
    [{ confirmPassword: '' }, 'Password is required'],
    [{ password: 'five5', confirmPassword: 'five5' }, 'Your Password must be six character or longer'],
    [{ confirmPassword: 'seven77' }, "Your Password Don't match"],
  ])('with %j says: %s', (over, message) => {
    expect(messagesFor(over)).toContain(message)
  })

  test('accepts a password of six characters', () => {
    expect(messagesFor({})).toEqual([])
  })

  test('reports differing passwords even when another field is invalid', () => {
    expect(messagesFor({ name: '', confirmPassword: 'seven77' })).toEqual([
      'Name is required',
      "Your Password Don't match",
    ])
  })
})

test('logging in requires email and password', () => {
  const issues = LoginInput.safeParse({ email: '', password: '' }).error?.issues ?? []
  const firstOf = (field: string) => issues.find(({ path }) => path[0] === field)?.message
  expect([firstOf('email'), firstOf('password')]).toEqual(['Email is required', 'Password is required'])
})

test('a new password and its confirmation must match', () => {
  const input = { password: 'sixsix', confirmPassword: 'sixsiy' }
  expect(ResetPasswordInput.safeParse(input).error?.issues[0]?.message).toBe("Your Password Don't match")
})

describe('a profile', () => {
  test('needs education, address, phone and LinkedIn', () => {
    const messages = UpdateProfileInput.safeParse({}).error?.issues.map(({ message }) => message)
    expect(messages).toEqual([
      'Education is required',
      'Address is required',
      'Phone is required',
      'LinkedIn is required',
    ])
  })
})

test('an unverified account is never admin, whatever its role says', () => {
  expect(roleInForce({ role: 'admin', email_verified: true })).toBe('admin')
  expect(roleInForce({ role: 'admin', email_verified: false })).toBe('customer')
})
