const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** An ISO date as a day in the reader's time zone: "Nov 3, 2026". For screens that the browser renders. */
export function formatDay(iso: string): string {
  return day.format(new Date(iso))
}

/** An ISO date with its time of day: "Nov 3, 2026, 4:05 PM". For screens that the browser renders. */
export function formatMoment(iso: string): string {
  // A line never breaks before "PM".
  return moment.format(new Date(iso)).replace(/\s(?=[AP]M$)/, '\u{a0}')
}
