import { fitTitle } from '#domain/vehicles/fit-words.ts'
import { FitLink } from '../../components/fit/fit-badge.tsx'
import type { MyFit } from '../../components/fit/use-fits.ts'
import { Alert } from '../../ui/alert.tsx'

/**
 * Warns before an order when it is not certain that the part fits the saved vehicle, and why. Renders nothing
 * without a vehicle.
 */
export function FitWarning({ fit, category }: { fit: MyFit | null; category: string }) {
  if (!fit || fit.verdict === 'fits') return null
  return (
    <Alert tone="caution" title={fitTitle(fit, `your ${fit.mine.name}`)}>
      <p>{fit.verdict === 'fits_if' ? `Check your ${fit.mine.name} before you order` : fit.reason}.</p>
      <FitLink fit={fit} category={category} />
    </Alert>
  )
}
