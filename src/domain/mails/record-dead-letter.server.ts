import type { Database } from '#db/connection.ts'
import type { Mail } from './mail.ts'

/** Records a dead letter, once. For the mail queue. `reason`: without addresses. */
export async function recordDeadLetter(
  db: Database,
  { mail, ...letter }: { id: string; mail: Mail; reason: string; attempts: number },
): Promise<void> {
  await db
    .insertInto('dead_letters')
    .values({
      ...letter,
      kind: mail.kind,
      recipient: mail.to,
      mail: JSON.stringify(mail),
      usable_until: mail.usableUntil === undefined ? null : new Date(mail.usableUntil),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
