import { useRef, useState } from 'react'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { DeleteOrder } from '../../components/order-card/delete-order.tsx'
import { OrderActions } from '../../components/order-card/order-actions.tsx'
import { OrderCard } from '../../components/order-card/order-card.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { dismissErrorsAbout } from '../../ui/toast-store.ts'
import { loadOrderPage, type OrderSearch } from './order-page.ts'

/** The order cards with their actions, and 'Show more'. `first` is the first page that `search` found. */
export function OrderCards({
  search,
  first,
}: {
  search: OrderSearch
  first: Awaited<ReturnType<typeof loadOrderPage>>
}) {
  const [orders, setOrders] = useState<ShownPurchase[]>(first.orders)
  const [more, setMore] = useState(first.more)
  const [deleting, setDeleting] = useState<ShownPurchase | null>(null)
  const list = useRef<HTMLUListElement>(null)

  const { busy, send } = useMutation((last: string | undefined) => loadOrderPage(search, last), {
    about: 'more orders',
    failed: problemText,
    next: (page) => {
      setOrders([...orders, ...page.orders])
      setMore(page.more)
      dismissErrorsAbout('more orders')
    },
  })

  const replace = (id: string, fresh: ShownPurchase | null) => {
    setOrders((now) => now.flatMap((order) => (order._id === id ? (fresh ?? []) : order)))
    setDeleting(null)
    // The button that opened the dialog was removed with its card: focus the list.
    if (!fresh) setTimeout(() => list.current?.focus())
  }

  return (
    <>
      {orders.length === 0 && (
        <EmptyState
          title="No orders left here"
          text="You deleted the last one. Its parts are available again."
        >
          <LinkButton variant="primary" to={paths.parts}>
            Browse parts
          </LinkButton>
        </EmptyState>
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Your orders"
        className="flex flex-col gap-4 focus:outline-none"
      >
        {orders.map((order) => (
          <li key={order._id}>
            <OrderCard
              purchase={order}
              actions={(nameId) => (
                <OrderActions purchase={order} describedBy={nameId} onDelete={() => setDeleting(order)} />
              )}
            />
          </li>
        ))}
      </ul>
      {more && (
        <div className="mt-6 flex justify-center">
          <Button busy={busy} busyLabel="Loading more" onClick={() => void send(orders.at(-1)?._id)}>
            Show more
          </Button>
        </div>
      )}
      {deleting && <DeleteOrder purchase={deleting} onKeep={() => setDeleting(null)} onChanged={replace} />}
    </>
  )
}
