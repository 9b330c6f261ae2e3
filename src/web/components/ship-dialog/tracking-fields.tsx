import { type Carrier, CARRIERS } from '#domain/orders/tracking.ts'
import { Options, Select, TextField, type TextFieldProps } from '../../ui/field.tsx'

export function CarrierField({ value, onChange }: { value: Carrier; onChange: (carrier: Carrier) => void }) {
  return (
    <Select
      label="Carrier"
      value={value}
      onChange={({ target }) => {
        const chosen = CARRIERS.find((one) => one === target.value)
        if (chosen) onChange(chosen)
      }}
    >
      <Options of={CARRIERS} />
    </Select>
  )
}

export function TrackingField(props: TextFieldProps) {
  return (
    <TextField autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={80} {...props} />
  )
}
