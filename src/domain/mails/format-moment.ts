import { shopTimeZone } from '../shared/shop-days.ts'

type Formatters = { moment: Intl.DateTimeFormat; day: Intl.DateTimeFormat }

// Kept: creating a formatter takes longer than writing an email.
const formatters = new Map<string, Formatters>()

/**
 * A date and time in an email: "Wed, Nov 25, 8:13 AM CST". In the store's time zone, since the reader's is
 * unknown.
 */
export function formatMoment(at: Date, timeZone?: string): string {
  return formattersOf(timeZone).moment.format(at)
}

/** A date in an email, in the same time zone: "Nov 25, 2026". */
export function formatMailDay(at: Date, timeZone?: string): string {
  return formattersOf(timeZone).day.format(at)
}

function formattersOf(timeZone = shopTimeZone()): Formatters {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = {
    moment: new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
    day: new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }),
  }
  formatters.set(timeZone, made)
  return made
}
