import {
  contentsText,
  openLines,
  openQty,
  type Purchase,
  type PurchaseLine,
} from '#domain/orders/purchase.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatLocalDay } from '../../components/order-card/order-dates.ts'
import { Logo } from '../../layout/logo.tsx'
import { useStore } from '../../layout/use-settings.ts'

/** Pieces of a part, in this parcel and in others. */
type Packed = { line: PurchaseLine; quantity: number; elsewhere: number }

/** What a slip is of: a parcel that has shipped, or the pieces that are to ship, or all that have. */
function packed(purchase: Purchase, shipment: Purchase['shipments'][number] | undefined): Packed[] {
  const hasOpen = openLines(purchase).length > 0
  return purchase.lines.map((line) => {
    const wanted = line.quantity - line.canceledQty
    const inParcel = shipment?.lines.find(({ orderId }) => orderId === line.orderId)?.quantity ?? 0
    const quantity = shipment ? inParcel : hasOpen ? openQty(line) : line.shippedQty
    return { line, quantity, elsewhere: wanted - quantity }
  })
}

/**
 * One sheet: the recipient, and the pieces of a parcel with what comes in others. Each is printed on a page
 * of its own.
 * @param parcel one that has shipped, from 1; otherwise the pieces that are to ship, or all that have once
 * none is.
 */
export function PackingSlip({ purchase, parcel }: { purchase: Purchase; parcel?: number | undefined }) {
  const { letterhead, phone } = useStore()
  const { shipments } = purchase
  const id = `slip-${purchase._id}`
  const shipment = parcel === undefined ? undefined : shipments[parcel - 1]
  const pieces = packed(purchase, shipment)
  const others = pieces.filter(({ elsewhere }) => elsewhere > 0)
  const last = openLines(purchase).length === 0 ? shipments.at(-1) : undefined
  const shippedAt = (shipment ?? last)?.shippedAt
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-line bg-raised p-5 sm:p-8 print:break-after-page print:rounded-none print:border-0 print:bg-transparent print:p-0 print:last:break-after-auto"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 border-b border-line-strong pb-4">
        <div className="min-w-0">
          <Logo className="h-9 max-w-full" />
          <p className="mt-1 mb-2 text-sm">{letterhead}</p>
          <h2 id={id} className="text-3xl">
            <span className="text-ink-soft">Packing slip</span>{' '}
            <span className="whitespace-nowrap">{purchase.number}</span>
            {shipment && `, parcel ${parcel}`}
          </h2>
        </div>
        <dl className="grid grid-cols-[auto_auto] gap-x-3 text-sm">
          <dt className="text-ink-soft">Ordered</dt>
          <dd className="text-right">{formatLocalDay(purchase.placedAt)}</dd>
          {shippedAt && (
            <>
              <dt className="text-ink-soft">Shipped</dt>
              <dd className="text-right">{formatLocalDay(shippedAt)}</dd>
            </>
          )}
        </dl>
      </div>
      {(purchase.status === 'refunded' || purchase.status === 'canceled') && (
        <p className="pt-4 text-xl font-semibold">
          {purchase.status === 'canceled' ? 'Canceled' : 'Refunded'}: do not ship this order.
        </p>
      )}
      <div className="grid gap-6 pt-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:grid-cols-[2fr_3fr]">
        <div>
          <h3 className="mb-1 text-xl">Ship to</h3>
          <p className="font-semibold wrap-anywhere">{purchase.name}</p>
          <p className="whitespace-pre-line wrap-anywhere">{purchase.address}</p>
          <p>{purchase.phone}</p>
        </div>
        <table className="w-full self-start text-left">
          <caption className="sr-only">What is in the parcel</caption>
          <thead className="text-sm text-ink-soft">
            <tr className="border-b border-line-strong">
              <th scope="col" className="py-1 font-semibold">
                Part
              </th>
              <th scope="col" className="py-1 pl-4 text-right font-semibold">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {pieces
              .filter(({ quantity }) => quantity > 0)
              .map(({ line: { orderId, name, partNumber, fit, unit }, quantity }) => (
                <tr key={orderId} className="break-inside-avoid border-b border-line align-top">
                  <th scope="row" className="py-2 font-semibold wrap-anywhere">
                    {name}
                    {partNumber && <span className="block font-mono text-sm font-normal">{partNumber}</span>}
                    {fit && (
                      <span className="block text-sm font-normal text-ink-soft">For {fit.vehicle}</span>
                    )}
                  </th>
                  <td className="py-2 pl-4 text-right text-xl tabular-nums">
                    {quantityText(quantity, unit)}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {others.length > 0 && (
        <p className="pt-4 text-sm">
          {shipment ? 'In other parcels: ' : 'Shipped before: '}
          {contentsText(
            purchase,
            others.map(({ line: { orderId }, elsewhere }) => ({ orderId, quantity: elsewhere })),
          )}
        </p>
      )}
      <p className="pt-4 text-sm text-ink-soft print:text-ink">
        Something missing or wrong? {phone ? `Call ${phone.number}` : 'Write to us'}, and mention the order
        number {purchase.number}.
      </p>
    </section>
  )
}
