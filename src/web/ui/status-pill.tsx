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
 * `ok` = good (in stock, fits, shipped) · `due` = action required (unpaid) · `caution` = not certain (fit) ·
 * `calm` = no action · `bad` = an error.
 */
export type PillTone = keyof typeof tones

/** A status of one or two words; `wraps` allows more. The color only repeats the text. */
export function StatusPill({
  tone = 'calm',
  wraps = false,
  children,
}: {
  tone?: PillTone
  wraps?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-sm border px-2 py-0.5 text-sm leading-5 font-semibold',
        tones[tone],
        !wraps && 'whitespace-nowrap',
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}
