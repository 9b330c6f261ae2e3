import { Outlet, type ShouldRevalidateFunctionArgs, useMatches } from 'react-router'
import { api } from '../../api-client/api-client.ts'
import { currentRole, signedInLoader } from '../../api-client/protected-loader.ts'
import { PageFallback } from '../../layout/page-fallback.tsx'
import { Page } from '../../layout/page.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import type { RouteHandle } from '../../route-handle.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Route } from './+types/dashboard'
import { DashboardNav } from './dashboard-nav.tsx'

export const handle = { access: 'signed-in' } satisfies RouteHandle

export const meta = metaWithTitle('Dashboard')

/** Signed-in users only; child routes check roles. */
export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, session) => {
  const role = await currentRole(session)
  return { openMessages: role === 'admin' ? countOpenMessages() : null }
})

/** Not awaited: the navigation is complete without the number. */
async function countOpenMessages(): Promise<number> {
  try {
    // For admins only.
    const { countMessages } = await import('#contract/contact.ts')
    return (await api(countMessages)).open
  } catch {
    return 0
  }
}

/** A change of a list's view, such as each search of it, does not wait for the role. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return currentUrl.search === nextUrl.search && defaultShouldRevalidate
}

export function HydrateFallback() {
  return <PageFallback title="Dashboard" label="Loading your dashboard" />
}

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const wide = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.wide)
  return (
    <Page
      // The menu keeps its position on every screen, regardless of the content's width.
      className="grid max-w-none! min-h-dvh print:block print:min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-x-8 gap-y-6 lg:pt-6! lg:grid-cols-[12.5rem_minmax(0,1fr)]"
    >
      <DashboardNav openMessages={loaderData.openMessages} />
      <div className={classNames('min-w-0', !wide && 'lg:max-w-5xl')}>
        <Outlet />
      </div>
    </Page>
  )
}
