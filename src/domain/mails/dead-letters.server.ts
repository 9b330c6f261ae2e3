import { sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { recordChange } from '../audit/record-change.server.ts'
import { isId } from '../shared/id.ts'
import { newestFirst } from '../shared/newest-first.server.ts'
import {
  type DeleteResult,
  type UpdateResult,
  ok,
  type Outcome,
  refused,
  refusedField,
} from '../shared/outcome.ts'
import { containing } from '../shared/text.ts'
import type { Shop } from '../shop.ts'
import type { DeadLetter, ListDeadLettersQuery } from './dead-letter.ts'
import { type Mail, mailLabel } from './mail.ts'
import { maskedAddress } from './plain-address.ts'

const NO_SUCH_LETTER = 'This email is no longer on the list. It was resent or dismissed.'

/** How long dead letters are kept. */
const RETENTION_DAYS = 30
/** The oldest are deleted first. */
const MAX_DEAD_LETTERS = 10_000

const SUBJECT = sql<string>`mail->'content'->>'subject'`
/** False once a link in the email has expired. */
const USABLE = sql<boolean>`coalesce(usable_until > now(), true)`.as('usable')

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

/**
 * Dead letters, newest first. Access: admins. Refusals: invalid_input when `after` is no longer on the list,
 * since continuing from it would skip entries.
 */
export async function listDeadLetters(
  shop: Shop,
  { q = '', ...page }: ListDeadLettersQuery,
): Promise<Outcome<DeadLetter[]>> {
  const letters = shop.db
    .selectFrom('dead_letters')
    .select(['id', 'kind', 'recipient', 'reason', 'attempts', 'failed_at', SUBJECT.as('subject'), USABLE])
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`(recipient ilike ${containing(q)} or ${SUBJECT} ilike ${containing(q)})`),
    )
  const rows = await newestFirst(letters, 'dead_letters', 'failed_at', page).execute()
  if (rows.length === 0 && page.after && !(await isThere(shop.db, page.after)))
    return refusedField('after', 'invalid_input', NO_SUCH_LETTER, 'unknown_mail')
  return ok(
    rows.map(({ id, recipient, failed_at, ...row }) => ({
      _id: id,
      ...row,
      recipient: maskedAddress(recipient),
      failedAt: failed_at.toISOString(),
    })),
  )
}

async function isThere(db: Database, id: string): Promise<boolean> {
  const letter = await db.selectFrom('dead_letters').select('id').where('id', '=', id).executeTakeFirst()
  return letter !== undefined
}

/**
 * Queues a dead letter again, unchanged, and removes it from the list. Access: admins.
 * Refusals: not_found, including when another admin was faster; mail_expired when it is no longer of use.
 */
export async function sendDeadLetterAgain(
  shop: Shop,
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
  if (outcome.ok) shop.mail.wake()
  return outcome
}

/** Deletes a dead letter for good. Access: admins. Refusals: not_found. */
export function dismissDeadLetter(shop: Shop, viewer: Viewer, id: string): Promise<Outcome<DeleteResult>> {
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

/**
 * Deletes dead letters older than 30 days, the oldest beyond 10,000, and expired links in the rest. For a
 * job.
 */
export async function deleteOldDeadLetters(shop: Shop): Promise<void> {
  await sql`
    update dead_letters set mail = mail #- '{content,button}'
    where usable_until < now() and mail->'content' ? 'button'`.execute(shop.db)
  await sql`
    delete from dead_letters where failed_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)
      or id in (select id from dead_letters order by failed_at desc, id desc offset ${MAX_DEAD_LETTERS})`.execute(
    shop.db,
  )
}

type LockedLetter = { mail: Mail; usable: boolean; facts: Record<string, unknown> }

/** Locks a dead letter, and deletes it when `work` succeeds. */
async function resolveDeadLetter<T>(
  shop: Shop,
  id: string,
  work: (trx: Database, letter: LockedLetter) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (!isId(id)) return refused('not_found', NO_SUCH_LETTER)
  return shop.db.transaction().execute(async (trx) => {
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
      facts: { mail: mailLabel(row.kind), recipient: maskedAddress(row.recipient), reason: row.reason },
    })
    if (outcome.ok) await trx.deleteFrom('dead_letters').where('id', '=', id).execute()
    return outcome
  })
}
