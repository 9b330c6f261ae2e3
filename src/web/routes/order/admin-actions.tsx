import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deletePurchase } from '#contract/purchases.ts'
import { linesToShip } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import * as paths from '#paths.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { partsOf } from '../../components/order-card/delete-order.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { packingSlipsPath } from '../packing-slips/packing-slips-path.ts'
import { CancelParts } from './cancel-parts.tsx'
import { RefundParts } from './refund-parts.tsx'
import { useAdminOutcome } from './ship-buttons.tsx'
import { ShipButton } from './ship-parcels.tsx'

/** Actions of admins: ship an order, print its packing slip, cancel or refund parts of it, delete it. */
export function AdminActions({ purchase, isOwn }: { purchase: ShownPurchase; isOwn: boolean }) {
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const { _id, status } = purchase
  const deletion = useMutation(deletePurchase, {
    ...useAdminOutcome(purchase),
    done: 'Order Delete',
    next: () => navigate(paths.manageOrders),
  })
  return (
    <>
      <ShipButton purchase={purchase} />
      {linesToShip(purchase).length + purchase.shipments.length > 0 && (
        <LinkButton to={packingSlipsPath([purchase])}>Packing slip</LinkButton>
      )}
      <CancelParts purchase={purchase} isOwn={isOwn} />
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
