import { ADMIN_STATUS_LABELS } from '#domain/orders/order-status.ts'
import type { PurchaseStatus } from '#domain/orders/purchase.ts'
import { type PillTone, StatusPill } from '../../ui/status-pill.tsx'

// For an admin a paid order requires action.
const tones: Record<PurchaseStatus, PillTone> = {
  unpaid: 'calm',
  paid: 'due',
  partly_shipped: 'caution',
  shipped: 'ok',
  canceled: 'calm',
  refunded: 'calm',
}

/** The status of an order as admins read it, in the same word as in the filter: paid is Pending. */
export function AdminStatus({ status }: { status: PurchaseStatus }) {
  return <StatusPill tone={tones[status]}>{ADMIN_STATUS_LABELS[status]}</StatusPill>
}
