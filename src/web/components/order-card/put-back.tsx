import { useNavigate } from 'react-router'
import { deletePurchase } from '#contract/purchases.ts'
import * as paths from '#paths.ts'
import { problemText } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button, type ButtonSize } from '../../ui/button.tsx'

/**
 * Deletes an unpaid purchase and puts its parts back into the cart, where they can be changed; then shows the
 * cart. `describedBy` is the id of its name, where several are shown.
 */
export function PutBack({
  purchaseId,
  describedBy,
  size = 'sm',
}: {
  purchaseId: string
  describedBy?: string | undefined
  size?: ButtonSize
}) {
  const navigate = useNavigate()
  const { busy, send } = useMutation(deletePurchase, {
    about: purchaseId,
    done: 'The parts are back in your cart',
    failed: problemText,
    next: () => navigate(paths.cart()),
  })
  return (
    <Button
      size={size}
      busy={busy}
      aria-describedby={describedBy}
      onClick={() => void send({ params: { id: purchaseId }, query: { toCart: '1' } })}
    >
      Back to cart
    </Button>
  )
}
