import { addAddress, editAddress } from '#contract/addresses.ts'
import type { Address, AddressInput } from '#domain/addresses/address.ts'
import { api } from '../../api-client/api-client.ts'
import { useMutation } from '../../api-client/use-mutation.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { FormSummary } from '../../ui/form-summary.tsx'
import { AddressFields } from './address-fields.tsx'
import { useAddressForm } from './use-address-form.ts'

/** Adds an address, or changes a saved one. */
export function AddressDialog({
  saved,
  onDone,
  onClose,
}: {
  saved: Address | null
  onDone: () => void
  onClose: () => void
}) {
  const form = useAddressForm(saved ?? {})
  const { busy, problem, send } = useMutation(
    async (body: AddressInput) => {
      if (saved) await api(editAddress, { params: { id: saved._id }, body })
      else await api(addAddress, { body })
    },
    { form, about: 'addresses', done: saved ? 'Address changed' : 'Address added', next: onDone },
  )
  return (
    <FormDialog
      title={saved ? 'Change the address' : 'Add an address'}
      form={form.props(send)}
      submitLabel={saved ? 'Save' : 'Add address'}
      busy={busy}
      onClose={onClose}
    >
      <AddressFields form={form} />
      <FormError>{problem}</FormError>
      <FormSummary fields={form.invalidFields} />
    </FormDialog>
  )
}
