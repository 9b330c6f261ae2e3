import { sql } from 'kysely'
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
  if (changes.length < MANY) {
    await trx.insertInto('audit_entries').values(changes.map(auditEntry)).execute()
    return
  }
  await sql`
    insert into audit_entries (actor_id, action, subject, before, after)
    select actor_id, action, subject, before, after from json_to_recordset(${JSON.stringify(changes.map(plainEntry))}) as changes (
      actor_id text, action text, subject text, before jsonb, after jsonb)`.execute(trx)
}

/** Writes an audit row that is written once, however often it is called for: unique indexes decide. */
export async function recordOnce<A extends AuditAction>(db: Database, change: Change<A>): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(auditEntry(change))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** From so many on, one parameter for all takes less time than one for each value. */
const MANY = 20

function plainEntry({ actorId, action, subject, before, after }: Change) {
  return { actor_id: actorId, action, subject, before, after }
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
