import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused, refusedField } from '../shared/outcome.ts'
import { hasPoBox, isPoBox } from '../shared/po-box.ts'
import { regionCode, regionName } from '../shared/subdivisions.ts'
import type { Shop } from '../shop.ts'
import { addOrderMails } from './add-order-mails.server.ts'
import { maySeeOrder } from './order-policy.ts'
import { isRefunded, lockPurchase, NO_SUCH_ORDER, openPieces } from './order-queries.server.ts'
import type { CorrectAddressInput } from './order.ts'

/**
 * Replaces the shipping address of a purchase, by the id of any of its orders, for what is still to ship, and
 * the phone if one is given. Access: owner and admins, who alone may name a PO box in place of a street,
 * since they choose how it is sent. No change: modifiedCount 0.
 * Refusals: not_found; already_shipped; address_is_priced.
 */
export async function correctAddress(
  shop: Pick<Shop, 'db' | 'jobs'>,
  viewer: Viewer,
  id: string,
  { customerAddress: address, customerPhone }: CorrectAddressInput,
): Promise<Outcome<UpdateResult>> {
  return shop.db.transaction().execute(async (trx): Promise<Outcome<UpdateResult>> => {
    const orders = await lockPurchase(trx, id)
    if (!orders || !maySeeOrder(viewer, orders[0])) return refused('not_found', NO_SUCH_ORDER)
    const order = orders.find((one) => openPieces(one) > 0)
    if (!order || isRefunded(order))
      return refused('already_shipped', 'Nothing is left to ship. The address can no longer be corrected.')
    const before = { address: order.customer_address, phone: order.customer_phone }
    const after = { address, phone: customerPhone ?? before.phone }
    if (before.address === after.address && before.phone === after.phone) return ok({ modifiedCount: 0 })
    const elsewhere =
      order.paid_at === null
        ? 'delete the order and place it again.'
        : viewer.role === 'admin'
          ? 'cancel what has not shipped, and ask the customer to order again.'
          : 'write to us.'
    const shipTo = await findShipTo(trx, order.purchase_id)
    if (shipTo && !namesDestination(address, shipTo))
      return refusedField(
        'customerAddress',
        'address_is_priced',
        `Delivery and tax were calculated for ${shipTo.region} ${shipTo.postalCode}. End the address with both, and name no other. To send it elsewhere, ${elsewhere}`,
        'invalid',
      )
    if (shipTo && !shipTo.poBox && viewer.role !== 'admin' && isPoBox(address))
      return refusedField(
        'customerAddress',
        'address_is_priced',
        `Delivery was calculated for a street, and a PO box may be out of its reach. Enter a street address. To send it to a PO box, ${elsewhere}`,
        'invalid',
      )
    await trx
      .updateTable('orders')
      .set({ customer_address: after.address, customer_phone: after.phone })
      .where('purchase_id', '=', order.purchase_id)
      .where(sql<boolean>`canceled_quantity + shipped_quantity < quantity`)
      .execute()
    const about = await recordChange(trx, {
      actorId: viewer.id,
      action: 'correct_address',
      subject: `order:${order.id}`,
      before,
      after,
    })
    await addOrderMails(shop, trx, { orderId: order.id, kind: 'address_corrected', about })
    // The store need not be told of what its admins did, or before it has to ship the order.
    if (viewer.id === order.account_id && order.paid_at !== null)
      await addOrderMails(shop, trx, { orderId: order.id, kind: 'store_address_corrected', about })
    return ok({ modifiedCount: 1 })
  })
}

/** Where a purchase was checked out to; null for a plain order, whose price is the same everywhere. */
async function findShipTo(trx: Database, id: string): Promise<Destination | null> {
  const { ship_to: shipTo } = await trx
    .selectFrom('purchases')
    .select('ship_to')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (!shipTo) return null
  const { country = '', region = '', postalCode = '' } = shipTo
  return { country, region, postalCode, poBox: hasPoBox(shipTo) }
}

type Destination = { country: string; region: string; postalCode: string; poBox: boolean }

/**
 * Whether the last line of the text, by which carriers sort, has the state, by its code or name, and the
 * postal code, each as words of its own; and no line has a ZIP code after another state.
 */
function namesDestination(address: string, { country, region, postalCode }: Destination): boolean {
  const lines = address.split('\n').map(wordsOf).filter(Boolean)
  if (country === 'US' && /^(UNITED STATES( OF AMERICA)?|USA?)$/.test(lines.at(-1) ?? '')) lines.pop()
  const last = ` ${lines.at(-1) ?? ''} `
  const has = (part: string) => part === '' || last.includes(` ${wordsOf(part)} `)
  if (!has(postalCode) || !(has(region) || has(regionName(country, region) ?? region))) return false
  if (country !== 'US') return true
  return lines.every((line) => {
    // "CA90012" too.
    const words = line.replaceAll(/\b([A-Z]{2})(\d{5})\b/g, '$1 $2').split(' ')
    return words.every((zip, at) => {
      const state = /^\d{5}$/.test(zip) ? stateAtEnd(words.slice(0, at)) : undefined
      return state === undefined || (state === region && zip === postalCode.slice(0, 5))
    })
  })
}

/** The code of the state that words end with, such as "ST PAUL MN" or "WEST VIRGINIA". */
function stateAtEnd(words: readonly string[]): string | undefined {
  const codes = [3, 2, 1].map((count) => regionCode('US', words.slice(-count).join(' ')))
  return codes.find((code) => code !== null && regionName('US', code) !== undefined) ?? undefined
}

function wordsOf(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
