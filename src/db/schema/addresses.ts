import type { Generated } from 'kysely'

export type AddressesTable = {
  id: Generated<string>
  account_id: string
  /** 1 to 20. */
  place: number
  name: string
  company: Generated<string>
  line1: string
  line2: Generated<string>
  city: string
  region: Generated<string>
  postal: string
  country: string
  phone: string
  /** One of an account's addresses. */
  is_default: boolean
}
