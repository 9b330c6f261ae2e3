import * as accounts from './accounts.ts'
import * as addresses from './addresses.ts'
import * as audit from './audit.ts'
import type { Call } from './call.ts'
import * as cart from './cart.ts'
import * as contact from './contact.ts'
import * as customers from './customers.ts'
import * as delivery from './delivery.ts'
import * as documents from './documents.ts'
import * as garage from './garage.ts'
import * as imports from './imports.ts'
import * as mails from './mails.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as products from './products.ts'
import * as purchases from './purchases.ts'
import * as reports from './reports.ts'
import * as returns from './returns.ts'
import * as reviews from './reviews.ts'
import * as salesSettings from './sales-settings.ts'
import * as searchWords from './search-words.ts'
import * as search from './search.ts'
import * as settings from './settings.ts'
import * as staff from './staff.ts'
import * as tax from './tax.ts'
import * as vehicles from './vehicles.ts'

/** Every REST call by its name: the table of contents of the API. */
export const calls = {
  ...accounts,
  ...products,
  ...search,
  ...imports,
  ...orders,
  ...purchases,
  ...returns,
  ...documents,
  ...payments,
  ...reports,
  ...reviews,
  ...searchWords,
  ...vehicles,
  ...garage,
  ...addresses,
  ...cart,
  ...customers,
  ...contact,
  ...audit,
  ...mails,
  ...staff,
  ...settings,
  ...salesSettings,
  ...tax,
  ...delivery,
}

export type CallName = keyof typeof calls

/** The calls that read by `Shop.browsing`. */
export type BrowsingCallName = {
  [N in CallName]: (typeof calls)[N]['isBrowsing'] extends true ? N : never
}[CallName]

/** The calls as entries, for generic code (OpenAPI, the permission matrix). */
export const allCalls: readonly (readonly [CallName, Call])[] = Object.entries(calls) as [CallName, Call][]
