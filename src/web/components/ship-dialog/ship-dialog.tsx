import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import type { Order } from '#domain/orders/order.ts'
import { type Carrier, CARRIERS, type Tracking, TrackingSchema } from '#domain/orders/tracking.ts'
import { Options, Select, TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

/** The key of a submitted number; it changes with the stored one. */
const numberKey = ({ _id, trackingNumber }: Order) => [_id, trackingNumber].join(' ')

/**
 * Asks for the tracking of orders, and ships them. Closed while `orders` is empty. Numbers may be left blank,
 * so that Enter ships at once. `onSubmit` receives the tracking of the orders that have one, by order id.
 * @param required the number is required, for a correction.
 */
export function ShipDialog({
  orders,
  title,
  confirmLabel,
  required = false,
  children,
  onCancel,
  onSubmit,
}: {
  orders: readonly Order[]
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
    for (const { _id } of orders) {
      const value = values.get(_id)
      const typed = typeof value === 'string' ? value : ''
      if (!required && typed.trim() === '') continue
      const read = TrackingSchema.safeParse({
        carrier: values.get('carrier'),
        trackingNumber: typed.trim() === '' ? undefined : typed,
      })
      if (read.success) tracking.set(_id, read.data)
      else problems[_id] = read.error.issues[0]?.message ?? ''
    }
    setErrors(problems)
    const wrong = orders.find(({ _id }) => problems[_id] !== undefined)
    if (!wrong) {
      setSentNumbers(
        new Map(orders.map((order) => [numberKey(order), tracking.get(order._id)?.trackingNumber])),
      )
      return onSubmit(tracking)
    }
    const field = form.elements.namedItem(wrong._id)
    if (field instanceof HTMLElement) field.focus()
  }
  const cancel = () => {
    setErrors({})
    setSentNumbers(new Map())
    onCancel()
  }

  if (orders.length === 0) return null
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
      {orders.map((order, at) => (
        <TextField
          key={order._id}
          ref={at === 0 ? firstNumber : null}
          name={order._id}
          label={orders.length === 1 ? 'Tracking number' : `Tracking number of ${order.number}`}
          optional={!required}
          defaultValue={sentNumbers.get(numberKey(order)) ?? (required ? order.trackingNumber : '')}
          error={errors[order._id]}
          {...(orders.length > 1 && { hint: `${order.productName} for ${order.customerName}` })}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={80}
        />
      ))}
    </FormDialog>
  )
}
