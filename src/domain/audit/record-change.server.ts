import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { AuditAction, AuditSubject } from './audit.ts'

/**
 * A change of money, stock, role or visibility. `actorId` null: the store itself (webhook, background job,
 * command line).
 */
export type Change<A extends AuditAction = AuditAction> = {
  actorId: string | null
  action: A
  subject: AuditSubject<A>
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Writes the audit row of a change (I29). Call it in the transaction of the change itself.
 * @returns its number.
 */
export async function recordChange<A extends AuditAction>(trx: Database, change: Change<A>): Promise<string> {
  const { id } = await trx
    .insertInto('audit_entries')
    .values(auditEntry(change))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Writes the audit rows of several changes in one statement. One parameter for all is faster than one per
 * value.
 */
export async function recordChanges<A extends AuditAction>(
  trx: Database,
  changes: readonly Change<A>[],
): Promise<void> {
  if (changes.length === 0) return
  const entries = changes.map(({ actorId, ...change }) => ({ ...change, actor_id: actorId }))
  await sql`
    insert into audit_entries (actor_id, action, subject, before, after)
    select actor_id, action, subject, before, after from json_to_recordset(${JSON.stringify(entries)}) as changes (
      actor_id text, action text, subject text, before jsonb, after jsonb)`.execute(trx)
}

/** Writes an audit row at most once, however often it is called: unique indexes decide. */
export async function recordOnce<A extends AuditAction>(db: Database, change: Change<A>): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values(auditEntry(change))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
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
