import { preferOrders } from '../content/prefer-orders.ts'
import { type ReturnPromise, returnSentence } from '../content/return-promise.ts'
import type { StoreContent } from '../content/store-content.ts'

/** The sender as every email shows it. */
export type Letterhead = {
  name: string
  since?: number | undefined
  orderPrefix?: string | undefined
  /** The store's public URL, without a trailing slash. */
  url: string
  company?: string | undefined
  address: readonly string[]
  phone?: string | undefined
  email?: string | undefined
  /** The name of the store's time zone; without it, the machine's. */
  timeZone?: string | undefined
  /** Within how many days which parts may be returned, in a sentence. */
  returns?: string | undefined
}

/** The letterhead of a store, from its content, with its phone and email for orders. */
export function letterheadOf(
  content: Pick<StoreContent, 'name' | 'since' | 'orderPrefix' | 'timeZone' | 'contact'> & ReturnPromise,
  url: string,
): Letterhead {
  const { company, address, phones, emails } = content.contact
  return {
    name: content.name,
    since: content.since,
    orderPrefix: content.orderPrefix,
    url,
    company,
    address,
    phone: preferOrders(phones)?.number,
    email: preferOrders(emails)?.address,
    timeZone: content.timeZone,
    returns: returnSentence(content),
  }
}
