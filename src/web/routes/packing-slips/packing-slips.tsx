import { adminLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/packing-slips'
import { loadOrdersToPack } from './load-orders-to-pack.ts'
import { PackingSlip } from './packing-slip.tsx'
import { ORDERS_TO_SHIP, readParcel } from './packing-slips-path.ts'

const TITLE = 'Packing Slips'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => ({
  orders: await loadOrdersToPack(request.url),
  parcel: readParcel(new URL(request.url).searchParams),
}))

export const ErrorBoundary = errorBoundary(TITLE, ORDERS_TO_SHIP)

/** The contents of the parcels, one sheet per order; without prices, since a parcel may be a gift. */
export default function PackingSlips({ loaderData: { orders, parcel } }: Route.ComponentProps) {
  return (
    <>
      <div className="print:hidden">
        <PageHeading
          compact
          title={TITLE}
          actions={
            <>
              {orders.length > 0 && (
                <Button variant="primary" onClick={() => print()}>
                  {orders.length === 1 ? 'Print packing slip' : `Print ${orders.length} packing slips`}
                </Button>
              )}
              <LinkButton to={ORDERS_TO_SHIP.to}>{ORDERS_TO_SHIP.label}</LinkButton>
            </>
          }
        />
      </div>
      {orders.length === 0 ? (
        <EmptyState
          title="No orders to pack"
          text="Select the orders in Manage All Orders, and choose Packing slips."
        />
      ) : (
        <div className="flex flex-col gap-6 print:block">
          {orders.map((order) => (
            <PackingSlip key={order._id} purchase={order} parcel={parcel} />
          ))}
        </div>
      )}
    </>
  )
}
