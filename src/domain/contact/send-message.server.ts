import { contactMessageMail } from '../mails/contact-message-mail.ts'
import { type InsertResult, ok, type Outcome, refuseTooMany } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import type { ContactInput } from './contact-message.ts'

/**
 * Stores a visitor's message and emails it to the store. Access: everyone. Refusals: too_many_requests.
 * @param address the client's IP address, for rate limits.
 */
export async function sendMessage(
  shop: Pick<Shop, 'db' | 'jobs' | 'mail' | 'limits' | 'storeEmail'>,
  input: ContactInput,
  address: string,
): Promise<Outcome<InsertResult>> {
  const wait =
    (await shop.limits.consume('contactMessagesPerAddress', [address])) ??
    (await shop.limits.consume('contactMessagesPerStore', []))
  if (wait) return refuseTooMany('We got many messages in a short time.', wait)
  const { orderNumber, ...stored } = input
  const id = await shop.db.transaction().execute(async (trx) => {
    const { id } = await trx
      .insertInto('contact_messages')
      .values({ ...stored, order_number: orderNumber })
      .returning('id')
      .executeTakeFirstOrThrow()
    await shop.mail.send(contactMessageMail({ ...input, id, to: shop.storeEmail }), trx)
    return id
  })
  shop.jobs.wake()
  return ok({ insertedId: id })
}
