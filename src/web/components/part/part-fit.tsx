import { FitBadge } from './fit-badge.tsx'
import { useFit } from './use-fit.ts'

/** Whether a part fits the saved vehicle, on a page that is cached for everyone. */
export function PartFit({ id }: { id: string }) {
  return <FitBadge fit={useFit(id)} />
}
