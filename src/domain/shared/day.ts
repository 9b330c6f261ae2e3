import { z } from 'zod'
import { boundedText } from './text.ts'

/** Whether the text is a calendar day: "2011-03-01". */
export function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success
}

/** A day for display: "Mar 1, 2011". */
export function formatDay(day: string): string {
  formatter ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return formatter.format(new Date(day))
}

/** Created once, on first use: it takes a slow phone a tenth of a second. */
let formatter: Intl.DateTimeFormat | undefined

const NO_DAY = 'Enter a day, such as 2011-03-01'

/** A day such as "2011-03-01". */
export const DaySchema = boundedText(10, { missing: NO_DAY, tooLong: NO_DAY }).refine(isDay, NO_DAY)
