import { expect, test } from 'vitest'
import { describeError } from './log.ts'

test('an error is logged with its type and stack, without the values involved', () => {
  const row = 'Failing row contains (ada@example.com, 1 Main Street)'
  const violated = Object.assign(new Error('violates check constraint "no_more"'), {
    code: '23514',
    constraint: 'no_more',
    detail: row,
  })
  expect(describeError(violated)).toMatchObject({ code: '23514', constraint: 'no_more', type: 'Error' })
  expect(JSON.stringify(describeError(violated))).not.toContain('Main Street')
  const unreadable = Object.assign(new Error('invalid input syntax for type uuid: "1 Main "x" Street"'), {
    code: '22P02',
  })
  expect(describeError(unreadable)).toMatchObject({ message: 'invalid input syntax for type uuid: "…"' })
  const refused = Object.assign(new Error('The card provider refused the request.'), {
    kind: 'failed',
    cause: Object.assign(new Error('No such user: ada@example.com'), {
      raw: { client_secret: 'pi_1_secret' },
    }),
  })
  expect(describeError(refused)).toMatchObject({
    kind: 'failed',
    cause: { message: 'No such user: {email}' },
  })
  expect(JSON.stringify(describeError(refused))).not.toMatch(/client_secret|ada@/)
  expect(describeError('thrown text with ada@example.com')).toEqual({ type: 'string' })
})
