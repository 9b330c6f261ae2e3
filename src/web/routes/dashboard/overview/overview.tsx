import { lazy, Suspense } from 'react'
import { showOverview } from '#contract/orders.ts'
import { listOwnPurchases } from '#contract/purchases.ts'
import { api } from '../../../api-client/api-client.ts'
import { currentRole, signedInLoader } from '../../../api-client/protected-loader.ts'
import { errorBoundary } from '../../../layout/load-problem.tsx'
import { metaWithTitle } from '../../../layout/public-meta.ts'
import type { SessionUser } from '../../../session/session-store.ts'
import { LoadingBlock } from '../../../ui/spinner.tsx'
import type { Route } from './+types/overview'
import { CustomerOverview } from './customer-overview.tsx'
import { readSalesView } from './sales-view.ts'

// Loads admin code for admins only.
const adminOverview = () => import('./admin-overview.tsx')
const AdminOverview = lazy(async () => ({ default: (await adminOverview()).AdminOverview }))

export const meta = metaWithTitle('Dashboard')

export const clientLoader = signedInLoader(async ({ request }: Route.ClientLoaderArgs, session) => {
  const { user } = session
  if ((await currentRole(session)) === 'admin') {
    const view = readSalesView(new URL(request.url).searchParams)
    const [store] = await Promise.all([api(showOverview, { query: view }), adminOverview()])
    return { user, store, view, orders: [] }
  }
  const orders = await api(listOwnPurchases)
  return { user, store: null, view: null, orders }
})

/** Recent and unpaid orders for a customer, the store's figures for an admin. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { user, store, view, orders } = loaderData
  if (!store) return <CustomerOverview name={nameOf(user)} orders={orders} />
  return (
    <Suspense fallback={<LoadingBlock label="Loading your overview" />}>
      <AdminOverview name={nameOf(user)} store={store} view={view} />
    </Suspense>
  )
}

export const ErrorBoundary = errorBoundary('Overview')

const nameOf = ({ name, email }: SessionUser) => name || email
