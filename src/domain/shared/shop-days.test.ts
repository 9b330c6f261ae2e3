import { afterEach, expect, test, vi } from 'vitest'
import { dayOf, isTimeZone, lastDays, shopTimeZone } from './shop-days.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([
  // A day of 23 hours, one of 25, one whose midnight is skipped, and the zones farthest from UTC.
  ['America/Chicago', '2026-03-09T12:00:00Z', '2026-03-08', '2026-03-08T06:00:00Z', '2026-03-09T05:00:00Z'],
  ['America/Chicago', '2026-11-02T12:00:00Z', '2026-11-01', '2026-11-01T05:00:00Z', '2026-11-02T06:00:00Z'],
  ['America/Havana', '2026-03-09T12:00:00Z', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  [
    'Pacific/Kiritimati',
    '2026-11-27T10:30:00Z',
    '2026-11-27',
    '2026-11-26T10:00:00Z',
    '2026-11-27T10:00:00Z',
  ],
  ['Pacific/Pago_Pago', '2026-11-27T10:30:00Z', '2026-11-25', '2026-11-25T11:00:00Z', '2026-11-26T11:00:00Z'],
  ['Asia/Katmandu', '2026-11-27T18:14:59Z', '2026-11-26', '2026-11-25T18:15:00Z', '2026-11-26T18:15:00Z'],
  ['UTC', '2027-01-01T00:00:00Z', '2026-12-31', '2026-12-31T00:00:00Z', '2027-01-01T00:00:00Z'],
])('in %s at %s, yesterday was %s', (zone, now, day, begins, ends) => {
  vi.stubEnv('TZ', zone)
  const days = lastDays(30, undefined, new Date(now))
  expect(days).toHaveLength(30)
  expect(new Set(days.map((one) => one.day)).size).toBe(30)
  expect(days.at(-2)).toEqual({ day, begins: new Date(begins) })
  expect(days.at(-1)?.begins).toEqual(new Date(ends))
  expect(dayOf(new Date(Date.parse(ends) - 1))).toBe(day)
  expect(shopTimeZone()).toBe(zone)
  // The zone of a store's content, on a machine of another.
  vi.stubEnv('TZ', 'Australia/Lord_Howe')
  expect(lastDays(30, zone, new Date(now))).toEqual(days)
  expect(dayOf(new Date(Date.parse(ends) - 1), zone)).toBe(day)
})

test('the time zone of the content goes before that of the machine', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(shopTimeZone({ timeZone: 'America/Chicago' })).toBe('America/Chicago')
  expect(shopTimeZone({})).toBe('Asia/Tokyo')
})

test.each([
  ['America/Chicago', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['Asia/Kolkata', true],
  ['CST', false],
  ['+02:00', false],
  ['Mars/Olympus', false],
  ['Central Time', false],
  ['', false],
])('whether "%s" is a time zone: %s', (name, isOne) => {
  expect(isTimeZone(name)).toBe(isOne)
})

test.each(['Mars/Olympus', ''])('browsers are told UTC when TZ is "%s"', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(shopTimeZone()).toBe('UTC')
})
