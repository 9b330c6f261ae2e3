import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deletePurchase } from '#contract/purchases.ts'
import { linesToShip } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/refunds/shown-purchase.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { partsOf } from '../../components/order-card/delete-order.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { packingSlipsPath } from '../packing-slips/packing-slips-path.ts'
import { CancelParts } from './cancel-parts.tsx'
import { RefundParts } from './refund-parts.tsx'
import { ShipButton, TrackingButton, useAdminOutcome } from './ship-buttons.tsx'

/**
 * Actions of admins: ship an order, correct its tracking number, print its packing slip, delete it. The
 * tracking numbers of several parts are corrected at the parts.
 */
export function AdminActions({ purchase, isOwn }: { purchase: ShownPurchase; isOwn: boolean }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { _id, status, lines } = purchase
  const [part] = lines.length === 1 ? lines : []
  const deletion = useMutation(deletePurchase, {
    ...useAdminOutcome(purchase),
    done: 'Order Delete',
    next: () => navigate(paths.manageOrders),
  })
  return (
    <>
      <ShipButton purchase={purchase} />
      {part && <TrackingButton purchase={purchase} line={part} />}
      {linesToShip(purchase).length + purchase.shipments.length > 0 && (
        <LinkButton to={packingSlipsPath([purchase])}>Packing slip</LinkButton>
      )}
      <CancelParts purchase={purchase} />
      <RefundParts purchase={purchase} />
      {status === 'unpaid' && !isOwn && (
        <Button variant="danger" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {isDeleting && (
        <ConfirmDialog
          title="Delete this order?"
          message={`Are you sure? you want to delete ${partsOf(purchase)} from order!!`}
          confirmLabel="Delete"
          onCancel={() => setDeleting(false)}
          onConfirm={() => {
            setDeleting(false)
            void deletion.send({ params: { id: _id } })
          }}
        />
      )}
    </>
  )
}
