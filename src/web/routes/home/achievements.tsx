import type { StoreContent } from '#domain/content/store-content.ts'
import { CountUp } from './count-up.tsx'

type Achievements = NonNullable<StoreContent['home']['achievements']>

/** Counters that start when they scroll into view. */
export function Achievements({ achievements: { heading, counters } }: { achievements: Achievements }) {
  return (
    <section aria-labelledby="achievements" className="graphite">
      <div className="page-column py-10 sm:py-14">
        <h2 id="achievements" className="eyebrow">
          {heading}
        </h2>
        <dl className="mt-8 grid grid-cols-3 gap-x-3 sm:gap-x-8">
          {counters.map(({ from, to, label }) => (
            <div key={label} className="flex flex-col-reverse justify-end gap-3">
              <dt className="text-sm text-ink-soft sm:text-lg">{label}</dt>
              <dd>
                <span className="font-display text-4xl leading-none sm:text-7xl font-semibold tabular-nums lg:text-8xl">
                  <CountUp from={from} to={to} />
                  <span className="text-signal">+</span>
                </span>
                <span aria-hidden="true" className="dimension-line mt-3 sm:mt-4 block w-full" />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
