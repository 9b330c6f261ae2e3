import { formatDay } from '#domain/shared/day.ts'
import { dayOf } from '#domain/shared/shop-days.ts'
import { useSettings } from '../../layout/use-settings.ts'

/** Formats a moment as the day where the store is, in which its deadlines end: "Mar 3, 2027". */
export function useStoreDay(): (iso: string) => string {
  const { timeZone } = useSettings()
  return (iso) => formatDay(dayOf(new Date(iso), timeZone))
}
