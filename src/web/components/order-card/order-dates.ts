const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/**
 * An ISO date as a day in the user's time zone: "Nov 3, 2026". Browser only: the server does not know the
 * zone.
 */
export function formatLocalDay(iso: string): string {
  return day.format(new Date(iso))
}

/** An ISO date with its time: "Nov 3, 2026, 4:05 PM". Browser only. */
export function formatMoment(iso: string): string {
  // A no-break space before "PM".
  return moment.format(new Date(iso)).replace(/\s(?=[AP]M$)/, '\u{a0}')
}
