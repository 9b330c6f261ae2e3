import { sql } from 'kysely'
import type { Shop } from '../shop.ts'

/** How long a cart is kept after its last change. */
const RETENTION_DAYS = 180

/** Deletes carts that have not been changed for 180 days. For a job. */
export async function deleteOldCarts({ db }: Pick<Shop, 'db'>): Promise<void> {
  await sql`delete from carts where changed_at < now() - make_interval(days => ${RETENTION_DAYS}::integer)`.execute(
    db,
  )
}
