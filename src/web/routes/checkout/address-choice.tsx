import { type Address, formatAddress, MAX_ADDRESSES } from '#domain/addresses/address.ts'
import { AddressFields } from '../../components/address-form/address-fields.tsx'
import type { AddressForm } from '../../components/address-form/use-address-form.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { Radio, RadioGroup } from '../../ui/radio.tsx'

/** The choice of the address that is not in the address book. */
export const NEW = 'new'

/**
 * The address of an order: one of the address book with its phone, or another one. Addresses that are wrong
 * by the rules of today are corrected before they are chosen.
 */
export function AddressChoice({
  addresses,
  chosen,
  onChoose,
  onCorrect,
  form,
  saving,
  phoneProblem,
}: {
  addresses: readonly Address[]
  /** The id of an address, or NEW. */
  chosen: string
  onChoose: (id: string) => void
  onCorrect: (address: Address) => void
  form: AddressForm
  /** Whether another address is saved. */
  saving: { checked: boolean; onChange: (isChecked: boolean) => void }
  phoneProblem: string | undefined
}) {
  const address = addresses.find(({ _id }) => _id === chosen)
  return (
    <>
      {addresses.length === 0 ? (
        <h2 className="text-2xl">Address</h2>
      ) : (
        <RadioGroup legend={<h2 className="text-2xl">Address</h2>}>
          {addresses.map((one) => (
            <Radio
              key={one._id}
              name="addressChoice"
              checked={one._id === chosen}
              disabled={one.problems !== undefined}
              onChange={() => onChoose(one._id)}
              label={<Formatted address={one} />}
            >
              {one.problems && (
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <ul className="font-medium text-danger">
                    {one.problems.map(({ field, message }) => (
                      <li key={field}>{message}</li>
                    ))}
                  </ul>
                  <Button
                    size="sm"
                    aria-label={`Correct it: ${one.name}, ${one.line1}`}
                    onClick={() => onCorrect(one)}
                  >
                    Correct it
                  </Button>
                </div>
              )}
            </Radio>
          ))}
          <Radio
            name="addressChoice"
            checked={chosen === NEW}
            onChange={() => onChoose(NEW)}
            label="Use another address"
          />
        </RadioGroup>
      )}
      {chosen === NEW && (
        <div className="flex flex-col gap-4">
          <AddressFields form={form} />
          {addresses.length < MAX_ADDRESSES && (
            <Checkbox
              label="Save this address"
              checked={saving.checked}
              onChange={({ target }) => saving.onChange(target.checked)}
            />
          )}
        </div>
      )}
      {address && (
        <TextField
          key={chosen}
          label="Phone"
          name="phone"
          type="tel"
          required
          autoComplete="tel"
          defaultValue={address.phone}
          error={phoneProblem}
          hint="The carrier may call about the delivery."
          fieldClassName="sm:max-w-80"
        />
      )}
    </>
  )
}

function Formatted({ address }: { address: Address }) {
  const [name, ...lines] = formatAddress(address).split('\n')
  return (
    <>
      <span className="font-medium">{name}</span>
      <span className="block text-sm">{lines.join(', ')}</span>
    </>
  )
}
