// Days in the time zone of the store's machine (TZ), as emails show times. Server only.

/** A day of the store: its date, and when it begins (which is not midnight where clocks skip it). */
export type ShopDay = { day: string; begins: Date }

/** The day that a moment belongs to: "2026-11-21". */
export function dayOf(at: Date): string {
  const year = String(at.getFullYear()).padStart(4, '0')
  return `${year}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`
}

/** The last days until today, oldest first. */
export function lastDays(count: number, now = new Date()): ShopDay[] {
  return Array.from({ length: count }, (_, at) => {
    const begins = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - at))
    return { day: dayOf(begins), begins }
  })
}

/** The zone's name, for browsers: "America/Chicago"; UTC if TZ is none that they know. */
export function shopTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone ?? 'UTC'
  } catch {
    return 'UTC'
  }
}
