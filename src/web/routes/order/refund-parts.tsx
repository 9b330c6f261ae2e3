import { useState } from 'react'
import { refundPurchase } from '#contract/purchases.ts'
import {
  creditOfRefund,
  type CreditableLines,
  deliveryLeft,
  piecesLeft,
  worth,
} from '#domain/documents/credit.ts'
import { openLines, type PurchaseLine } from '#domain/orders/purchase.ts'
import type { ShownPurchase } from '#domain/returns/shown-purchase.ts'
import { centsFromDollars, dollarsFromCents, formatCents, formatUsd } from '#domain/shared/money.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { parseNumber } from '../../ui/parse-number.ts'
import { PieceFields, usePieces } from './piece-fields.tsx'
import { useAdminOutcome } from './ship-buttons.tsx'
import { useRefundable } from './use-refundable.ts'

/** For admins: gives back what was paid for pieces, a part of the delivery, or goodwill. */
export function RefundParts({ purchase }: { purchase: ShownPurchase }) {
  const [isOpen, setOpen] = useState(false)
  if (!purchase.paid || purchase.refunded >= purchase.total) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>Refund</Button>
      {isOpen && <Loading purchase={purchase} onClose={() => setOpen(false)} />}
    </>
  )
}

type Props = { purchase: ShownPurchase; onClose: () => void }

function Loading(props: Props) {
  const { refundable, problem } = useRefundable(props.purchase)
  if (refundable) return <RefundDialog {...props} refundable={refundable} />
  if (!problem) return null
  return (
    <Dialog title="This order can’t be refunded now" closeLabel="Close" onClose={props.onClose}>
      <FormError>{problem}</FormError>
    </Dialog>
  )
}

function RefundDialog({ purchase, refundable, onClose }: Props & { refundable: CreditableLines }) {
  const left = new Map(
    refundable.lines.flatMap((line) =>
      line.kind === 'part' ? [[line.orderId ?? '', piecesLeft(line)] as const] : [],
    ),
  )
  const most = ({ orderId }: PurchaseLine) => left.get(orderId) ?? 0
  const lines = purchase.lines.filter((line) => most(line) > 0)
  // None at first, of a single part too.
  const pieces = usePieces(lines, most, 0)
  const mostDelivery = deliveryLeft(refundable.lines)
  const [amounts, setAmounts] = useState({ delivery: '', goodwill: '' })
  const [note, setNote] = useState('')
  const [isChecked, setChecked] = useState(false)
  const outcome = useAdminOutcome(purchase)
  const { busy, problem, send } = useMutation(refundPurchase, {
    about: purchase._id,
    done: ({ amount }) => `Refund of ${formatUsd(amount)} decided`,
  })
  /** Null for what is no amount in whole cents. */
  const cents = (text: string) => centsFromDollars(parseNumber(text) ?? 0)
  const [deliveryCents, goodwillCents] = [cents(amounts.delivery), cents(amounts.goodwill)]
  const isWrong = (amount: number | null) => amount === null || amount < 0
  const decided = creditOfRefund(refundable, {
    pieces: pieces.chosen,
    deliveryCents: Math.max(0, deliveryCents ?? 0),
    goodwillCents: Math.max(0, goodwillCents ?? 0),
  })
  const amount = 'credit' in decided ? worth(decided.credit) : 0
  const tooMuch = 'of' in decided ? decided : null

  const submit = async () => {
    setChecked(true)
    if (!pieces.check(false) || amount === 0 || note.trim() === '') return
    if (isWrong(deliveryCents) || isWrong(goodwillCents)) return
    const body = {
      lines: pieces.input,
      ...(deliveryCents && { delivery: dollarsFromCents(deliveryCents) }),
      ...(goodwillCents && { goodwill: dollarsFromCents(goodwillCents) }),
      note: note.trim(),
    }
    if (!(await send({ params: { id: purchase._id }, body }))) return
    onClose()
    await outcome.next()
  }
  const amountField = (name: 'delivery' | 'goodwill', label: string, hint: string, limit?: string) => (
    <TextField
      label={label}
      optional
      inputMode="decimal"
      hint={hint}
      value={amounts[name]}
      onChange={({ target }) => setAmounts((now) => ({ ...now, [name]: target.value }))}
      error={isWrong(cents(amounts[name])) ? 'Enter an amount in dollars' : limit}
    />
  )
  return (
    <FormDialog
      title={`Refund of ${purchase.number}`}
      onClose={onClose}
      busy={busy}
      form={{
        noValidate: true,
        onSubmit: (event) => {
          event.preventDefault()
          void submit()
        },
      }}
      submitLabel={amount > 0 ? `Refund ${formatCents(amount)}` : 'Refund'}
    >
      <p>
        {formatCents(refundable.leftCents)} of this payment can be given back. Stock stays as it is: cancel
        parts that have not shipped instead.
      </p>
      <PieceFields lines={lines} pieces={pieces} most={most} />
      {mostDelivery > 0 &&
        amountField(
          'delivery',
          'Delivery, in dollars',
          `Up to ${formatCents(mostDelivery)}, its tax included`,
          tooMuch?.of === 'delivery' ? `At most ${formatCents(mostDelivery)}` : undefined,
        )}
      {amountField('goodwill', 'Goodwill, in dollars', 'Any amount beyond that')}
      <TextField
        label="Why"
        required
        maxLength={500}
        hint="Only admins see this"
        value={note}
        onChange={({ target }) => setNote(target.value)}
        error={isChecked && note.trim() === '' ? 'Write down why' : undefined}
      />
      {amount > 0 && amount === refundable.leftCents && openLines(purchase).length > 0 && (
        <Alert tone="caution">
          That is all of this payment: what has not shipped yet can then neither be shipped nor canceled, and
          its customer is told so.
        </Alert>
      )}
      <FormError>
        {problem ||
          (tooMuch?.of === 'payment' &&
            `That is ${formatCents(tooMuch.wanted)}. Only ${formatCents(tooMuch.left)} are left.`) ||
          (isChecked && amount === 0 && !tooMuch && 'Choose what to give back')}
      </FormError>
    </FormDialog>
  )
}
