import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [1, '1 minute'],
  [60, '1 hour'],
  [90, '90 minutes'],
  [1440, '24 hours'],
  [1500, '25 hours'],
  [2880, '2 days'],
])('%i minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
