import { lazy, Suspense } from 'react'
import { listOwnOrders, showOverview } from '#contract/orders.ts'
import { api, ApiProblem } from '../../../api-client/api-client.ts'
import { errorBoundary } from '../../../layout/load-problem.tsx'
import { metaWithTitle } from '../../../layout/public-meta.ts'
import { signedInLoader } from '../../../session/protected-loader.ts'
import { type SessionUser, updateSavedSession } from '../../../session/session-store.ts'
import { LoadingBlock } from '../../../ui/spinner.tsx'
import type { Route } from './+types/overview'
import { CustomerOverview } from './customer-overview.tsx'

// Loads admin code for admins only.
const adminOverview = () => import('./admin-overview.tsx')
const AdminOverview = lazy(async () => ({ default: (await adminOverview()).AdminOverview }))

export const meta = metaWithTitle('Dashboard')

export const clientLoader = signedInLoader(async (_: Route.ClientLoaderArgs, { user, role }) => {
  if (role === 'admin') {
    const loaded = await Promise.all([api(showOverview), adminOverview()]).catch(noLongerAdmin)
    if (loaded) return { user, store: loaded[0], orders: [] }
  }
  const orders = await api(listOwnOrders, { params: { email: user.email } })
  return { user, store: null, orders }
})

/** A user who lost the admin role since signing in sees a customer's overview. */
function noLongerAdmin(error: unknown): null {
  if (!(error instanceof ApiProblem) || error.status !== 403) throw error
  updateSavedSession({ role: 'customer' })
  return null
}

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
