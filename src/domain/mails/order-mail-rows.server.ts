import type { Insertable, Selectable } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { OrderMailsTable } from '#db/schema/mails.ts'
import type { OrdersTable } from '#db/schema/orders.ts'
import { orderNumber } from '../orders/order-number.ts'
import type { Letterhead } from './letterhead.ts'
import type { OrderMailContext } from './order-mail-data.ts'

/** An order with the account data that its emails need. */
export type OrderMailRow = Selectable<OrdersTable> & { email_verified: boolean }

/**
 * Records that an order has led to an email. Call it in the transaction that queues the email.
 * @returns false when it was recorded before: then the email must not be queued.
 */
export async function claimMail(trx: Database, row: Insertable<OrderMailsTable>): Promise<boolean> {
  const claimed = await trx
    .insertInto('order_mails')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('order_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** The data of an order for its emails. */
export function toMailContext(row: OrderMailRow, letterhead: Letterhead): OrderMailContext {
  return {
    order: {
      id: row.id,
      number: orderNumber(row.number),
      to: row.customer_email,
      customerName: row.email_verified ? row.customer_name : '',
      productName: row.product_name,
      quantity: row.quantity,
      unit: row.unit,
      unitPriceCents: row.unit_price_cents,
      totalCents: row.total_cents,
      address: row.customer_address,
      vehicle: row.vehicle,
      holdExpiresAt: row.hold_expires_at,
      paidAt: row.paid_at,
      transactionId: row.transaction_id,
      tracking:
        row.carrier === null || row.tracking_number === null
          ? null
          : { carrier: row.carrier, trackingNumber: row.tracking_number },
    },
    letterhead,
  }
}
