import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { classNames } from '../ui/class-names.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { useCloseOutside } from '../ui/use-close-outside.ts'
import { closeOnEscape } from './close-on-escape.ts'

/**
 * A `<details>` that overlays the page and works without JavaScript: an icon opens it; Esc, navigation, and a
 * press or focus outside close it.
 */
export function OverlayDetails({
  label,
  icon,
  className,
  children,
}: {
  label: string
  icon: ReactNode
  className: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const close = () => {
    if (details.current) details.current.open = false
  }
  useEffect(() => {
    // Skips the first render: it may have been opened before hydration.
    if (shown.current === pathname) return
    shown.current = pathname
    close()
  }, [pathname])
  useCloseOutside(details, true, close)
  return (
    <details ref={details} className={classNames('group', className)} onKeyDown={closeOnEscape}>
      <summary
        aria-label={label}
        className="flex size-11 list-none items-center justify-center rounded-md hover:bg-ink/10 [&::-webkit-details-marker]:hidden"
      >
        <span className="group-open:hidden">{icon}</span>
        <span className="hidden group-open:block">
          <CloseIcon />
        </span>
      </summary>
      {children}
    </details>
  )
}
