import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type UpdateResult, ok, type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { resolveDeadLetter } from './resolve-dead-letter.server.ts'

/**
 * Queues a dead letter again, unchanged, and removes it from the list. Access: admins.
 * Refusals: not_found, including when another admin was faster; mail_expired when it is no longer of use.
 */
export async function sendDeadLetterAgain(
  shop: Pick<Shop, 'db' | 'mail' | 'jobs'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<UpdateResult>> {
  const outcome = await resolveDeadLetter(shop, id, async (trx, letter) => {
    if (!letter.usable) return refused('mail_expired', 'The link in this email no longer works. Dismiss it.')
    await shop.mail.send(letter.mail, trx)
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'send_mail_again',
      subject: `mail:${id}`,
      after: letter.facts,
    })
    return ok({ modifiedCount: 1 })
  })
  if (outcome.ok) shop.jobs.wake()
  return outcome
}
