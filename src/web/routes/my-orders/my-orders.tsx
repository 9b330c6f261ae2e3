import { listOwnOrders } from '#contract/orders.ts'
import { api } from '../../api-client/api-client.ts'
import { LoadProblem } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { loadSignedIn } from '../../session/load-signed-in.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingBlock } from '../../ui/spinner.tsx'
import type { Route } from './+types/my-orders'
import { OrderList } from './order-list.tsx'
import { PAGE_SIZE, pageOf } from './order-page.ts'
import { titled } from '../../layout/public-meta.ts'

export const meta = titled('My Orders')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadSignedIn(request, async ({ user }) => ({
    email: user.email,
    ...pageOf(await api(listOwnOrders, { params: { email: user.email }, query: { limit: PAGE_SIZE + 1 } })),
  }))
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <LoadingBlock label="Loading your orders" />
}

/** The user's orders, newest first; unpaid ones can be paid or deleted. */
export default function MyOrders({ loaderData }: Route.ComponentProps) {
  const { email, orders, more } = loaderData
  return (
    <>
      <PageHeading title="My Orders" lead="Pay for your orders, and see which have shipped." />
      {orders.length === 0 ? (
        <EmptyState
          title="No orders yet"
          text="What you order appears here. Pieces are held for you until you have paid."
        >
          <LinkButton variant="primary" to="/parts">
            Browse parts
          </LinkButton>
        </EmptyState>
      ) : (
        // Remount for a fresh load, also after a change of user.
        <OrderList key={email + (orders[0]?._id ?? '')} email={email} first={orders} firstMore={more} />
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadProblem title="My Orders" error={error} />
}
