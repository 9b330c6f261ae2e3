// Days in the store's time zone. Browsers pass it: the default is that of the machine.

/** A day of the store: its date, and when it begins (which is not midnight where clocks skip it). */
export type ShopDay = { day: string; begins: Date }

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The day that a moment belongs to: "2026-11-21". */
export function dayOf(at: Date, timeZone = shopTimeZone()): string {
  return dayFormatter(timeZone).format(at)
}

/** The last days until today, oldest first. */
export function lastDays(count: number, timeZone = shopTimeZone(), now = new Date()): ShopDay[] {
  const format = dayFormatter(timeZone)
  const today = Date.parse(format.format(now))
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * 24 * HOUR
    const day = new Date(midnight).toISOString().slice(0, 10)
    // Zones are up to 14 hours ahead of UTC and 12 behind it.
    const begins = firstMoment([midnight - 15 * HOUR, midnight + 15 * HOUR], (at) => format.format(at) >= day)
    return { day, begins: new Date(begins) }
  })
}

/**
 * The store's time zone, by its name in the IANA list: that of its content; without one, the machine's (TZ),
 * or UTC if TZ is none that browsers know.
 */
export function shopTimeZone({ timeZone }: { timeZone?: string | undefined } = {}): string {
  if (timeZone !== undefined) return timeZone
  const own: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return own !== undefined && isTimeZone(own) ? own : 'UTC'
}

/**
 * Whether this is the name of a time zone. Not "CST" or "+02:00": the database reads these as other zones
 * than browsers do, without daylight saving time, and with the sign turned around.
 */
export function isTimeZone(timeZone: string): boolean {
  if (timeZone !== 'UTC' && !timeZone.includes('/')) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** A formatter takes longer to create than an order's statements to send. */
const dayFormatters = new Map<string, Intl.DateTimeFormat>()

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  // Canada writes dates as ISO does.
  const formatter = dayFormatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  dayFormatters.set(timeZone, formatter)
  return formatter
}

/** The first whole minute of a span for which this holds, as it does from then on. */
function firstMoment([from, to]: readonly [number, number], holds: (at: number) => boolean): number {
  let [before, after] = [from, to]
  while (after - before > MINUTE) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE
    if (holds(middle)) after = middle
    else before = middle
  }
  return after
}
