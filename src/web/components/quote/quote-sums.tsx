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
    <dl className="flex flex-col gap-y-2 tabular-nums">
      <Sum name="Parts" amount={formatUsd(parts)} />
      {coreDeposits > 0 && <Sum name="Core deposits (refundable)" amount={formatUsd(coreDeposits)} />}
      {method && quote?.delivery !== undefined && (
        <Sum name={method.name} amount={quote.delivery === 0 ? 'Free' : formatUsd(quote.delivery)} />
      )}
      {quote?.taxes.map(({ name, rate, amount }) => (
        <Sum
          key={name}
          name={`Tax, ${name} ${rate}%${quote.taxIncluded ? ', included' : ''}`}
          amount={formatUsd(amount)}
        />
      ))}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line-strong pt-3">
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

/** A line of the sums. With large text, the amount is below its name. */
function Sum({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="min-w-0 grow basis-28 wrap-anywhere">{name}</dt>
      <dd className="ml-auto text-right">{amount}</dd>
    </div>
  )
}
