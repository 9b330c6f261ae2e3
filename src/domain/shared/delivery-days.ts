import { dayOf } from './shop-days.ts'

/** How long a delivery takes, from the payment to the door, in calendar days. */
export type DeliveryDays = { daysMin: number; daysMax: number }

/** "3–5 days", or "1 day". */
export function daysText({ daysMin, daysMax }: DeliveryDays): string {
  if (daysMin === daysMax) return daysMin === 1 ? '1 day' : `${daysMin} days`
  return `${daysMin}–${daysMax} days`
}

/**
 * The days on which what was paid at a moment should arrive: "2026-12-04" and "2026-12-06", counted from the
 * day where the store is.
 */
export function arrivalDays(paidAt: Date, { daysMin, daysMax }: DeliveryDays, timeZone?: string) {
  const paidOn = Date.parse(dayOf(paidAt, timeZone))
  const after = (days: number) => new Date(paidOn + days * DAY_MS).toISOString().slice(0, 10)
  return { first: after(daysMin), last: after(daysMax) }
}

const DAY_MS = 86_400_000

/** "Fri, Dec 4", or "Fri, Dec 4 – Sun, Dec 6". */
export function arrivalText(...paid: Parameters<typeof arrivalDays>): string {
  const { first, last } = arrivalDays(...paid)
  formatter ??= new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return [...new Set([first, last])].map((day) => formatter?.format(new Date(day))).join(' – ')
}

/** Created once, on first use: it takes a slow phone a tenth of a second. */
let formatter: Intl.DateTimeFormat | undefined
