import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/connection.ts'
import type { ProductsTable } from '#db/schema/products.ts'
import type { UnverifiedStock } from './unverified-share.ts'

/** What the share of this customer in a part is computed from; null for a customer whose email address is confirmed. */
export async function findUnverifiedStock(
  db: Database,
  accountId: string,
  { id, available, min_order: minOrder }: Pick<Selectable<ProductsTable>, 'id' | 'available' | 'min_order'>,
): Promise<UnverifiedStock | null> {
  const { rows } = await sql<{ held: number; own: number }>`
    select held::integer, own::integer from accounts, count_unverified_pieces(${id}, accounts.id)
    where accounts.id = ${accountId} and not email_verified`.execute(db)
  return rows[0] ? { available, minOrder, ...rows[0] } : null
}
