import type { Insertable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrderMailsTable } from '#db/schema/mails.ts'

/**
 * Records that an order has led to an email. Call it in the transaction that queues the email.
 * @returns false when it was recorded before: then the email must not be queued.
 */
export async function recordOrderMail(trx: Database, row: Insertable<OrderMailsTable>): Promise<boolean> {
  const recorded = await trx
    .insertInto('order_mails')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return recorded !== undefined
}
