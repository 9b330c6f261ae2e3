import { lazy, Suspense } from 'react'
import { listOwnOrders, showOverview } from '#contract/orders.ts'
import { api } from '../../../api-client/api-client.ts'
import { currentRole, signedInLoader } from '../../../api-client/protected-loader.ts'
import { errorBoundary } from '../../../layout/load-problem.tsx'
import { metaWithTitle } from '../../../layout/public-meta.ts'
import type { SessionUser } from '../../../session/session-store.ts'
import { LoadingBlock } from '../../../ui/spinner.tsx'
import type { Route } from './+types/overview'
import { CustomerOverview } from './customer-overview.tsx'

// Loads admin code for admins only.
const adminOverview = () => import('./admin-overview.tsx')
const AdminOverview = lazy(async () => ({ default: (await adminOverview()).AdminOverview }))

export const meta = metaWithTitle('Dashboard')

export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, session) => {
  const { user } = session
  if ((await currentRole(session)) === 'admin') {
    const [store] = await Promise.all([api(showOverview), adminOverview()])
    return { user, store, orders: [] }
  }
  const orders = await api(listOwnOrders, { params: { email: user.email } })
  return { user, store: null, orders }
})

/** Recent and unpaid orders for a customer, the store's figures for an admin. */
export default function Overview({ loaderData }: Route.ComponentProps) {
  const { user, store, orders } = loaderData
  if (!store) return <CustomerOverview name={nameOf(user)} orders={orders} />
  return (
    <Suspense fallback={<LoadingBlock label="Loading your overview" />}>
      <AdminOverview name={nameOf(user)} store={store} />
    </Suspense>
  )
}

export const ErrorBoundary = errorBoundary('Overview')

const nameOf = ({ name, email }: SessionUser) => name || email
