import { sql } from 'kysely'
import type { Shop } from '../shop.ts'

/** How long dead letters are kept. */
const RETENTION_DAYS = 30
/** The oldest are deleted first. */
const MAX_DEAD_LETTERS = 10_000

/** Deletes dead letters older than 30 days, and the oldest beyond 10,000. For a job. */
export async function deleteOldDeadLetters({ db }: Pick<Shop, 'db'>): Promise<void> {
  await sql`
    delete from dead_letters where failed_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)
      or id in (select id from dead_letters order by failed_at desc, id desc offset ${MAX_DEAD_LETTERS})`.execute(
    db,
  )
}
