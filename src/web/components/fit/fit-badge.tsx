import { fitTitle } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { FitPill } from '../../layout/fit-pill.tsx'
import { TextLink } from '../../ui/button.tsx'
import type { MyFit } from './use-fits.ts'

/**
 * Whether the part fits the saved vehicle, why not, and what helps. Green only for a certain fit. Renders
 * nothing for a part without vehicles: its page states that it has none. `hasLink`: to what helps.
 */
export function FitBadge({
  fit,
  category,
  hasLink = true,
}: {
  fit: MyFit | null
  category: string
  hasLink?: boolean
}) {
  if (!fit || (fit.verdict === 'unknown' && !fit.missing)) return null
  const { verdict, mine } = fit
  return (
    <>
      <FitPill verdict={verdict}>{fitTitle(fit, `your ${mine.name}`)}</FitPill>
      {verdict !== 'fits' && hasLink && <FitLink fit={fit} category={category} />}
    </>
  )
}

/**
 * Links to the choice of the engine where that would make the fit certain, otherwise to the parts of the
 * category that fit.
 */
export function FitLink({ fit: { missing, mine }, category }: { fit: MyFit; category: string }) {
  return (
    <TextLink to={paths.search({ ...mine.vehicle, category })}>
      {missing?.[0] === 'engine' ? 'Choose your engine' : 'See parts that fit'}
    </TextLink>
  )
}
