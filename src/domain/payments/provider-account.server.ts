import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ProviderAccountTable } from '#db/schema/payments.ts'
import { type Outcome, refused } from '../shared/outcome.ts'

/**
 * This store's state at the provider: its id there, and the position up to which events have been read.
 * Created on first use.
 */
export async function readProviderAccount(db: Database): Promise<Selectable<ProviderAccountTable>> {
  const account = await db.selectFrom('provider_account').selectAll().executeTakeFirst()
  if (account) return account
  return (
    db
      .insertInto('provider_account')
      .defaultValues()
      // Another process may have inserted it: then this returns its row.
      .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ only_row: true }))
      .returningAll()
      .executeTakeFirstOrThrow()
  )
}

/** Records that the provider's events up to then (by its own clock) have been read. */
export async function recordEventsRead(db: Database, till: Date): Promise<void> {
  await db
    .updateTable('provider_account')
    .set({ events_read_till: sql<Date>`greatest(events_read_till, ${till}::timestamptz)` })
    .execute()
}

/**
 * Records a completed reconciliation starting at `from`, unless the database has been restored again since.
 */
export async function recordComparison(db: Database, from: Date): Promise<void> {
  await db
    .updateTable('provider_account')
    .set({ compare_from: null })
    .where('compare_from', '=', from)
    .execute()
}

/**
 * Whether unpaid orders may be offered for payment: not after a restore until payments have been reconciled,
 * since an order that is unpaid here may have been charged.
 * @returns the refusal, or null.
 */
export async function refuseBeforeReconciliation(db: Database): Promise<Outcome<never> | null> {
  const { compare_from: from } = await readProviderAccount(db)
  if (from === null) return null
  const detail = 'The store is comparing its payments with the card provider’s. Try again in a minute.'
  return refused('provider_unavailable', detail, { retryAfter: 30 })
}
