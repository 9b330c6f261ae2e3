import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { Button, type ButtonSize, LinkButton } from '../../ui/button.tsx'

/**
 * A customer's buttons for an order: pay and delete it while it is unpaid; if it has one part, order it again
 * and look at it while it is sold. `describedBy` is the id of its name, where several orders are shown.
 */
export function OrderActions({
  purchase,
  describedBy,
  size = 'sm',
  onDelete,
}: {
  purchase: Purchase
  describedBy?: string
  size?: ButtonSize
  onDelete: () => void
}) {
  const { _id, status, paid, lines } = purchase
  const [part] = lines.length === 1 ? lines : []
  const common = { size, 'aria-describedby': describedBy } as const
  return (
    <>
      {status === 'unpaid' && (
        <>
          <LinkButton {...common} variant="primary" to={paths.payment(_id)}>
            Pay
          </LinkButton>
          <Button {...common} variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      )}
      {part?.partSlug && paid && (
        <LinkButton {...common} to={paths.orderForm(part.productId, part.quantity)}>
          Order again
        </LinkButton>
      )}
      {part?.partSlug && (
        <LinkButton {...common} variant="ghost" to={paths.part({ slug: part.partSlug })}>
          View part
        </LinkButton>
      )}
    </>
  )
}
