import { listAddresses } from '#contract/addresses.ts'
import type { Address } from '#domain/addresses/address.ts'
import { api } from '../../../api-client/api-client.ts'

/** The customer's default address; null without one. Import it lazily: the contract brings zod. */
export async function loadDefaultAddress(): Promise<Address | null> {
  const { addresses } = await api(listAddresses)
  return addresses.find(({ isDefault }) => isDefault) ?? null
}
