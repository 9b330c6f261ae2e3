import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useRef,
  useState,
} from 'react'
import { type Carrier, type Tracking, TrackingSchema } from '#domain/orders/tracking.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { CarrierField, TrackingField } from './tracking-fields.tsx'

/**
 * A parcel to ship, or whose tracking is corrected: the id of its order or its own, the order's number, and
 * what identifies it.
 */
export type TrackedParcel = Readonly<{
  id: string
  number: string
  hint: string
  trackingNumber?: string | undefined
}>

/** The key of a submitted number; it changes with the stored one. */
const numberKey = ({ id, trackingNumber }: TrackedParcel) => [id, trackingNumber].join(' ')

/**
 * Asks for the tracking of parcels, and ships them. Closed while `parcels` is empty. Numbers may be left
 * blank, so that Enter ships a single one at once. Of several, Enter goes to the next number, as scanners
 * press it, and the last one ships; several pasted numbers fill the fields from there on. `onSubmit` receives
 * the tracking of the parcels that have one, by id.
 * @param required the number is required, for a correction.
 */
export function ShipDialog({
  parcels,
  title,
  confirmLabel,
  required = false,
  children,
  onCancel,
  onSubmit,
}: {
  parcels: readonly TrackedParcel[]
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
    for (const { id } of parcels) {
      const value = values.get(id)
      const typed = typeof value === 'string' ? value : ''
      if (!required && typed.trim() === '') continue
      const read = TrackingSchema.safeParse({
        carrier,
        trackingNumber: typed.trim() === '' ? undefined : typed,
      })
      if (read.success) tracking.set(id, read.data)
      else problems[id] = read.error.issues[0]?.message ?? ''
    }
    setErrors(problems)
    const wrong = parcels.find(({ id }) => problems[id] !== undefined)
    if (!wrong) {
      setSentNumbers(
        new Map(parcels.map((parcel) => [numberKey(parcel), tracking.get(parcel.id)?.trackingNumber])),
      )
      return onSubmit(tracking)
    }
    fieldOf(form, wrong)?.focus()
  }
  const cancel = () => {
    setErrors({})
    setSentNumbers(new Map())
    onCancel()
  }
  const goToNext = (event: KeyboardEvent<HTMLInputElement>, at: number) => {
    const next = parcels[at + 1]
    if (event.key !== 'Enter' || !next || event.nativeEvent.isComposing) return
    event.preventDefault()
    fieldOf(event.currentTarget.form, next)?.focus()
  }

  if (parcels.length === 0) return null
  return (
    <FormDialog
      title={title}
      onClose={cancel}
      form={{ noValidate: true, onSubmit: submit }}
      submitLabel={confirmLabel}
      initialFocus={firstNumber}
    >
      {children}
      <CarrierField value={carrier} onChange={setCarrier} />
      {parcels.map((parcel, at) => (
        <TrackingField
          key={parcel.id}
          ref={at === 0 ? firstNumber : null}
          name={parcel.id}
          label={parcels.length === 1 ? 'Tracking number' : `Tracking number of ${parcel.number}`}
          optional={!required}
          defaultValue={sentNumbers.get(numberKey(parcel)) ?? (required ? parcel.trackingNumber : '')}
          error={errors[parcel.id]}
          {...(parcels.length > 1 && { hint: parcel.hint })}
          onKeyDown={(event) => goToNext(event, at)}
          onPaste={(event) => paste(event, parcels.slice(at))}
        />
      ))}
    </FormDialog>
  )
}

/** Several numbers fill the fields of these parcels; one alone is pasted as usual. */
function paste(event: ClipboardEvent<HTMLInputElement>, parcels: readonly TrackedParcel[]): void {
  const lines = event.clipboardData.getData('text').split(/[\r\n\t]+/)
  const numbers = lines.map((line) => line.trim()).filter(Boolean)
  if (numbers.length < 2 || parcels.length < 2) return
  event.preventDefault()
  for (const [at, parcel] of parcels.slice(0, numbers.length).entries()) {
    const field = fieldOf(event.currentTarget.form, parcel)
    if (!field) continue
    field.value = numbers[at] ?? ''
    field.focus()
  }
}

function fieldOf(form: HTMLFormElement | null, { id }: TrackedParcel): HTMLInputElement | null {
  const field = form?.elements.namedItem(id)
  return field instanceof HTMLInputElement ? field : null
}
