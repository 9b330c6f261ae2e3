import { quantityText } from '#domain/products/unit.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { adminLoader } from '../../api-client/protected-loader.ts'
import { PrintedLetterhead } from '../../components/printed-letterhead.tsx'
import { errorBoundary } from '../../layout/load-problem.tsx'
import { PageHeading } from '../../layout/page-heading.tsx'
import { metaWithTitle } from '../../layout/public-meta.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { loadOrdersToPack } from '../packing-slips/load-orders-to-pack.ts'
import { ORDERS_TO_SHIP, packingSlipsLabel, packingSlipsPath } from '../packing-slips/packing-slips-path.ts'
import type { Route } from './+types/picking-list'
import { pickingRows } from './picking-rows.ts'

const TITLE = 'Picking List'

export const meta = metaWithTitle(TITLE)

export const clientLoader = adminLoader(async ({ request }: Route.ClientLoaderArgs) => ({
  orders: await loadOrdersToPack(request.url),
}))

export const ErrorBoundary = errorBoundary(TITLE, ORDERS_TO_SHIP)

/** What to take from the shelves for several orders, in the order of the bins: one way through the store. */
export default function PickingList({ loaderData: { orders } }: Route.ComponentProps) {
  const rows = pickingRows(orders)
  const numbers = new Set(rows.flatMap((row) => row.orders.map(({ number }) => number)))
  if (rows.length === 0)
    return (
      <>
        <PageHeading compact title={TITLE} />
        <EmptyState
          title="Nothing to pick"
          text="Select orders to ship in Manage All Orders, and choose Picking list."
        >
          <LinkButton to={ORDERS_TO_SHIP.to}>{ORDERS_TO_SHIP.label}</LinkButton>
        </EmptyState>
      </>
    )
  return (
    <>
      <PrintedLetterhead paper={TITLE} />
      <PageHeading
        compact
        title={TITLE}
        lead={`${formatCountOf(rows.length, 'part')} for ${formatCountOf(numbers.size, 'order')}`}
        actions={
          <>
            <Button variant="primary" onClick={() => print()}>
              Print
            </Button>
            <LinkButton to={packingSlipsPath(orders)}>{packingSlipsLabel(orders.length)}</LinkButton>
            <LinkButton to={ORDERS_TO_SHIP.to}>{ORDERS_TO_SHIP.label}</LinkButton>
          </>
        }
      />
      <Card className="print:shadow-none">
        <table className="w-full text-left">
          <caption className="sr-only">Parts to pick, by bin</caption>
          <thead className="text-sm text-ink-soft">
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-1 pr-4 font-semibold">
                Bin
              </th>
              <th scope="col" className="py-1 font-semibold">
                Part
              </th>
              <th scope="col" className="py-1 pl-4 text-right font-semibold">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ productId, bin, partNumber, name, unit, quantity, ...row }) => (
              <tr
                key={`${productId} ${unit}`}
                className="break-inside-avoid border-b border-line align-top last:border-0"
              >
                <td className="py-2 pr-4 font-mono font-semibold wrap-anywhere">{bin || '–'}</td>
                <th scope="row" className="py-2 font-semibold wrap-anywhere">
                  {partNumber && <span className="block font-mono text-sm">{partNumber}</span>}
                  {name}
                  <span className="block text-sm font-normal text-ink-soft print:text-ink">
                    {row.orders
                      .map((order) => (row.orders.length > 1 ? `${order.quantity} for ` : '') + order.number)
                      .join(', ')}
                  </span>
                </th>
                <td className="py-2 pl-4 text-right text-xl tabular-nums">{quantityText(quantity, unit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </>
  )
}
