import { formatCountOf } from './format-count.ts'

/** Minutes in the largest unit that needs no fraction: "90 minutes", "1 hour", "24 hours", "3 days". */
export function durationText(minutes: number): string {
  if (minutes > 24 * 60 && minutes % (24 * 60) === 0) return formatCountOf(minutes / (24 * 60), 'day')
  return minutes % 60 === 0 ? formatCountOf(minutes / 60, 'hour') : formatCountOf(minutes, 'minute')
}
