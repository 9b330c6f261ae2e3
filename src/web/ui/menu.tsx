import { useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useCloseOutside } from './use-close-outside.ts'

/**
 * A button that opens a panel of links and buttons: a disclosure, not an ARIA menu. Esc, a press outside or a
 * chosen link closes it.
 */
export function Menu({
  label,
  trigger,
  children,
  triggerClassName,
}: {
  label: string
  trigger: ReactNode
  children: ReactNode
  /** Additional classes of the button. */
  triggerClassName?: string
}) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useCloseOutside(box, open, () => setOpen(false))
  return (
    <div
      ref={box}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={classNames(
          'flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-md hover:bg-ink/8',
          triggerClassName,
        )}
      >
        {trigger}
      </button>
      {open && (
        <div
          onClick={(event) => {
            const chosen = event.target instanceof Element && event.target.closest('a, [data-closes]')
            if (!chosen) return
            setOpen(false)
            // A dialog opened by the choice will return the focus to the element that has it now.
            if (chosen.matches('[data-closes]')) button.current?.focus()
          }}
          className="absolute top-full right-0 z-40 mt-2 min-w-56 rounded-md max-[25rem]:fixed max-[25rem]:inset-x-4 max-[25rem]:top-auto max-[25rem]:min-w-0 border border-line-strong bg-raised p-1.5 text-ink shadow-high"
        >
          {children}
        </div>
      )}
    </div>
  )
}

/** Classes of a row in a Menu (link or button). */
export const menuItemClasses =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left font-medium no-underline hover:bg-ink/8'
