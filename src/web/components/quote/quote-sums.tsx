import type { Quote } from '#domain/cart/quote.ts'
import { centsFromDollars, dollarsFromCents, formatUsd } from '#domain/shared/money.ts'

/** What is known of the cost of a cart, in dollars; `quote`: once its destination is. */
type Sums = { parts: number; coreDeposits: number; quote: Quote | null }

/** What is charged, or what is known of it without a destination. */
export function knownTotal({ parts, coreDeposits, quote }: Sums): number {
  if (quote) return quote.total
  return dollarsFromCents((centsFromDollars(parts) ?? 0) + (centsFromDollars(coreDeposits) ?? 0))
}

/** "Total", while it may change "Estimated total". */
export function totalLabel({ quote }: Pick<Sums, 'quote'>): string {
  return quote && !quote.estimated && quote.methodId !== undefined ? 'Total' : 'Estimated total'
}

/** Parts, deposits, delivery and tax, and their total. */
export function QuoteSums(sums: Sums) {
  const { quote } = sums
  const { parts, coreDeposits } = quote ?? sums
  const method = quote?.options.find(({ methodId }) => methodId === quote.methodId)
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 tabular-nums [&_dd]:text-right">
      <dt>Parts</dt>
      <dd>{formatUsd(parts)}</dd>
      {coreDeposits > 0 && (
        <>
          <dt>Core deposits (refundable)</dt>
          <dd>{formatUsd(coreDeposits)}</dd>
        </>
      )}
      {method && quote?.delivery !== undefined && (
        <>
          <dt>{method.name}</dt>
          <dd>{quote.delivery === 0 ? 'Free' : formatUsd(quote.delivery)}</dd>
        </>
      )}
      {quote?.taxes.map(({ name, rate, amount }) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt>
            Tax, {name} {rate}%{quote.taxIncluded && ', included'}
          </dt>
          <dd>{formatUsd(amount)}</dd>
        </div>
      ))}
      <div className="col-span-2 flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line-strong pt-3">
        <dt>
          {totalLabel(sums)}
          {!quote && <span className="block text-sm text-ink-soft">without delivery and tax</span>}
        </dt>
        <dd className="ml-auto font-display text-3xl leading-none font-semibold">
          {formatUsd(knownTotal(sums))}
        </dd>
      </div>
    </dl>
  )
}
