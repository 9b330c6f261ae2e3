import type { ReactNode } from 'react'
import type { PurchaseLine } from '#domain/orders/purchase.ts'
import { quantityText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { Picture } from '../../layout/picture.tsx'

/** The parts of an order of several: picture, name, quantity, price and total of each. */
export function PartList({
  lines,
  name = (line) => line.name,
  note,
}: {
  lines: readonly PurchaseLine[]
  name?: (line: PurchaseLine) => ReactNode
  /** Below the price, such as whether it has shipped. */
  note?: (line: PurchaseLine) => ReactNode
}) {
  return (
    <ul aria-label="Parts" className="divide-y divide-line border-y border-line">
      {lines.map((line) => {
        const below = note?.(line)
        return (
          <li key={line.orderId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <Picture
              url={line.picture}
              sizes="4rem"
              className="w-16 shrink-0 rounded-sm border border-line max-xs:hidden"
            />
            <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <p className="font-semibold">{name(line)}</p>
              <p className="text-sm text-ink-soft tabular-nums">
                {quantityText(line.quantity, line.unit)} × {formatUsd(line.price)}
                {line.coreDeposit !== undefined && `, core deposit ${formatUsd(line.coreDeposit)} each`}
              </p>
              {line.canceledQty > 0 && (
                <p className="text-sm font-semibold">{quantityText(line.canceledQty, line.unit)} canceled</p>
              )}
              {below && <div className="text-sm text-ink-soft">{below}</div>}
            </div>
            <p className="ml-auto font-semibold tabular-nums">{formatUsd(line.lineTotal)}</p>
          </li>
        )
      })}
    </ul>
  )
}
