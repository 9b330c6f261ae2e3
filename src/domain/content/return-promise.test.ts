import { expect, test } from 'vitest'
import { POSTAGE, returnFact, returnSentence } from './return-promise.ts'

test('the return days make one fact, and a sentence with who pays the postage', () => {
  const promise = { returnDays: 30, returnCondition: 'that was never installed' }
  expect(returnFact(promise)).toEqual({
    figure: '30 days',
    label: 'to return a part that was never installed',
  })
  expect(returnSentence(promise)).toBe(`30 days to return a part that was never installed. ${POSTAGE}`)
  expect(returnSentence({ returnDays: 1 })).toBe(`1 day to return a part. ${POSTAGE}`)
})

test('without return days, nothing is promised', () => {
  expect(returnFact({ returnCondition: 'that was never installed' })).toBeNull()
  expect(returnSentence({})).toBeUndefined()
})
