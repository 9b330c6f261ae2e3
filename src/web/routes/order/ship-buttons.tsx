import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { correctTracking } from '#contract/orders.ts'
import { openLines, type Purchase } from '#domain/orders/purchase.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { parcelSlipPath } from '../packing-slips/packing-slips-path.ts'

/** Each result of an admin's action is a toast; then the order is reloaded. */
export function useAdminOutcome({ _id }: Pick<Purchase, '_id'>) {
  const { revalidate } = useRevalidator()
  return {
    about: _id,
    next: () => revalidate(),
    async failed(error: unknown) {
      await revalidate()
      return problemText(error)
    },
  }
}

/**
 * Adds or corrects the tracking number of a parcel, the `at`th of the order from 0, and leads to its packing
 * slip, if that of the order is of other pieces.
 */
export function ParcelButtons({ purchase, at }: { purchase: Purchase; at: number }) {
  const [isOpen, setOpen] = useState(false)
  const { send } = useMutation(correctTracking, {
    ...useAdminOutcome(purchase),
    done: 'Tracking number saved',
  })
  const parcel = purchase.shipments[at]
  if (!parcel) return null
  const { _id: id, trackingNumber } = parcel
  const label = trackingNumber ? 'Correct tracking number' : 'Add tracking number'
  const ofParcel = purchase.shipments.length > 1 ? ` of parcel ${at + 1}` : ''
  const isOneOfSeveral = ofParcel !== '' || openLines(purchase).length > 0
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={label + ofParcel} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOneOfSeveral && (
        <LinkButton
          size="sm"
          aria-label={`Packing slip of parcel ${at + 1}`}
          to={parcelSlipPath(purchase, at + 1)}
        >
          Packing slip
        </LinkButton>
      )}
      <ShipDialog
        parcels={isOpen ? [{ id, number: purchase.number, hint: '', trackingNumber }] : []}
        title={`Tracking number of ${ofParcel ? `parcel ${at + 1} of ` : ''}${purchase.number}`}
        confirmLabel="Save"
        required
        onCancel={() => setOpen(false)}
        onSubmit={(tracking) => {
          setOpen(false)
          const body = tracking.get(id)
          if (body) void send({ params: { id }, body })
        }}
      >
        <p>The customer sees the new number at once.</p>
      </ShipDialog>
    </div>
  )
}
