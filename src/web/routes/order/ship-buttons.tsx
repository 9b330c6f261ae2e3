import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { correctTracking } from '#contract/orders.ts'
import type { Purchase } from '#domain/orders/purchase.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { ShipDialog } from '../../components/ship-dialog/ship-dialog.tsx'
import { Button } from '../../ui/button.tsx'

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

/** Adds or corrects the tracking number of a parcel, the `at`th of the order from 0. */
export function TrackingButton({ purchase, at }: { purchase: Purchase; at: number }) {
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
  return (
    <>
      <Button size="sm" aria-label={label + ofParcel} onClick={() => setOpen(true)}>
        {label}
      </Button>
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
    </>
  )
}
