import { nextStatus, orderStatus } from '#domain/orders/order-status.ts'
import type { OrderListItem } from '#domain/orders/order.ts'
import * as paths from '#paths.ts'
import { Button, type ButtonSize, LinkButton } from '../../ui/button.tsx'

/**
 * A customer's buttons for an order: pay and delete it while it is unpaid, order the part again and look at
 * it while it is sold. `describedBy` is the id of its name, where several orders are shown.
 */
export function OrderActions({
  order,
  describedBy,
  size = 'sm',
  onDelete,
}: {
  order: OrderListItem
  describedBy?: string
  size?: ButtonSize
  onDelete: () => void
}) {
  const status = orderStatus(order)
  const common = { size, 'aria-describedby': describedBy } as const
  return (
    <>
      {nextStatus(status, 'pay') && (
        <LinkButton {...common} variant="primary" to={paths.payment(order._id)}>
          Pay
        </LinkButton>
      )}
      {nextStatus(status, 'delete') && (
        <Button {...common} variant="danger" onClick={onDelete}>
          Delete
        </Button>
      )}
      {order.partSlug && order.paid && (
        <LinkButton {...common} to={paths.orderForm(order.productId, order.orderQty)}>
          Order again
        </LinkButton>
      )}
      {order.partSlug && (
        <LinkButton {...common} variant="ghost" to={paths.part({ slug: order.partSlug })}>
          View part
        </LinkButton>
      )}
    </>
  )
}
