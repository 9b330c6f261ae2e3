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
  await recordChanges(trx, [change])
}

/** The same of several changes, in one statement. */
export async function recordChanges<A extends AuditAction>(
  trx: Database,
  changes: readonly Change<A>[],
): Promise<void> {
  if (changes.length === 0) return
  await trx.insertInto('audit_entries').values(changes.map(auditEntry)).execute()
}

/** The audit row of a change, for a statement that also makes the change. */
export function auditEntry<A extends AuditAction>({ actorId, action, subject, before, after }: Change<A>) {
  return {
    actor_id: actorId,
    action,
    subject,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
}
