import { Link, useLocation } from 'react-router'
import * as paths from '#paths.ts'
import { useSession } from '../session/session.ts'
import { classNames } from '../ui/class-names.ts'
import { AccountMenu } from './account-menu.tsx'
import { CartLink } from './cart-link.tsx'
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
  // Above the dashboard, which is as wide as the window, the header is one row: tables need the height.
  const isAtWork = isDashboard(pathname)
  const column = classNames('page-column flex items-center', isAtWork && 'max-w-none!')
  const navigation = (
    <nav aria-label="Main" className="flex grow gap-x-6 max-lg:hidden">
      <NavLinks
        className="relative flex min-h-11 min-w-11 items-center font-medium whitespace-nowrap no-underline hover:text-signal"
        // A border, which forced colors keep.
        activeClassName="after:absolute after:inset-x-0 after:bottom-1 after:border-b-2 after:border-signal"
      />
    </nav>
  )
  return (
    <header className="graphite relative z-40 border-b border-line">
      <div
        className={classNames(
          column,
          'flex-wrap gap-x-1 gap-y-1.5 py-1.5 sm:gap-x-3 lg:min-h-16 lg:flex-nowrap lg:gap-x-6 lg:py-0 max-xs:justify-end max-xs:py-2',
        )}
      >
        <Link
          to={paths.home}
          className="flex min-h-11 min-w-0 items-center rounded-md max-xs:w-full"
          aria-label={`${name}, home page`}
        >
          <Logo className="h-7 w-auto max-w-full sm:h-8" />
        </Link>
        {/* On a narrow page the second row; otherwise between the logo and the account. */}
        <div
          className={classNames(
            'order-1 flex w-full flex-wrap items-center gap-x-3 gap-y-1 sm:flex-nowrap',
            isAtWork ? 'lg:hidden' : 'lg:order-none lg:w-auto lg:grow lg:gap-6',
          )}
        >
          <VehicleChip />
          <ProductSearchForm className="min-w-0 flex-1 basis-32" />
        </div>
        {isAtWork && navigation}
        <div className="ml-auto flex shrink-0 items-center max-xs:shrink max-xs:flex-wrap max-xs:justify-end sm:gap-1">
          {/* As wide as "Log in", so that nothing shifts when the session becomes known. */}
          <div className="flex min-w-16 max-xs:min-w-0 sm:min-w-21 justify-end">
            {session.status !== 'signed-in' && (
              <Link
                to={paths.login}
                prefetch="intent"
                className={classNames(
                  'flex min-h-11 items-center rounded-md border border-line-strong px-2 font-semibold max-xs:px-1 sm:px-4 whitespace-nowrap no-underline hover:border-ink',
                  session.status === 'loading' && 'only-signed-out',
                )}
              >
                Log in
              </Link>
            )}
            {session.status === 'signed-in' && <AccountMenu user={session.user} />}
          </div>
          <CartLink />
          <ThemeSwitch />
          <PhoneMenu />
        </div>
      </div>
      {!isAtWork && (
        <div className="border-t border-line max-lg:hidden">
          <div className={column}>{navigation}</div>
        </div>
      )}
    </header>
  )
}
