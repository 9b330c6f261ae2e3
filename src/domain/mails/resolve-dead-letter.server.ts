import type { Database } from '#db/connection.ts'
import { isId } from '../shared/id.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import type { Shop } from '../shop.ts'
import { NO_SUCH_LETTER, USABLE } from './dead-letter-queries.server.ts'
import { type Mail, mailLabel } from './mail.ts'
import { maskAddress } from './plain-address.ts'

type LockedLetter = { mail: Mail; usable: boolean; facts: Record<string, unknown> }

/** Locks a dead letter, and deletes it when `work` succeeds. */
export async function resolveDeadLetter<T>(
  { db }: Pick<Shop, 'db'>,
  id: string,
  work: (trx: Database, letter: LockedLetter) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_LETTER)
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('dead_letters')
      .selectAll()
      .select(USABLE)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refused('not_found', NO_SUCH_LETTER)
    const outcome = await work(trx, {
      mail: row.mail as unknown as Mail,
      usable: row.usable,
      facts: { mail: mailLabel(row.kind), recipient: maskAddress(row.recipient), reason: row.reason },
    })
    if (outcome.ok) await trx.deleteFrom('dead_letters').where('id', '=', id).execute()
    return outcome
  })
}
