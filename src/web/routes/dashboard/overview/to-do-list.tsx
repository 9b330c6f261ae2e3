import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallResponse } from '#contract/call.ts'
import type { showOverview } from '#contract/orders.ts'
import { formatCountOf } from '#domain/shared/format-count.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { formatMoment } from '../../../components/order-card/order-dates.ts'
import { useStore } from '../../../layout/use-settings.ts'
import { classNames } from '../../../ui/class-names.ts'

type Store = CallResponse<typeof showOverview>

/** One thing to do: its count is 0 when there is nothing, and `done` says so. */
type Task = { to: string; count: number; text: string; done: string; hint?: ReactNode }

/** The list of orders of which nothing has shipped, unless there is only the rest of others. */
export const toShipPath = ({ toShip, partlyShipped }: Store['orders']): string =>
  paths.pathWithQuery(paths.manageOrders, { status: toShip > partlyShipped ? 'paid' : 'partly_shipped' })

/** What waits for an admin today, each with a link to its list. */
export function ToDoList({ store: { orders, stock, toDo } }: { store: Store }) {
  const { shipping } = useStore()
  const low = stock.low + stock.out
  const tasks: readonly Task[] = [
    {
      to: toShipPath(orders),
      count: orders.toShip,
      text: `${formatCountOf(orders.toShip, 'order')} to ship (${formatUsd(toDo.shipTotal)})`,
      done: 'Nothing to ship',
      hint: (
        <>
          {toDo.oldestPaidAt && <>The oldest was paid {moment(toDo.oldestPaidAt)}. </>}
          {orders.partlyShipped > 0 && <>Of {orders.partlyShipped} of them a part has shipped. </>}
          {shipping}
        </>
      ),
    },
    {
      to: paths.inbox,
      count: toDo.messages,
      text: `${formatCountOf(toDo.messages, 'message')} to answer`,
      done: 'No open messages',
    },
    {
      to: paths.returns,
      count: toDo.returns,
      text: `${formatCountOf(toDo.returns, 'return')} to decide`,
      done: `No returns to decide${toDo.returnsComing > 0 ? `, ${toDo.returnsComing} on their way` : ''}`,
      hint: toDo.returnsComing > 0 && <>Approved and on their way: {toDo.returnsComing}.</>,
    },
    {
      to: paths.fitmentFlags,
      count: toDo.misfits,
      text: `${formatCountOf(toDo.misfits, 'part')} came back that did not fit`,
      done: 'No part came back that did not fit',
    },
    {
      to: `${paths.manageOrders}?status=unpaid`,
      count: toDo.holdsEnding,
      text: `${formatCountOf(toDo.holdsEnding, 'hold')} ending within 3 hours`,
      done: 'No hold ends soon',
      hint: toDo.firstHoldEndsAt && <>The first ends {moment(toDo.firstHoldEndsAt)}.</>,
    },
    {
      to: `${paths.manageProducts}?stock=${stock.out > 0 ? 'out' : 'low'}`,
      count: low,
      text: `${formatCountOf(low, 'part')} sold out or running low`,
      done: 'Every part is well stocked',
    },
    {
      to: paths.undeliveredMail,
      count: toDo.undelivered,
      text: `${formatCountOf(toDo.undelivered, 'email')} undelivered`,
      done: 'All mail was delivered',
    },
    {
      to: paths.imports,
      count: toDo.failedImports,
      text: `${formatCountOf(toDo.failedImports, 'import')} failed in the last 7 days`,
      done: 'No failed imports',
    },
    {
      to: paths.missedSearches,
      count: toDo.missedSearches,
      text: `${formatCountOf(toDo.missedSearches, 'search', 'searches')} found nothing in the last 7 days`,
      done: 'Every search found something',
    },
  ]
  return (
    <section aria-labelledby="to-do" className="mb-8">
      <h2 id="to-do" className="mb-3 text-3xl">
        To do
      </h2>
      <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised">
        {tasks.map(({ to, count, text, done, hint }) => (
          <li key={to} className="relative px-4 py-2 hover:bg-surface">
            <Link
              to={to}
              className={classNames(
                'flex min-h-11 items-center gap-2 after:absolute after:inset-0',
                count > 0 ? 'font-semibold' : 'text-ink-soft no-underline',
              )}
            >
              <span aria-hidden="true" className={count > 0 ? 'text-signal' : 'text-ok'}>
                {count > 0 ? '●' : '✓'}
              </span>
              {count > 0 ? text : done}
            </Link>
            {count > 0 && hint && <p className="pb-1 text-sm text-ink-soft">{hint}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

const moment = (at: string) => <time dateTime={at}>{formatMoment(at)}</time>
