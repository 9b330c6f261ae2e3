import type { ReactNode } from 'react'
import type { FitVerdict } from '#domain/vehicles/fit-verdict.ts'
import { type PillTone, StatusPill } from '../ui/status-pill.tsx'

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
