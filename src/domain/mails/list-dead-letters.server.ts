import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import { ok, type Outcome, refusedField } from '../shared/outcome.ts'
import { containing } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import { NO_SUCH_LETTER, USABLE } from './dead-letter-queries.server.ts'
import type { DeadLetter, ListDeadLettersQuery } from './dead-letter.ts'
import { maskAddress } from './plain-address.ts'

const SUBJECT = sql<string>`mail->'content'->>'subject'`

/**
 * Dead letters, newest first. Access: admins. Refusals: invalid_input when `after` is no longer on the list,
 * since continuing from it would skip entries.
 */
export async function listDeadLetters(
  { db }: Pick<Shop, 'db'>,
  { q = '', ...page }: ListDeadLettersQuery,
): Promise<Outcome<DeadLetter[]>> {
  const letters = db
    .selectFrom('dead_letters')
    .select(['id', 'kind', 'recipient', 'reason', 'attempts', 'failed_at', SUBJECT.as('subject'), USABLE])
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`(recipient ilike ${containing(q)} or ${SUBJECT} ilike ${containing(q)})`),
    )
  const rows = await newestFirst(letters, 'dead_letters', 'failed_at', page).execute()
  if (rows.length === 0 && page.after && !(await isThere(db, page.after)))
    return refusedField('after', 'invalid_input', NO_SUCH_LETTER, 'unknown_mail')
  return ok(
    rows.map(({ id, recipient, failed_at, ...row }) => ({
      _id: id,
      ...row,
      recipient: maskAddress(recipient),
      failedAt: failed_at.toISOString(),
    })),
  )
}

async function isThere(db: Database, id: string): Promise<boolean> {
  const letter = await db.selectFrom('dead_letters').select('id').where('id', '=', id).executeTakeFirst()
  return letter !== undefined
}
