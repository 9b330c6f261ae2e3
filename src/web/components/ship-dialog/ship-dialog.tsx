import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { lineNumber, type Purchase, type PurchaseLine, shipmentsWith } from '#domain/orders/purchase.ts'
import { type Carrier, CARRIERS, type Tracking, TrackingSchema } from '#domain/orders/tracking.ts'
import { Options, Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** A part to ship, or whose tracking is corrected: the id and number of its order, and what identifies it. */
export type ShippedPart = Readonly<{
  orderId: string
  number: string
  hint: string
  trackingNumber: string | undefined
}>

export function shippedPart(purchase: Purchase, { orderId, name }: PurchaseLine): ShippedPart {
  return {
    orderId,
    number: lineNumber(purchase, orderId),
    hint: `${name} for ${purchase.name}`,
    trackingNumber: shipmentsWith(purchase, orderId)[0]?.trackingNumber,
  }
}

/** The key of a submitted number; it changes with the stored one. */
const numberKey = ({ orderId, trackingNumber }: ShippedPart) => [orderId, trackingNumber].join(' ')

/**
 * Asks for the tracking of parts, and ships them. Closed while `parts` is empty. Numbers may be left blank,
 * so that Enter ships at once. `onSubmit` receives the tracking of the parts that have one, by order id.
 * @param required the number is required, for a correction.
 */
export function ShipDialog({
  parts,
  title,
  confirmLabel,
  required = false,
  children,
  onCancel,
  onSubmit,
}: {
  parts: readonly ShippedPart[]
  title: string
  confirmLabel: string
  required?: boolean
  children?: ReactNode
  onCancel: () => void
  onSubmit: (tracking: ReadonlyMap<string, Tracking>) => void
}) {
  const firstNumber = useRef<HTMLInputElement>(null)
  // Kept between two dialogs: a shop usually hands everything to one carrier.
  const [carrier, setCarrier] = useState<Carrier>('UPS')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  // The submitted tracking, for a retry after a failure.
  const [sentNumbers, setSentNumbers] = useState<ReadonlyMap<string, string | undefined>>(new Map())

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const tracking = new Map<string, Tracking>()
    const problems: Record<string, string> = {}
    for (const { orderId } of parts) {
      const value = values.get(orderId)
      const typed = typeof value === 'string' ? value : ''
      if (!required && typed.trim() === '') continue
      const read = TrackingSchema.safeParse({
        carrier: values.get('carrier'),
        trackingNumber: typed.trim() === '' ? undefined : typed,
      })
      if (read.success) tracking.set(orderId, read.data)
      else problems[orderId] = read.error.issues[0]?.message ?? ''
    }
    setErrors(problems)
    const wrong = parts.find(({ orderId }) => problems[orderId] !== undefined)
    if (!wrong) {
      setSentNumbers(
        new Map(parts.map((part) => [numberKey(part), tracking.get(part.orderId)?.trackingNumber])),
      )
      return onSubmit(tracking)
    }
    const field = form.elements.namedItem(wrong.orderId)
    if (field instanceof HTMLElement) field.focus()
  }
  const cancel = () => {
    setErrors({})
    setSentNumbers(new Map())
    onCancel()
  }

  if (parts.length === 0) return null
  return (
    <FormDialog
      title={title}
      onClose={cancel}
      form={{ noValidate: true, onSubmit: submit }}
      submitLabel={confirmLabel}
      initialFocus={firstNumber}
    >
      {children}
      <Select
        label="Carrier"
        name="carrier"
        value={carrier}
        onChange={({ target }) => {
          const chosen = CARRIERS.find((one) => one === target.value)
          if (chosen) setCarrier(chosen)
        }}
      >
        <Options of={CARRIERS} />
      </Select>
      {parts.map((part, at) => (
        <TextField
          key={part.orderId}
          ref={at === 0 ? firstNumber : null}
          name={part.orderId}
          label={parts.length === 1 ? 'Tracking number' : `Tracking number of ${part.number}`}
          optional={!required}
          defaultValue={sentNumbers.get(numberKey(part)) ?? (required ? part.trackingNumber : '')}
          error={errors[part.orderId]}
          {...(parts.length > 1 && { hint: part.hint })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
        />
      ))}
    </FormDialog>
  )
}
