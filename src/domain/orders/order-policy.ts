import { isAdmin } from '../accounts/account-policy.ts'
import type { Viewer } from '../accounts/viewer.ts'

/** The account that placed the order. */
type Owned = { account_id: string }

/** Owner and admins may see an order, and delete it while it is unpaid; for anyone else it does not exist. */
export function maySeeOrder(viewer: Viewer, order: Owned): boolean {
  return isAdmin(viewer) || order.account_id === viewer.id
}

/** Only the owner pays: an admin cannot pay for others. */
export function mayPayOrder(viewer: Viewer, order: Owned): boolean {
  return order.account_id === viewer.id
}
