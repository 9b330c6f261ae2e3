import type { CartLine } from '#domain/cart/cart.ts'
import { factorText } from '#domain/products/unit.ts'
import { formatUsd } from '#domain/shared/money.ts'
import { Picture } from '../../layout/picture.tsx'

/** The parts of the cart, in brief. */
export function OrderLines({ lines }: { lines: readonly CartLine[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {lines.map(({ productId, name, picture, quantity, unit, price, lineTotal, ...line }) => (
        <li key={productId} className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-start gap-x-3">
          <Picture url={picture} sizes="3rem" widest={160} className="rounded-sm border border-line" />
          <p className="min-w-0 leading-snug wrap-anywhere">
            {name}
            <span className="block text-sm text-ink-soft tabular-nums">
              {factorText(quantity, unit)} × {formatUsd(price)}
              {line.coreDeposit > 0 && `, core deposit ${formatUsd(line.coreDeposit)} each`}
            </span>
            {line.returnable === false && <span className="block text-sm">Can’t be returned</span>}
          </p>
          <p className="tabular-nums max-xs:col-start-2">{formatUsd(lineTotal)}</p>
        </li>
      ))}
    </ul>
  )
}
