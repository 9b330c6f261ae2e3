import { useRef, useState } from 'react'
import { shipPieces } from '#contract/purchases.ts'
import { contentsText, linesToShip, openQty, type Purchase } from '#domain/orders/purchase.ts'
import { TrackingSchema } from '#domain/orders/tracking.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { CarrierField, TrackingField } from '../../components/ship-dialog/tracking-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import {
  addParcel,
  allInOneParcel,
  leftOf,
  movePieces,
  type ParcelDraft,
  piecesIn,
  removeParcel,
} from './parcel-drafts.ts'
import { PieceFields } from './piece-fields.tsx'
import { useAdminOutcome } from './ship-buttons.tsx'

/** Ships what is to ship of an order. Nothing while nothing is. */
export function ShipButton({ purchase }: { purchase: Purchase }) {
  const [isOpen, setOpen] = useState(false)
  if (linesToShip(purchase).length === 0) return null
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Ship
      </Button>
      {isOpen && <ShipParcels purchase={purchase} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * Ships what is open of an order in one or more parcels, each with its pieces and tracking number. At first
 * one has everything, so that Enter ships at once.
 */
function ShipParcels({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const lines = linesToShip(purchase)
  const pieces = lines.reduce((sum, line) => sum + openQty(line), 0)
  const [drafts, setDrafts] = useState(() => allInOneParcel(lines))
  const [isChecked, setChecked] = useState(false)
  const firstNumber = useRef<HTMLInputElement>(null)
  const outcome = useAdminOutcome(purchase)
  const later = lines.flatMap((line) => {
    const quantity = leftOf(drafts, line)
    return quantity > 0 ? [{ orderId: line.orderId, quantity }] : []
  })
  const { busy, problem, send } = useMutation(shipPieces, {
    about: purchase._id,
    done: later.length > 0 ? 'A part of the order has shipped' : 'Order shipped',
  })
  const change = (changed: ParcelDraft) =>
    setDrafts((now) => now.map((draft) => (draft.key === changed.key ? changed : draft)))

  const submit = async (form: HTMLFormElement) => {
    setChecked(true)
    const isRight = drafts.every(
      (draft) =>
        trackingError(draft) === undefined &&
        piecesIn(draft, lines).chosen.size > 0 &&
        lines.every((line) => piecesIn(draft, lines).errorOf(line) === undefined),
    )
    // Once the errors are shown.
    if (!isRight) return void setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    const parcels = drafts.map((draft) => ({
      lines: piecesIn(draft, lines).input,
      ...(draft.trackingNumber.trim() && readTracking(draft).data),
    }))
    if (!(await send({ params: { id: purchase._id }, body: { parcels } }))) return
    onClose()
    await outcome.next()
  }

  return (
    <FormDialog
      title={`Ship ${purchase.number}?`}
      onClose={onClose}
      busy={busy}
      form={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          void submit(event.currentTarget)
        },
      }}
      submitLabel={drafts.length === 1 ? 'Ship' : `Ship ${drafts.length} parcels`}
      initialFocus={firstNumber}
    >
      <p>
        {pieces === 1 ? `${lines[0]?.name} for` : 'For'} {purchase.name}. We’ll email the customer.
      </p>
      {drafts.map((draft, at) => (
        <fieldset key={draft.key} className="flex min-w-0 flex-col gap-4">
          {drafts.length > 1 && (
            <legend className="mb-2 flex w-full items-center justify-between gap-4 border-t border-line pt-3 font-semibold">
              Parcel {at + 1}
              <Button
                size="sm"
                aria-label={`Remove parcel ${at + 1}`}
                onClick={() => setDrafts(removeParcel(drafts, draft, lines))}
              >
                Remove
              </Button>
            </legend>
          )}
          <div className="grid gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <CarrierField value={draft.carrier} onChange={(carrier) => change({ ...draft, carrier })} />
            <TrackingField
              ref={at === 0 ? firstNumber : null}
              label="Tracking number"
              optional
              value={draft.trackingNumber}
              onChange={({ target }) => change({ ...draft, trackingNumber: target.value })}
              error={isChecked ? trackingError(draft) : undefined}
            />
          </div>
          {pieces > 1 && (
            <PieceFields
              lines={lines}
              most={openQty}
              pieces={{
                ...piecesIn(draft, lines),
                set: (line, text) => setDrafts((now) => movePieces(now, draft, line, text)),
                error: (line) =>
                  piecesIn(draft, lines).errorOf(line) ??
                  (isChecked && piecesIn(draft, lines).chosen.size === 0
                    ? 'Choose what is in this parcel'
                    : undefined),
              }}
            />
          )}
        </fieldset>
      ))}
      {later.length > 0 && <p role="status">Still to come: {contentsText(purchase, later)}</p>}
      {pieces > drafts.length && (
        <Button className="self-start" onClick={() => setDrafts(addParcel(drafts, lines))}>
          Add a parcel
        </Button>
      )}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}

const readTracking = ({ carrier, trackingNumber }: ParcelDraft) =>
  TrackingSchema.safeParse({ carrier, trackingNumber })

/** What is wrong with its number, which may be left blank. */
function trackingError(draft: ParcelDraft): string | undefined {
  return draft.trackingNumber.trim() === '' ? undefined : readTracking(draft).error?.issues[0]?.message
}
