import pLimit from 'p-limit'
import { listPurchases, startPacking } from '#contract/purchases.ts'
import { linesToShip } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { pathWithQuery } from '#paths.ts'
import { api } from '../../api-client/api-client.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { Route } from './+types/packing-slips'
import { PackingSlip } from './packing-slip.tsx'
import { digitsOf, readPackingSlips } from './packing-slips-path.ts'

const TITLE = 'Packing Slips'
const LIST = { to: pathWithQuery(paths.manageOrders, { status: 'paid' }), label: 'Orders to ship' }

export const meta = metaWithTitle(TITLE)

const CONCURRENCY = 3

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => {
  const numbers = readPackingSlips(new URL(request.url).searchParams)
  const limit = pLimit(CONCURRENCY)
  const found = await Promise.all(
    numbers.map((number) => limit(() => api(listPurchases, { query: { q: number, limit: 1 } }))),
  ).catch((error: unknown) => {
    // The others would fail too.
    limit.clearQueue()
    throw error
  })
  // Text that is not an order number is searched as text, and may find another order.
  const orders = found.flatMap(([order], at) =>
    order && digitsOf(order.number) === numbers[at] ? order : [],
  )
  // Their customers can no longer cancel what is about to be packed.
  const begun = orders.filter((order) => linesToShip(order).length > 0 && order.packingAt === undefined)
  await Promise.all(begun.map(({ _id: id }) => limit(() => api(startPacking, { params: { id } }))))
  return { orders }
})

export const ErrorBoundary = errorBoundary(TITLE, LIST)

/** The contents of the parcels, one sheet per order; without prices, since a parcel may be a gift. */
export default function PackingSlips({ loaderData: { orders } }: Route.ComponentProps) {
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
              <LinkButton to={LIST.to}>{LIST.label}</LinkButton>
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
            <PackingSlip key={order._id} purchase={order} />
          ))}
        </div>
      )}
    </>
  )
}
