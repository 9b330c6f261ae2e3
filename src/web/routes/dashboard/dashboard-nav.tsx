import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Await, Form, Link, useLocation } from 'react-router'
import * as paths from '#paths.ts'
import { closeOnEscape } from '../../layout/close-on-escape.ts'
import { useSession } from '../../session/session.ts'
import { classNames } from '../../ui/class-names.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { type DashboardLink, dashboardLinks, linkAt } from './dashboard-links.ts'

const rowClasses = (isHere: boolean) =>
  classNames(
    'flex min-h-11 items-center rounded-r-md border-l-3 px-4 no-underline',
    isHere
      ? 'border-signal bg-raised font-semibold'
      : 'border-line text-ink-soft hover:border-line-strong hover:bg-raised hover:text-ink',
  )

/**
 * The dashboard's navigation: a sidebar from 1024 px, below that a menu labeled with the current page.
 * `openMessages`: shown at the inbox.
 */
export function DashboardNav({ openMessages }: { openMessages: Promise<number> | null }) {
  const { role } = useSession()
  const { own, admin } = dashboardLinks(role)
  const { pathname } = useLocation()
  const here = linkAt(pathname, [...own, ...admin])
  const links = (
    <>
      <LinkList links={own} here={here?.link} />
      {admin.length > 0 && (
        <>
          <p className="mt-5 mb-2 pl-4.75 font-display text-lg tracking-wide text-ink-soft">The store</p>
          <FindForm />
          <LinkList
            links={admin}
            here={here?.link}
            counts={{ [paths.inbox]: <OpenCount of={openMessages} /> }}
          />
        </>
      )}
    </>
  )
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [pathname])
  return (
    <>
      <nav aria-label="Dashboard" className="sticky top-6 hidden self-start lg:block">
        {links}
      </nav>
      <details
        ref={menu}
        className="group rounded-md border border-line-strong bg-raised lg:hidden print:hidden"
        onKeyDown={closeOnEscape}
      >
        <summary className="flex min-h-12 list-none items-center justify-between gap-3 px-4 font-semibold [&::-webkit-details-marker]:hidden">
          <span>
            <span className="font-normal text-ink-soft">Dashboard: </span>
            {here?.title}
          </span>
          <ChevronIcon className="shrink-0 group-open:rotate-180" />
        </summary>
        <nav aria-label="Dashboard" className="border-t border-line py-3 pr-3">
          {links}
        </nav>
      </details>
    </>
  )
}

/** Finds orders, customers and parts from every screen. */
function FindForm() {
  const { pathname, search } = useLocation()
  const words = pathname === paths.find ? (new URLSearchParams(search).get('q') ?? '') : ''
  return (
    <Form action={paths.find} role="search" aria-label="The store" className="mb-2 max-lg:ml-3">
      {/* The field follows the URL. */}
      <SearchBox
        key={words}
        label="Find an order, customer or part"
        name="q"
        placeholder="Order, phone …"
        defaultValue={words}
      />
    </Form>
  )
}

/** How many messages are open, once that is known. */
function OpenCount({ of }: { of: Promise<number> | null }) {
  if (!of) return null
  return (
    <Suspense fallback={null}>
      <Await resolve={of}>
        {(open) =>
          open > 0 && (
            <span className="ml-2 rounded-sm bg-signal-wash px-1.5 text-sm font-semibold text-signal tabular-nums">
              {open}
              <span className="sr-only"> open</span>
            </span>
          )
        }
      </Await>
    </Suspense>
  )
}

function LinkList({
  links,
  here,
  counts = {},
}: {
  links: readonly DashboardLink[]
  here: DashboardLink | undefined
  /** What follows the label of the link to a path. */
  counts?: Readonly<Record<string, ReactNode>>
}) {
  const { pathname } = useLocation()
  return (
    <ul>
      {links.map((link) => (
        <li key={link.to}>
          <Link
            to={link.to}
            prefetch="intent"
            aria-current={link !== here ? undefined : link.to === pathname ? 'page' : 'true'}
            className={rowClasses(link === here)}
          >
            {link.label}
            {counts[link.to]}
          </Link>
        </li>
      ))}
    </ul>
  )
}
