import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'

/** What a policy must know of an order: whose it is. */
type Owned = { accountId: string }

/** Owner and admins see an order; to all others it does not exist. */
export function maySeeOrder(viewer: Viewer, order: Owned): boolean {
  return isAdmin(viewer) || order.accountId === viewer.id
}

/** Owner and admins may delete (while it is unpaid). */
export function mayDeleteOrder(viewer: Viewer, order: Owned): boolean {
  return maySeeOrder(viewer, order)
}

/** Only the owner pays: an admin cannot pay for others. */
export function mayPayOrder(viewer: Viewer, order: Owned): boolean {
  return order.accountId === viewer.id
}
