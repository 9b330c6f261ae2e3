import { vehicleToQuery } from '#domain/vehicles/chosen-vehicle.ts'
import { fitTitle } from '#domain/vehicles/fit-words.ts'
import * as paths from '#paths.ts'
import { TextLink } from '../../ui/button.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import type { MyFit } from './use-fit.ts'

/**
 * Whether the part fits the saved vehicle, why not, and what helps. Green only for a certain fit. Renders
 * nothing for a part without vehicles: its page states that it has none.
 */
export function FitBadge({ fit }: { fit: MyFit | null }) {
  if (!fit || (fit.verdict === 'unknown' && !fit.missing)) return null
  const { verdict, mine } = fit
  return (
    <>
      <StatusPill tone={verdict === 'fits' ? 'ok' : 'caution'} wraps>
        {fitTitle(fit, mine.name)}
      </StatusPill>
      {verdict !== 'fits' && <FitLink fit={fit} />}
    </>
  )
}

/**
 * Links to the choice of the engine where that would make the fit certain, otherwise to the parts that fit.
 */
export function FitLink({ fit: { missing, mine } }: { fit: MyFit }) {
  return (
    <TextLink to={`${paths.parts}?${vehicleToQuery(mine.vehicle)}`}>
      {missing?.[0] === 'engine' ? 'Choose your engine' : 'See parts that fit'}
    </TextLink>
  )
}
