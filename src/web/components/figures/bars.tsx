import { formatUsd } from '#domain/shared/money.ts'

/** A bar of a chart: what it is about, and its amount in dollars. Negative amounts have no height. */
export type Bar = { key: string; name: string; dollars: number }

/**
 * Amounts by time as bars, with the largest as their scale: each is 8 wide in a column of 10, at most 100
 * high. A table next to it has the same figures.
 * @param label what the chart shows, in a sentence.
 */
export function Bars({ bars, label }: { bars: readonly Bar[]; label: string }) {
  const best = Math.max(0.01, ...bars.map(({ dollars }) => dollars))
  return (
    <figure className="flex grow flex-col">
      <p aria-hidden="true" className="border-b border-dashed border-line text-sm text-ink-soft tabular-nums">
        {formatUsd(best)}
      </p>
      <svg
        role="img"
        aria-label={label}
        // A few bars are not wider than those of a year.
        viewBox={`0 0 ${Math.max(12, bars.length) * 10} 100`}
        preserveAspectRatio="none"
        className="w-full shrink-0 grow basis-40 border-b border-line-strong"
      >
        {bars.map(({ key, name, dollars }, at) => {
          const height = (Math.max(0, dollars) / best) * 100
          return (
            <rect
              key={key}
              x={at * 10 + 1}
              y={100 - height}
              width={8}
              height={height}
              className="fill-signal"
            >
              <title>{`${name}: ${formatUsd(dollars)}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between text-sm text-ink-soft">
        <span>{bars[0]?.name}</span>
        <span>{bars.at(-1)?.name}</span>
      </figcaption>
    </figure>
  )
}
