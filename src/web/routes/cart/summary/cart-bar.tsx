import { formatUsd } from '#domain/shared/money.ts'
import { knownTotal, totalLabel } from '../../../components/quote/quote-sums.tsx'
import { CheckOutButton } from './check-out-button.tsx'
import type { SummaryState } from './use-summary.ts'

/** On a phone: the total and the way on at the bottom of the screen, while the parts are read. */
export function CartBar({ summary }: { summary: SummaryState }) {
  const { view, quote } = summary
  return (
    <div
      data-cart-bar=""
      className="sticky bottom-0 z-30 -mx-gutter -mb-6 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line-strong bg-raised px-gutter pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:hidden print:hidden"
    >
      <p>
        <span className="block text-sm text-ink-soft">{totalLabel({ quote })}</span>
        <span className="font-display text-2xl leading-none font-semibold tabular-nums">
          {formatUsd(knownTotal({ ...view, quote }))}
        </span>
      </p>
      <CheckOutButton summary={summary} />
    </div>
  )
}
