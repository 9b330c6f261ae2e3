import type { Order } from '#domain/orders/order.ts'
import { formatUsd } from '#domain/shared/money.ts'
import * as paths from '#paths.ts'
import { CopyableId } from '../../components/detail-list/copyable-id.tsx'
import { NextStep } from '../../components/order-card/next-step.tsx'
import { formatMoment } from '../../components/order-card/order-dates.ts'
import { OrderStatus } from '../../components/order-card/order-status.tsx'
import { refundText } from '../../components/order-card/ordered-details.ts'
import { PrintedLetterhead } from '../../components/printed-letterhead.tsx'
import { focusOnMount } from '../../layout/route-change-effects.ts'
import { Button, LinkButton } from '../../ui/button.tsx'

/** The receipt. `isNew`: paid on this screen, not earlier. */
export function PaidPanel({ order, isNew }: { order: Order; isNew: boolean }) {
  return (
    <div className="flex flex-col gap-4">
      <PrintedLetterhead paper="Receipt" />
      <div className="flex items-center gap-3 max-xs:flex-wrap">
        <Tick />
        <h2 ref={isNew ? focusOnMount : null} tabIndex={-1} className="text-3xl focus:outline-none">
          {isNew
            ? 'Congrats!! Your Payment Is Success'
            : `This order is ${order.refunded ? 'refunded' : order.shipped ? 'paid and shipped' : 'paid'}`}
        </h2>
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <OrderStatus order={order} />
        <span>
          <strong className="whitespace-nowrap">{order.number}</strong>: {formatUsd(order.totalPrice)}
          {order.paidAt && ` on ${formatMoment(order.paidAt)}`}
        </span>
      </p>
      {order.refundedAmount !== undefined && <p>Refunded: {refundText(order)}</p>}
      {order.transactionId && (
        <div>
          <p className="mb-1.5 font-medium">Transaction id</p>
          <CopyableId name="transaction id" id={order.transactionId} />
        </div>
      )}
      <NextStep order={order} />
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton variant="primary" to={paths.order(order._id)}>
          See order {order.number}
        </LinkButton>
        <Button onClick={() => print()}>Print receipt</Button>
        <LinkButton to={paths.myOrders}>My Orders</LinkButton>
        <LinkButton to={paths.parts}>Keep shopping</LinkButton>
      </div>
    </div>
  )
}

function Tick() {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-9 shrink-0 text-ok">
      <circle cx="16" cy="16" r="15" fill="currentColor" />
      <path d="m9 16.5 5 5 9.500-10.500" fill="none" stroke="var(--color-raised)" strokeWidth="3" />
    </svg>
  )
}
