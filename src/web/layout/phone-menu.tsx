import { NavLink } from 'react-router'
import { useSession } from '../session/session.ts'
import { classNames } from '../ui/class-names.ts'
import { CloseIcon, MenuIcon } from '../ui/icons.tsx'
import { navLinks } from './nav-links.ts'
import { closeOnEscape, useClosingDetails } from './use-closing-details.ts'
import { useStore } from './use-settings.ts'

const rowClasses =
  'flex min-h-13 items-center border-b border-line px-1 font-display text-2xl no-underline aria-[current=page]:text-signal'

/**
 * The navigation on narrow screens: a <details>, which works without JavaScript. Esc, a press outside, and
 * navigation close it.
 */
export function PhoneMenu() {
  const session = useSession()
  const store = useStore()
  const details = useClosingDetails()
  return (
    <details ref={details} className="group lg:hidden" onKeyDown={closeOnEscape}>
      <summary
        aria-label="Menu"
        className="flex size-11 list-none items-center justify-center rounded-md hover:bg-ink/10 [&::-webkit-details-marker]:hidden"
      >
        <span className="group-open:hidden">
          <MenuIcon />
        </span>
        <span className="hidden group-open:block">
          <CloseIcon />
        </span>
      </summary>
      <nav
        aria-label="Menu"
        className="absolute inset-x-0 z-40 mt-3 border-y border-line bg-paper px-gutter pt-2 pb-6 shadow-high"
      >
        {navLinks(store).map((link) => (
          <NavLink key={link.to} to={link.to} prefetch="intent" end={link.to === '/'} className={rowClasses}>
            {link.label}
          </NavLink>
        ))}
        {session.status !== 'signed-out' && (
          <NavLink
            to="/dashboard"
            className={classNames(rowClasses, session.status === 'loading' && 'only-signed-in')}
          >
            Dashboard
          </NavLink>
        )}
      </nav>
    </details>
  )
}
