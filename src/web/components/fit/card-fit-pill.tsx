import { Link } from 'react-router'
import { FitPill } from '../../layout/fit-pill.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import type { CardFit } from './card-fit.ts'

/** The line of a card about the vehicle, as a pill. */
export function CardFitPill({ fit: { verdict, text, path } }: { fit: CardFit }) {
  return (
    <FitPill verdict={verdict} {...((path || verdict === 'unknown') && { tone: 'calm' })}>
      {path ? (
        // Above the link that covers the card, and as high as a finger.
        <Link to={path} className="relative -my-3 inline-block py-3 underline underline-offset-4">
          {text}
        </Link>
      ) : (
        unbrokenUnits(text)
      )}
    </FitPill>
  )
}

/**
 * The line of a card. Keeps its place on pages that are the same for everyone, until the browser knows
 * whether the part fits the saved vehicle.
 */
export function CardFitLine({ fit }: { fit: CardFit | undefined }) {
  return <p className={fit ? undefined : 'has-car min-h-6.5'}>{fit && <CardFitPill fit={fit} />}</p>
}
