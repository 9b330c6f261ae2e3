import { type Address, AddressInput } from '#domain/addresses/address.ts'
import { type DraftStore, useForm } from '../../ui/use-form.ts'

export type AddressForm = ReturnType<typeof useAddressForm>

/**
 * The form of an address, for `AddressFields`: of a saved one, with what is wrong with it by the rules of
 * today, or of a new one, which is kept as a draft.
 */
export function useAddressForm(saved: Partial<Address>, drafts?: DraftStore<keyof AddressInput>) {
  return useForm(
    AddressInput,
    {
      name: saved.name ?? '',
      company: saved.company ?? '',
      country: saved.country ?? 'US',
      line1: saved.line1 ?? '',
      line2: saved.line2 ?? '',
      city: saved.city ?? '',
      region: saved.region ?? '',
      postalCode: saved.postalCode ?? '',
      phone: saved.phone ?? '',
    },
    { refused: saved.problems, ...(drafts && { drafts }) },
  )
}
