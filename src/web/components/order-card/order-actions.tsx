import type { Purchase } from '#domain/orders/purchase.ts'
import * as paths from '#paths.ts'
import { Button, type ButtonSize, LinkButton } from '../../ui/button.tsx'
import { AddToCart } from '../cart/add-to-cart.tsx'
import { PutBack } from './put-back.tsx'

/**
 * A customer's buttons for an order: pay it, put it back into the cart it came from, and delete it while it
 * is unpaid; order its parts again while they are sold, and look at the part if it has one. `describedBy` is
 * the id of its name, where several orders are shown.
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
  const sold = lines.filter(({ partSlug }) => partSlug !== undefined)
  // What came from a cart pays delivery and tax by itself, and so does its repetition.
  const isOfCart = purchase.delivery !== undefined || lines.length > 1
  const common = { size, 'aria-describedby': describedBy } as const
  return (
    <>
      {status === 'unpaid' && (
        <>
          <LinkButton {...common} variant="primary" to={paths.payment(_id)}>
            Pay
          </LinkButton>
          {purchase.delivery && <PutBack purchaseId={_id} describedBy={describedBy} size={size} />}
          <Button {...common} variant="danger" onClick={onDelete}>
            Delete
          </Button>
        </>
      )}
      {paid && part?.partSlug && !isOfCart && (
        <LinkButton {...common} to={paths.orderForm(part.productId, part.quantity)}>
          Order again
        </LinkButton>
      )}
      {paid && sold.length > 0 && isOfCart && (
        <AddToCart parts={sold} label="Order again" size={size} describedBy={describedBy} />
      )}
      {part?.partSlug && (
        <LinkButton {...common} variant="ghost" to={paths.part({ slug: part.partSlug })}>
          View part
        </LinkButton>
      )}
    </>
  )
}
