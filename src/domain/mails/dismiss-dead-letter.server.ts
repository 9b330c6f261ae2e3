import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { type DeleteResult, ok, type Outcome } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { resolveDeadLetter } from './resolve-dead-letter.server.ts'

/** Deletes a dead letter for good. Access: admins. Refusals: not_found. */
export function dismissDeadLetter(
  shop: Pick<Shop, 'db'>,
  viewer: Viewer,
  id: string,
): Promise<Outcome<DeleteResult>> {
  return resolveDeadLetter(shop, id, async (trx, letter) => {
    await recordChange(trx, {
      actorId: viewer.id,
      action: 'dismiss_mail',
      subject: `mail:${id}`,
      before: letter.facts,
    })
    return ok({ deletedCount: 1 })
  })
}
