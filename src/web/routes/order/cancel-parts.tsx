import { useState } from 'react'
import { cancelPieces } from '#contract/purchases.ts'
import { creditOfCancellation, worth } from '#domain/documents/credit.ts'
import { linesToShip, openQty } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { dollarsFromCents, formatUsd } from '#domain/shared/money.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { PieceFields, usePieces } from './piece-fields.tsx'
import { useAdminOutcome } from './ship-buttons.tsx'
import { useRefundable } from './use-refundable.ts'

type Props = {
  purchase: ShownPurchase
  /** Whether it is the viewer's; otherwise they are an admin. */
  isOwn: boolean
}

/** Cancels what has not shipped of a paid order. Nothing when all has. */
export function CancelParts({ purchase, isOwn }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (linesToShip(purchase).length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel parts</Button>
      {isOpen && <CancelDialog purchase={purchase} isOwn={isOwn} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelDialog({ purchase, isOwn, onClose }: Props & { onClose: () => void }) {
  const lines = linesToShip(purchase)
  const pieces = usePieces(lines, openQty)
  const [reason, setReason] = useState('')
  const { refundable, problem: loadProblem } = useRefundable(purchase)
  const { busy, problem, send } = useMutation(cancelPieces, {
    about: purchase._id,
    done: ({ amount }) => (amount > 0 ? `Canceled: ${formatUsd(amount)} goes back to the card` : 'Canceled'),
  })
  const outcome = useAdminOutcome(purchase)
  const isLast = purchase.shipments.length === 0 && lines.every((line) => pieces.of(line) === openQty(line))
  const amount =
    refundable && dollarsFromCents(worth(creditOfCancellation(refundable, pieces.chosen, isLast)))
  const submit = async () => {
    if (!pieces.check()) return
    const body = { lines: pieces.input, ...(reason.trim() && { reason: reason.trim() }) }
    if (!(await send({ params: { id: purchase._id }, body }))) return
    onClose()
    await outcome.next()
  }
  return (
    <FormDialog
      title={`Cancel parts of ${purchase.number}`}
      onClose={onClose}
      closeLabel="Keep them"
      busy={busy}
      form={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          void submit()
        },
      }}
      submitLabel={amount ? `Cancel and give ${formatUsd(amount)} back` : 'Cancel parts'}
    >
      <p>
        What was paid for these parts, their tax and deposits included, goes back to the card.
        {isLast && purchase.delivery && ' So does the delivery, since nothing is left to ship.'}
      </p>
      <PieceFields lines={lines} pieces={pieces} most={openQty} />
      <TextField
        label="Reason"
        {...(!isOwn && { hint: 'The email to the customer says it.' })}
        optional
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormError>{problem || loadProblem}</FormError>
    </FormDialog>
  )
}
