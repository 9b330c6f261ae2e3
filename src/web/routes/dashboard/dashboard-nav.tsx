import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { closeOnEscape } from '../../layout/use-closing-details.ts'
import { useSession } from '../../session/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { type DashboardLink, dashboardLinks } from './dashboard-links.ts'

const rowClasses = ({ isActive }: { isActive: boolean }) =>
  classNames(
    'flex min-h-11 items-center rounded-r-md border-l-3 px-4 no-underline',
    isActive
      ? 'border-signal bg-raised font-semibold'
      : 'border-line text-ink-soft hover:border-line-strong hover:bg-raised hover:text-ink',
  )

/** The dashboard's navigation: a sidebar from 1024 px, below that a menu labeled with the current page. */
export function DashboardNav() {
  const { role } = useSession()
  const { own, admin } = dashboardLinks(role)
  const { pathname } = useLocation()
  const here = [...own, ...admin].findLast(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [pathname])
  return (
    <>
      <nav aria-label="Dashboard" className="sticky top-6 hidden self-start lg:block">
        <DashboardLinks own={own} admin={admin} />
      </nav>
      <details
        ref={menu}
        className="group rounded-md border border-line-strong bg-raised lg:hidden print:hidden"
        onKeyDown={closeOnEscape}
      >
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            <span className="font-normal text-ink-soft">Dashboard: </span>
            {here && (here.to !== '/dashboard' || pathname === here.to) ? here.label : otherLabel(pathname)}
          </span>
          <ChevronIcon className="shrink-0 group-open:rotate-180" />
        </summary>
        <nav aria-label="Dashboard" className="border-t border-line py-3 pr-3">
          <DashboardLinks own={own} admin={admin} />
        </nav>
      </details>
    </>
  )
}

/** Pages of the dashboard that have no link of their own. */
function otherLabel(pathname: string): string {
  if (pathname.startsWith('/dashboard/orders/')) return 'Order'
  return pathname.startsWith('/dashboard/packingSlips') ? 'Packing Slips' : 'Payment'
}

function DashboardLinks({ own, admin }: { own: readonly DashboardLink[]; admin: readonly DashboardLink[] }) {
  return (
    <>
      <LinkList links={own} />
      {admin.length > 0 && (
        <>
          <p className="mt-5 mb-2 pl-4.75 font-display text-lg tracking-wide text-ink-soft">The store</p>
          <LinkList links={admin} />
        </>
      )}
    </>
  )
}

function LinkList({ links }: { links: readonly DashboardLink[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <NavLink to={link.to} prefetch="intent" end={link.to === '/dashboard'} className={rowClasses}>
            {link.label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
