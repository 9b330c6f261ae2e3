import { NavLink } from 'react-router'
import * as paths from '#paths.ts'
import { useSession } from '../session/session.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from './use-settings.ts'

/** The links of the navbar and of the phone's menu. A store without a portfolio has no link to it. */
export function NavLinks({ className, activeClassName }: { className: string; activeClassName: string }) {
  const { hasPortfolio } = useStore()
  const { status } = useSession()
  const links = [
    { to: '/', label: 'Home' },
    { to: paths.parts, label: 'Parts' },
    { to: paths.contact, label: 'Contact Us' },
    { to: paths.blogs, label: 'Blogs' },
    ...(hasPortfolio ? [{ to: paths.portfolio, label: 'My Portfolio' }] : []),
    ...(status === 'signed-out' ? [] : [{ to: paths.dashboard, label: 'Dashboard' }]),
  ]
  return links.map(({ to, label }) => (
    <NavLink
      key={to}
      to={to}
      prefetch="intent"
      end={to === '/'}
      className={({ isActive }) =>
        classNames(
          className,
          isActive && activeClassName,
          to === paths.dashboard && status === 'loading' && 'only-signed-in',
        )
      }
    >
      {label}
    </NavLink>
  ))
}
