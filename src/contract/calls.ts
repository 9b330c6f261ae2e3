import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import type { Call } from './call.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as products from './products.ts'
import * as reviews from './reviews.ts'
import * as visitors from './visitors.ts'

/** Every REST call by its name: the table of contents of the API. */
export const calls = { ...accounts, ...products, ...orders, ...payments, ...reviews, ...visitors, ...audit }

export type CallName = keyof typeof calls

/** The calls as entries, for generic code (OpenAPI, the permission matrix). */
export const allCalls: readonly (readonly [CallName, Call])[] = Object.entries(calls) as unknown as readonly [
  CallName,
  Call,
][]
