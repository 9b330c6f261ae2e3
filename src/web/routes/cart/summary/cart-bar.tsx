import { dollarsFromCents, centsFromDollars, formatUsd } from '#domain/shared/money.ts'
import type { CartView } from '../shown-cart.ts'

/** On a phone: the sum at the bottom of the screen, while the parts are read. */
export function CartBar({ view: { parts, coreDeposits } }: { view: CartView }) {
  const cents = (centsFromDollars(parts) ?? 0) + (centsFromDollars(coreDeposits) ?? 0)
  return (
    <p
      data-cart-bar=""
      className="sticky bottom-0 z-30 -mx-gutter -mb-6 flex items-baseline justify-between gap-3 border-t border-line-strong bg-raised px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      <span>Parts{coreDeposits > 0 && ' and core deposits'}</span>
      <span className="font-display text-2xl leading-none font-semibold tabular-nums">
        {formatUsd(dollarsFromCents(cents))}
      </span>
    </p>
  )
}
