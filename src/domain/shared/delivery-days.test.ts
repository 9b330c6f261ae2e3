import { expect, test } from 'vitest'
import { arrivalText, daysText } from './delivery-days.ts'

test.each([
  [0, 0, '0 days'],
  [1, 1, '1 day'],
  [2, 2, '2 days'],
  [3, 5, '3–5 days'],
])('%i to %i days are "%s"', (daysMin, daysMax, text) => {
  expect(daysText({ daysMin, daysMax })).toBe(text)
})

test.each([
  // Still December 1 in Chicago.
  ['2026-12-02T05:59:00Z', 'America/Chicago', 3, 5, 'Fri, Dec 4 – Sun, Dec 6'],
  ['2026-12-02T05:59:00Z', 'Asia/Tokyo', 3, 5, 'Sat, Dec 5 – Mon, Dec 7'],
  ['2026-12-30T18:00:00Z', 'America/Chicago', 1, 3, 'Thu, Dec 31 – Sat, Jan 2'],
  ['2026-12-02T18:00:00Z', 'America/Chicago', 1, 1, 'Thu, Dec 3'],
  ['2026-12-02T18:00:00Z', 'America/Chicago', 0, 0, 'Wed, Dec 2'],
  // The hour that clocks skip, and the one that they repeat.
  ['2027-03-14T05:30:00Z', 'America/Chicago', 1, 2, 'Sun, Mar 14 – Mon, Mar 15'],
  ['2026-11-01T04:30:00Z', 'America/Chicago', 1, 2, 'Sun, Nov 1 – Mon, Nov 2'],
])('paid at %s in %s, %i to %i days are "%s"', (paidAt, timeZone, daysMin, daysMax, text) => {
  expect(arrivalText(new Date(paidAt), { daysMin, daysMax }, timeZone)).toBe(text)
})
