import { CUSTOMER_STATUS_LABELS } from '#domain/orders/order-status.ts'
import type { PurchaseStatus } from '#domain/orders/purchase.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'

const tones: Record<PurchaseStatus, PillTone> = {
  unpaid: 'due',
  paid: 'calm',
  partly_shipped: 'caution',
  shipped: 'ok',
  canceled: 'calm',
  refunded: 'calm',
}

/** The status of an order as customers read it. */
export function OrderStatus({ status }: { status: PurchaseStatus }) {
  return <StatusPill tone={tones[status]}>{CUSTOMER_STATUS_LABELS[status]}</StatusPill>
}
