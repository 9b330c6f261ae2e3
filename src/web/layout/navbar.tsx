import { Link, useLocation } from 'react-router'
import * as paths from '#paths.ts'
import { useSession } from '../session/session.ts'
import { classNames } from '../ui/class-names.ts'
import { AccountMenu } from './account-menu.tsx'
import { HeaderSearch } from './header-search.tsx'
import { isDashboard } from './is-dashboard.ts'
import { Logo } from './logo.tsx'
import { NavLinks } from './nav-links.tsx'
import { PhoneMenu } from './phone-menu.tsx'
import { ProductSearchForm } from './product-search-form.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useStore } from './use-settings.ts'
import { VehicleChip } from './vehicle-chip.tsx'

/**
 * The navbar. Cached pages are the same for everyone: until the session is known the markup has both the
 * visitor's and the customer's items, and an attribute that the head script sets on <html> hides one of them.
 */
export function Navbar() {
  const session = useSession()
  const { name } = useStore()
  const { pathname } = useLocation()
  // Above the dashboard, which is as wide as the window.
  const column = classNames('page-column flex items-center', isDashboard(pathname) && 'max-w-none!')
  return (
    <header className="graphite relative z-40 border-b border-line">
      <div
        className={classNames(
          column,
          'min-h-17 gap-1 max-xs:flex-wrap max-xs:justify-end max-xs:py-2 sm:gap-3',
        )}
      >
        <Link
          to={paths.home}
          className="flex min-h-11 min-w-0 items-center rounded-md max-xs:w-full"
          aria-label={`${name}, home page`}
        >
          <Logo className="h-8 w-auto max-w-full" />
        </Link>
        <nav aria-label="Main" className="ml-4 hidden grow items-center lg:flex">
          <NavLinks
            className="relative flex min-h-11 items-center px-3 font-medium whitespace-nowrap no-underline hover:text-signal"
            // A border, which forced colors keep.
            activeClassName="after:absolute after:inset-x-3 after:bottom-1.5 after:border-b-2 after:border-signal"
          />
        </nav>
        <VehicleChip className="ml-auto hidden max-w-64 xl:flex" />
        {pathname !== paths.parts && <ProductSearchForm key={pathname} className="hidden w-52 xl:block" />}
        <div className="ml-auto flex shrink-0 items-center sm:gap-1 xl:ml-0">
          {/* As wide as "Log in", so that nothing shifts when the session becomes known. */}
          <div className="flex min-w-19 max-xs:min-w-0 sm:min-w-21 justify-end">
            {session.status !== 'signed-in' && (
              <Link
                to={paths.login}
                prefetch="intent"
                className={classNames(
                  'flex min-h-11 items-center rounded-md border border-line-strong px-3 font-semibold max-xs:px-1 sm:px-4 whitespace-nowrap no-underline hover:border-ink',
                  session.status === 'loading' && 'only-signed-out',
                )}
              >
                Log in
              </Link>
            )}
            {session.status === 'signed-in' && <AccountMenu user={session.user} />}
          </div>
          <ThemeSwitch />
          <PhoneMenu />
        </div>
      </div>
      <div className="border-t border-line xl:hidden">
        <div className={classNames(column, 'justify-between gap-4')}>
          <VehicleChip className="flex" />
          {pathname !== paths.parts && <HeaderSearch key={pathname} />}
        </div>
      </div>
    </header>
  )
}
