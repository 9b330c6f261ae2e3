import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The empty state: no orders at all (`none`), or none that match. */
export function NoOrders({ none, onShowAll }: { none: boolean; onShowAll: () => void }) {
  if (none)
    return (
      <EmptyState title="No orders yet" text="What customers order shows up here.">
        <LinkButton to="/dashboard/manageProducts">Manage All Products</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState
      title="No order matches"
      text="Search for an order number, part of a product or a customer, or a whole transaction id, or choose another filter."
    >
      <Button onClick={onShowAll}>Show all orders</Button>
    </EmptyState>
  )
}
