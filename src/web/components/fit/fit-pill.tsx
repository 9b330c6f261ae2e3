import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'
import { unbrokenUnits } from '../../ui/unbroken-units.ts'
import type { CardFit } from './card-fit.ts'

const GLYPHS = { fits: '✓', does_not_fit: '!', fits_if: '?', unknown: '?' } as const

/** A verdict, with its glyph. Green only for a certain fit; `tone`: of the others, by default a warning. */
export function FitPill({
  verdict,
  tone = 'caution',
  children,
}: Pick<FitVerdict, 'verdict'> & { tone?: PillTone; children: ReactNode }) {
  return (
    <StatusPill tone={verdict === 'fits' ? 'ok' : tone} glyph={GLYPHS[verdict]} wraps>
      {children}
    </StatusPill>
  )
}

/** The line of a card about the vehicle, as a pill. */
export function CardFitPill({ fit: { verdict, text, path } }: { fit: CardFit }) {
  return (
    <FitPill verdict={verdict} {...((path || verdict === 'unknown') && { tone: 'calm' })}>
      {path ? (
        // Above the link that covers the card, and as high as a finger.
        <Link
          to={path}
          className="relative -my-3 inline-flex min-h-11 items-center underline underline-offset-4"
        >
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
