import type { Purchase, PurchaseStatus } from '#domain/orders/purchase.ts'
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

const STATE_WORDS: Record<PurchaseStatus, string> = {
  unpaid: 'not paid',
  paid: 'paid',
  partly_shipped: 'paid and partly shipped',
  shipped: 'paid and shipped',
  canceled: 'canceled',
  refunded: 'refunded',
}

/** The receipt. `isNew`: paid on this screen, not earlier. */
export function PaidPanel({ purchase, isNew }: { purchase: Purchase; isNew: boolean }) {
  const isPaid = purchase.status !== 'canceled' && purchase.status !== 'refunded'
  return (
    <div className="flex flex-col gap-4">
      <PrintedLetterhead paper="Receipt" />
      <div className="flex items-center gap-3 max-xs:flex-wrap">
        {isPaid && <Tick />}
        <h2 ref={isNew ? focusOnMount : null} tabIndex={-1} className="text-3xl focus:outline-none">
          {isNew ? 'Congrats!! Your Payment Is Success' : `This order is ${STATE_WORDS[purchase.status]}`}
        </h2>
      </div>
      <p className="flex flex-wrap items-center gap-3">
        <OrderStatus status={purchase.status} />
        <span>
          <strong className="whitespace-nowrap">{purchase.number}</strong>: {formatUsd(purchase.total)}
          {purchase.paidAt && ` on ${formatMoment(purchase.paidAt)}`}
        </span>
      </p>
      {purchase.refunded > 0 && <p>Refunded: {refundText(purchase)}</p>}
      {purchase.transactionId && (
        <div>
          <p className="mb-1.5 font-medium">Transaction id</p>
          <CopyableId name="transaction id" id={purchase.transactionId} />
        </div>
      )}
      {isNew && <p className="wrap-anywhere">We email the receipt to {purchase.email}.</p>}
      <NextStep purchase={purchase} />
      <div className="mt-2 flex flex-wrap gap-3">
        <LinkButton variant="primary" to={paths.order(purchase._id)}>
          See order {purchase.number}
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
