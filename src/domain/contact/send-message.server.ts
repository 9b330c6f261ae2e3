import { ok, type Outcome } from '../outcome.ts'
import type { Shop } from '../shop.ts'
import type { ContactInput } from './contact-message.ts'

/** Keeps a visitor's message and mails it to the store. Who may: everybody (rate-limited by the door). */
export async function sendMessage(shop: Shop, input: ContactInput): Promise<Outcome<{ insertedId: string }>> {
  const { id } = await shop.db
    .insertInto('contact_messages')
    .values(input)
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.mail.send({
    to: shop.storeEmail,
    subject: `Message from ${input.name.replaceAll(/\s+/g, ' ')}`,
    text: `${input.name} <${input.email}> wrote:\n\n${input.message}\n`,
  })
  return ok({ insertedId: id })
}
