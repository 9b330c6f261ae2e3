import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  danger: 'border-danger bg-danger-wash',
  caution: 'border-caution bg-caution-wash',
  ok: 'border-ok bg-ok-wash',
  info: 'border-line-strong bg-surface',
}

/**
 * A persistent message. `danger` is announced immediately; reserve it for what went wrong and what to do.
 * `caution`: think before you continue.
 */
export function Alert({
  tone = 'info',
  title,
  children,
  className,
}: {
  tone?: keyof typeof tones
  title?: string
  children?: ReactNode
  className?: string
}) {
  return (
    <div
      role={tone === 'danger' ? 'alert' : tone === 'ok' ? 'status' : undefined}
      className={classNames('rounded-md border border-l-4 px-4 py-3', tones[tone], className)}
    >
      {title && <p className="font-semibold">{title}</p>}
      {children}
    </div>
  )
}
