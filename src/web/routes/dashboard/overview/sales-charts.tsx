import type { ReactNode } from 'react'
import type { CallResponse } from '#contract/call.ts'
import type { showOverview } from '#contract/orders.ts'
import { countUnits } from '#domain/products/unit.ts'
import { formatCount } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { Bars } from '../../../components/figures/bars.tsx'
import { useListUrlState } from '../../../components/list/list-url-state.ts'
import { TextLink } from '../../../ui/button.tsx'
import { FilterTabs } from '../../../ui/filter-tabs.tsx'
import { FiguresTable } from './figures-table.tsx'
import { type SalesView, salesOf } from './sales-view.ts'

type Store = CallResponse<typeof showOverview>
type Day = Store['days'][number]
type Seller = Store['bestSellers'][number]

const PERIODS = [
  { key: '1', label: 'Today', title: 'today' },
  { key: '7', label: '7 days', title: 'last 7 days' },
  { key: '30', label: '30 days', title: 'last 30 days' },
] as const

/**
 * Orders, revenue, average order and best sellers of today, 7 or 30 days; revenue per day of the last 30
 * days. Each chart has an equivalent table.
 */
export function SalesCharts({
  store: { days, revenue, bestSellers },
  view,
}: {
  store: Store
  /** The period and order in the URL. */
  view: SalesView
}) {
  const { change } = useListUrlState()
  const period = PERIODS.find(({ key }) => key === view.days) ?? PERIODS[2]
  const sold = salesOf(days, Number(view.days))
  const best = days.reduce((top, day) => (day.revenue > top.revenue ? day : top))
  return (
    <>
      <FilterTabs
        label="Period of the sales"
        tabs={PERIODS}
        value={view.days}
        onChange={(key) => change({ days: key === '30' ? null : key }, { replace: true })}
      />
      <dl
        aria-label={`Sales, ${period.title}`}
        className="my-5 flex flex-wrap gap-px overflow-hidden rounded-lg border border-line bg-line"
      >
        <Figure name="Orders" value={formatCount(sold.orders)} />
        <Figure name="Revenue" value={formatUsd(sold.revenue)} />
        <Figure name="Average order" value={formatUsd(sold.average)} />
      </dl>
      <div className="grid gap-6 has-[details[open]]:items-start xl:grid-cols-2">
        <Panel
          title="Revenue, last 30 days"
          table={
            <FiguresTable
              caption="Revenue by day"
              headings={['Day', 'Paid orders', 'Revenue']}
              rows={days.toReversed().map((day) => ({
                key: day.day,
                name: <time dateTime={day.day}>{dayWord(day)}</time>,
                figures: [day.orders, formatUsd(day.revenue)],
              }))}
            />
          }
        >
          {best.revenue === 0 ? (
            <NothingPaid />
          ) : (
            <Bars
              bars={days.map((day) => ({ key: day.day, name: dayWord(day), dollars: day.revenue }))}
              label={`In all ${formatUsd(revenue.last30Days)}; the best day was ${dayWord(best)} with ${formatUsd(best.revenue)}.`}
            />
          )}
        </Panel>
        <Panel
          title={`Best sellers, ${period.title}`}
          table={
            bestSellers.length > 0 && (
              <FiguresTable
                caption="Best sellers"
                headings={['Part', 'Sold', 'Revenue']}
                rows={bestSellers.map(({ _id, name, unit, pieces, revenue }) => ({
                  key: _id,
                  name,
                  figures: [countUnits(pieces, unit), formatUsd(revenue)],
                }))}
              />
            )
          }
        >
          <FilterTabs
            label="Best sellers by"
            tabs={[
              { key: 'revenue', label: 'By revenue' },
              { key: 'units', label: 'By units' },
            ]}
            value={view.by}
            onChange={(key) => change({ by: key === 'units' ? key : null }, { replace: true })}
          />
          <div className="mt-4">
            {bestSellers.length === 0 ? <NothingPaid /> : <SellerBars sellers={bestSellers} by={view.by} />}
          </div>
        </Panel>
      </div>
    </>
  )
}

function Panel({ title, table, children }: { title: string; table: ReactNode; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <h2 className="mb-4 text-2xl">{title}</h2>
      <div className="flex grow flex-col">{children}</div>
      {table && (
        <details className="mt-2">
          <summary className="flex min-h-11 items-center text-sm underline underline-offset-4">
            Show as table
          </summary>
          <div className="mt-2">{table}</div>
        </details>
      )}
    </section>
  )
}

const NothingPaid = () => <p className="text-ink-soft">No payments in this period.</p>

/** A figure of the period. */
function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="grow basis-24 bg-raised p-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="font-display text-2xl font-semibold whitespace-nowrap tabular-nums sm:text-3xl">
        {value}
      </dd>
    </div>
  )
}

function SellerBars({ sellers, by }: { sellers: readonly Seller[]; by: SalesView['by'] }) {
  const measure = ({ revenue, pieces }: Seller) => (by === 'units' ? pieces : revenue)
  const best = Math.max(1, ...sellers.map(measure))
  return (
    <ol className="flex flex-col gap-3">
      {sellers.map((seller) => {
        const { _id, name, unit, pieces, revenue, listed } = seller
        return (
          <li key={_id}>
            <p className="flex flex-col items-start">
              {listed ? (
                <TextLink to={paths.manageProduct(_id)} className="min-w-0 wrap-anywhere">
                  {name}
                </TextLink>
              ) : (
                <span className="min-w-0 wrap-anywhere">{name}</span>
              )}
              <span className="tabular-nums">
                <strong>{formatUsd(revenue)}</strong>{' '}
                <span className="text-sm text-ink-soft">{countUnits(pieces, unit)}</span>
              </span>
            </p>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 1"
              preserveAspectRatio="none"
              className="mt-1 block h-2 w-full bg-line"
            >
              <rect width={(measure(seller) / best) * 100} height={1} className="fill-signal" />
            </svg>
          </li>
        )
      })}
    </ol>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
// A day is a date without a zone.
const dayWord = ({ day }: Day) => dayFormat.format(new Date(`${day}T00:00:00Z`))
