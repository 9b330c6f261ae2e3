import type { Database } from '#db/connection.ts'
import type { AuditAction, AuditSubject } from './audit.ts'

/** A change of money, stock, role or visibility. `actorId` null: the store itself (webhook, background job, command line). */
export type Change<A extends AuditAction = AuditAction> = {
  actorId: string | null
  action: A
  subject: AuditSubject<A>
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Writes the audit row of a change (I29). Call it in the transaction of the change itself. */
export async function recordChange<A extends AuditAction>(trx: Database, change: Change<A>): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      actor_id: change.actorId,
      action: change.action,
      subject: change.subject,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
    })
    .execute()
}
