import { sql } from 'kysely'
import { dollarsFromCents } from '../money.ts'
import { LOW_STOCK_ORDERS } from '../products/product.ts'
import type { Shop } from '../shop.ts'

/** Parts running low that the overview shows, emptiest first. */
const LOW_STOCK_SHOWN = 10

/** What waits for an admin, in numbers. Who may: admins. Revenue in dollars, of paid orders. */
export async function showOverview(shop: Shop) {
  const [orders, lowStock, reconciled] = await Promise.all([
    shop.db
      .selectFrom('orders')
      .where('deleted_at', 'is', null)
      .select([
        sql<number>`count(*)::int`.as('all'),
        sql<number>`(count(*) filter (where paid_at is null))::int`.as('unpaid'),
        sql<number>`(count(*) filter (where paid_at is not null and shipped_at is null))::int`.as('toShip'),
        sql<number>`(count(*) filter (where shipped_at is not null))::int`.as('shipped'),
        sql<number>`coalesce(sum(total_cents) filter (where paid_at is not null), 0)::float8`.as(
          'totalCents',
        ),
        sql<number>`coalesce(sum(total_cents) filter (where paid_at > now() - interval '30 days'), 0)::float8`.as(
          'recentCents',
        ),
      ])
      .executeTakeFirstOrThrow(),
    shop.db
      .selectFrom('products')
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`available < ${LOW_STOCK_ORDERS} * min_order`)
      .select(['id', 'name', 'available', 'min_order'])
      .orderBy(sql`available::float8 / min_order`)
      .limit(LOW_STOCK_SHOWN)
      .execute(),
    shop.db
      .selectFrom('reconciliations')
      .where('finished_at', 'is not', null)
      .select([
        sql<Date>`finished_at`.as('at'),
        sql<number>`compared`.as('compared'),
        sql<number>`jsonb_array_length(differences)`.as('differences'),
      ])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  const { totalCents, recentCents, ...counts } = orders
  return {
    orders: counts,
    revenue: { total: dollarsFromCents(totalCents), last30Days: dollarsFromCents(recentCents) },
    ...(reconciled ? { reconciled: { ...reconciled, at: reconciled.at.toISOString() } } : {}),
    lowStock: lowStock.map(({ id, min_order, ...part }) => ({ _id: id, ...part, minOrder: min_order })),
  }
}
