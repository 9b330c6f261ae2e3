import type { CartLine } from '#domain/cart/cart.ts'
import * as paths from '#paths.ts'
import { FitPill } from '../../layout/fit-pill.tsx'
import { TextLink } from '../../ui/button.tsx'
import { fitsByCar } from './line-notes.ts'

/** How many parts fit each car, and where to change the cars. */
export function CarChips({ lines }: { lines: readonly CartLine[] }) {
  const cars = fitsByCar(lines)
  if (cars.length === 0)
    return (
      <p className="mb-4 text-ink-soft">
        <TextLink to={paths.garage} className="text-ink">
          Add your vehicle
        </TextLink>{' '}
        to see whether the parts fit.
      </p>
    )
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <ul aria-label="Your cars" className="flex min-w-0 flex-wrap gap-2">
        {cars.map(({ car, text, verdict }) => (
          <li key={car} className="min-w-0">
            <FitPill verdict={verdict} {...(verdict === 'unknown' && { tone: 'calm' })}>
              {text}
            </FitPill>
          </li>
        ))}
      </ul>
      <TextLink to={paths.garage}>Change cars</TextLink>
    </div>
  )
}
