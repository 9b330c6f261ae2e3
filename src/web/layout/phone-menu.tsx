import { MenuIcon } from '../ui/icons.tsx'
import { NavLinks } from './nav-links.tsx'
import { OverlayDetails } from './overlay-details.tsx'

/** The navigation on narrow screens. */
export function PhoneMenu() {
  return (
    <OverlayDetails label="Menu" icon={<MenuIcon />} className="lg:hidden">
      <nav
        aria-label="Menu"
        className="absolute inset-x-0 z-40 mt-3 border-y border-line bg-paper px-gutter pt-2 pb-6 shadow-high"
      >
        <NavLinks
          className="flex min-h-13 items-center border-b border-line px-1 font-display text-2xl no-underline"
          activeClassName="text-signal"
        />
      </nav>
    </OverlayDetails>
  )
}
