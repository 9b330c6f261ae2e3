import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  ok: 'border-ok text-ok bg-ok-wash',
  due: 'border-signal text-signal bg-signal-wash',
  caution: 'border-caution text-ink bg-caution-wash',
  calm: 'border-line-strong text-ink-soft bg-surface',
  bad: 'border-danger text-danger bg-danger-wash',
}

/**
 * `ok` = good (in stock, fits, shipped) · `due` = action required (unpaid) · `caution` = in between (may fit,
 * partly shipped) ·
 * `calm` = no action · `bad` = an error.
 */
export type PillTone = keyof typeof tones

/**
 * A status of one or two words; `wraps` allows more. The color only repeats the text, and so does the
 * `glyph`, by default a dot.
 */
export function StatusPill({
  tone = 'calm',
  wraps = false,
  glyph,
  children,
}: {
  tone?: PillTone
  wraps?: boolean
  glyph?: string
  children: ReactNode
}) {
  return (
    <span className={classNames('pill', tones[tone], !wraps && 'whitespace-nowrap')}>
      {glyph === undefined ? (
        <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      ) : (
        <span aria-hidden="true" className="font-bold">
          {glyph}
        </span>
      )}
      {glyph === undefined ? children : <span className="min-w-0">{children}</span>}
    </span>
  )
}
