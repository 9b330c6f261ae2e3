import { sql } from 'kysely'
import type { Shop } from '../shop.ts'

/** How long a message is kept once it is done: as long as a shipped order keeps its customer. */
const RETENTION_DAYS = 180

/** Deletes messages that were done more than 180 days ago (decision 163). Open ones stay. For a job. */
export async function deleteOldMessages({ db }: Pick<Shop, 'db'>): Promise<void> {
  await sql`
    delete from contact_messages where done_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)`.execute(
    db,
  )
}
