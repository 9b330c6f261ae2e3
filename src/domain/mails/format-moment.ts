// Created once: creating a formatter takes longer than writing an email.
const momentFormatter = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})
const dayFormatter = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/**
 * A date and time in an email: "Wed, Nov 25, 8:13 AM CST". In the time zone of the store's machine (TZ),
 * since the reader's is unknown.
 */
export function formatMoment(at: Date): string {
  return momentFormatter.format(at)
}

/** A date in an email, in the same time zone: "Nov 25, 2026". */
export function formatMailDay(at: Date): string {
  return dayFormatter.format(at)
}
