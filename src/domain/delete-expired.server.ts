import { type RawBuilder, sql } from 'kysely'
import { UNDO_INTERVAL } from './imports/import-queries.server.ts'
import type { Shop } from './shop.ts'

type Rules = Pick<Shop['rules'], 'declinesPerAccount' | 'declinesPerOrder'>

/** Deletes what is kept for a time only, each in a statement of its own. For a job. */
export async function deleteExpired({ db, rules }: { db: Shop['db']; rules: Rules }): Promise<void> {
  for (const statement of expired(rules)) await statement.execute(db)
}

/**
 * How long data is kept. What orders hold of their customers has a rule of its own
 * (orders/erase-former-customers.server.ts), sessions too (identity-sessions.ts).
 */
function expired({ declinesPerAccount, declinesPerOrder }: Rules): RawBuilder<unknown>[] {
  // Twice as long as declines count, so that an event that is delivered late counts only once.
  const declineSeconds = 2 * Math.max(declinesPerOrder.windowSeconds, declinesPerAccount.windowSeconds)
  const canBeUndone = sql`applied_at > now() - interval ${UNDO_INTERVAL}`
  return [
    sql`delete from access_tokens where expires_at < now()`,
    sql`delete from idempotency_keys where created_at < now() - interval '1 day'`,
    sql`delete from payment_declines where at < now() - ${declineSeconds} * interval '1 second'`,
    sql`delete from staff_invitations where expires_at < now() - interval '30 days'`,
    sql`delete from carts where changed_at < now() - interval '180 days'`,
    // Those that are done, as long as a shipped order keeps its customer (decision 163).
    sql`delete from contact_messages where done_at < now() - interval '180 days'`,
    sql`delete from dead_letters where failed_at < now() - interval '30 days'
      or id in (select id from dead_letters order by failed_at desc, id desc offset 10000)`,
    sql`delete from missed_searches where day < (now() at time zone 'utc')::date - 90`,
    // What was not searched for since then is no longer ignored.
    sql`delete from ignored_searches i where not exists (select from missed_searches m where m.words = i.words)`,
    sql`delete from import_files using imports
      where imports.id = import_id and status in ('checked', 'refused', 'failed')
        and created_at < now() - interval '7 days'`,
    sql`delete from import_files using imports
      where imports.id = import_id and status in ('applied', 'undone') and not ${canBeUndone}`,
    sql`delete from import_changes where id in (
      select c.id from import_changes c join imports on imports.id = c.import_id
      where status in ('applied', 'undone') and not ${canBeUndone} limit 10000)`,
  ]
}
