import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'

/** A section of the home page: its heading, an optional link, and its content. */
export function Section({
  id,
  heading,
  text,
  aside,
  tone = 'paper',
  children,
}: {
  id: string
  heading: string
  text?: string | undefined
  aside?: ReactNode
  tone?: 'paper' | 'surface'
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className={classNames('py-10 sm:py-14', tone === 'surface' && 'border-y border-line bg-surface')}
    >
      <div className="page-column">
        <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-3 sm:mb-9">
          <div className="max-w-2xl">
            <h2 id={id} className="text-4xl sm:text-5xl">
              {heading}
            </h2>
            {text && <p className="mt-2 text-ink-soft sm:text-lg">{text}</p>}
          </div>
          {aside}
        </div>
        {children}
      </div>
    </section>
  )
}
