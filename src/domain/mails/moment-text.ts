// Made once: a formatter takes longer to create than a mail to write.
const moment = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/**
 * A moment in a mail: "Wed, Nov 25, 8:13 AM CST". In the time zone of the store's machine (TZ), since a mail does not know its reader's.
 */
export function momentText(at: Date): string {
  return moment.format(at)
}

/** A day in a mail, in the same time zone: "Nov 25, 2026". */
export function mailDay(at: Date): string {
  return day.format(at)
}
