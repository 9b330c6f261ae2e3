import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { correctTracking } from '#contract/orders.ts'
import { linesToShip, type Purchase, type PurchaseLine, shipmentsWith } from '#domain/orders/purchase.ts'
import type { Tracking } from '#domain/orders/tracking.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { problemText } from '../../api-problem.ts'
import { ShipDialog, shippedPart } from '../../components/ship-dialog/ship-dialog.tsx'
import { shipPartsOnce } from '../../components/ship-dialog/ship-order-once.ts'
import { Button } from '../../ui/button.tsx'

/** The button of one part of several: its row is narrow, and its label says which part. */
const inRow = (label: string, { name }: PurchaseLine) =>
  ({ size: 'sm', 'aria-label': `${label} ${name}` }) as const

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

/** Ships one part of an order, or all that are to ship. Nothing while none is. */
export function ShipButton({ purchase, line }: { purchase: Purchase; line?: PurchaseLine }) {
  const [isOpen, setOpen] = useState(false)
  const open = linesToShip(purchase)
  const lines = line ? open.filter(({ orderId }) => orderId === line.orderId) : open
  const parts = lines.map((one) => shippedPart(purchase, one))
  const [first] = parts
  const { send } = useMutation((tracking: ReadonlyMap<string, Tracking>) => shipPartsOnce(parts, tracking), {
    ...useAdminOutcome(purchase),
    done: lines.length === open.length ? 'Order shipped' : 'Part shipped',
  })
  if (!first) return null
  return (
    <>
      <Button
        variant={line ? 'quiet' : 'primary'}
        {...(line && inRow('Ship', line))}
        onClick={() => setOpen(true)}
      >
        {parts.length > 1 ? `Ship ${parts.length} parts` : 'Ship'}
      </Button>
      <ShipDialog
        parts={isOpen ? parts : []}
        title={`Ship ${parts.length === 1 ? first.number : `${parts.length} parts of ${purchase.number}`}?`}
        confirmLabel={parts.length === 1 ? 'Ship' : `Ship ${parts.length} parts`}
        onCancel={() => setOpen(false)}
        onSubmit={(tracking) => {
          setOpen(false)
          void send(tracking)
        }}
      >
        <p>
          {parts.length === 1 ? first.hint : `All that is to ship for ${purchase.name}`}. We’ll email the
          customer.
        </p>
      </ShipDialog>
    </>
  )
}

/** Adds or corrects the tracking number of a part that has shipped. Nothing before. */
export function TrackingButton({ purchase, line }: { purchase: Purchase; line: PurchaseLine }) {
  const [isOpen, setOpen] = useState(false)
  const { send } = useMutation(correctTracking, {
    ...useAdminOutcome(purchase),
    done: 'Tracking number saved',
  })
  const { orderId } = line
  const [shipment] = shipmentsWith(purchase, orderId)
  if (!shipment) return null
  const part = shippedPart(purchase, line)
  const label = part.trackingNumber ? 'Correct tracking number' : 'Add tracking number'
  return (
    <>
      <Button {...(purchase.lines.length > 1 && inRow(`${label} of`, line))} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ShipDialog
        parts={isOpen ? [part] : []}
        title={`Tracking number of ${part.number}`}
        confirmLabel="Save"
        required
        onCancel={() => setOpen(false)}
        onSubmit={(tracking) => {
          setOpen(false)
          const body = tracking.get(orderId)
          if (body) void send({ params: { id: orderId }, body })
        }}
      >
        <p>The customer sees the new number at once.</p>
      </ShipDialog>
    </>
  )
}
