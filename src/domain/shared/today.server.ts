import { dayOf, shopTimeZone } from './shop-days.ts'

/**
 * The day it is in the store: "2026-11-21". Call it before a transaction: reading the content may wait for a
 * connection.
 */
export async function today(shop: {
  content: () => Promise<{ timeZone?: string | undefined }>
}): Promise<string> {
  return dayOf(new Date(), shopTimeZone(await shop.content()))
}
